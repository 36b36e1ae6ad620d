internal import ErrorKit
internal import JournalEvents
internal import JournalQueries
internal import PlantServices
internal import Synchronization

extension APIRoute {
  /// The routes of the pictures of species.
  static let pictures: [APIRoute] = [
    .get("pictures/{picture}/{content}", dependsOnJournalAlone: false) {
      call in try call.speciesPicture()
    }
  ]
}

extension APICall {
  /// Answers with the picture of the path, as it is kept. Nobody is asked for
  /// it.
  fileprivate mutating func speciesPicture() throws -> WebResponse {
    try fields.finish()
    guard let content = BlobName(parameters[1]) else {
      throw RequestError.notFound
    }
    let name = parameters[0]
    let shelf = PictureShelf(ofHomeAt: journal.homePath)
    guard let file = api.pictures.file(named: name, content, on: shelf) else {
      throw NothingMatched(
        reason: "the picture is not on the server's machine")
    }
    // The path changes with the file, so the sender's is the right one.
    return names(content) ? image(content) : image(content, .jpeg, file)
  }
}

/// The pictures that were asked for last, in memory.
final class KeptPictures: Sendable {
  private struct Shelf {
    var files: [String: (bytes: [UInt8], usedAt: Int)] = [:]
    var byteCount = 0
    var clock = 0
    /// The state of the files on the disk.
    var version = ""
  }

  private let shelf = Mutex(Shelf())
  private let mostFiles: Int
  private let mostBytes: Int

  /// Creates the memory, by default for 50 pictures or 16 MiB.
  init(mostFiles: Int = 50, mostBytes: Int = 16 << 20) {
    self.mostFiles = mostFiles
    self.mostBytes = mostBytes
  }

  /// The number of pictures in memory.
  var count: Int { shelf.withLock { $0.files.count } }

  /// Returns the file of a picture from memory, or else from the disk; `nil`
  /// if it is not kept any more.
  ///
  /// - Complexity: O(1) from memory; O(pictures in memory) to make room.
  func file(
    named name: String, _ content: BlobName, on disk: PictureShelf
  ) -> [UInt8]? {
    let key = "\(name)/\(content)"
    let version = disk.version
    let known = shelf.withLock { shelf -> [UInt8]? in
      if shelf.version != version {
        // What was removed from the disk is gone from here, too.
        shelf = Shelf()
        shelf.version = version
      }
      shelf.clock += 1
      shelf.files[key]?.usedAt = shelf.clock
      return shelf.files[key]?.bytes
    }
    if let known { return known }
    guard let bytes = disk.file(named: name, content: "\(content)") else {
      return nil
    }
    shelf.withLock { shelf in
      guard shelf.version == version, shelf.files[key] == nil,
        bytes.count <= mostBytes
      else { return }
      while shelf.files.count >= mostFiles
        || shelf.byteCount + bytes.count > mostBytes,
        let oldest = shelf.files.min(by: { $0.value.usedAt < $1.value.usedAt })
      {
        shelf.files[oldest.key] = nil
        shelf.byteCount -= oldest.value.bytes.count
      }
      shelf.files[key] = (bytes, shelf.clock)
      shelf.byteCount += bytes.count
    }
    return bytes
  }
}
