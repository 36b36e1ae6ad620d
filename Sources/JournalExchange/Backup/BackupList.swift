internal import POSIXKit

/// The backups that a directory holds.
public enum BackupList {
  /// One entry of the directory: a backup, or why it is none.
  public struct Entry: Sendable {
    /// Where it lies.
    public let place: BackupPlace
    /// The backup; its data was not looked at.
    public let result: Result<Backup, BackupError>
  }

  /// The entries of a directory, the oldest first; none where it is missing.
  ///
  /// - Throws: `FileSystemError`.
  public static func entries(in directory: String) throws -> [Entry] {
    let names = try FileSystem.names(in: directory).filter {
      !$0.hasPrefix(".")
    }
    return try names.map { name in
      let place = BackupPlace(path: "\(directory)/\(name)")
      do {
        return Entry(place: place, result: .success(try Backup(at: place)))
      } catch let error as BackupError {
        return Entry(place: place, result: .failure(error))
      }
    }
  }
}
