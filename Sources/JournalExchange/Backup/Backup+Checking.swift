internal import JournalEvents

extension Backup {
  /// Throws unless the data file has the digest that the manifest names.
  func check(_ hash: EventHash) throws(BackupError) {
    guard hash == manifest.hash else {
      throw .otherData(
        path: place.path, reason: "its data file is not the one that was copied"
      )
    }
  }

  /// Throws unless the log holds what the manifest says.
  func check(_ contents: BackupContents) throws(BackupError) {
    guard contents.vector == manifest.vector,
      contents.events == manifest.events
    else {
      throw .otherData(
        path: place.path, reason: "its manifest names other events")
    }
  }
}
