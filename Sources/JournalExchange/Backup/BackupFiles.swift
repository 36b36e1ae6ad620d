internal import JournalEvents
internal import JournalLog
internal import POSIXKit

/// The directory of one backup: laid out like a journal's home, so that any
/// program that reads one reads it, and with a manifest beside.
public struct BackupPlace: Sendable, Hashable {
  /// The directory.
  public let path: String

  /// Names a place; nothing is touched.
  public init(path: String) {
    self.path = path
  }

  /// The backup as a journal's home.
  var home: JournalHome { JournalHome(path: path) }

  var manifestFile: String { path + "/manifest.json" }

  /// Its directory's name.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether its name says that a restore put it away: what somebody wanted
  /// to be rid of is not the latest backup.
  public var isReplaced: Bool { BackupName.isReplaced(name) }
}

/// What is done with the files of backups. Everything that must last is
/// flushed.
enum BackupFiles {
  /// Copies a file, or only reads it where `target` is `nil`.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - target: Where the copy is made.
  ///   - progress: Is told how many bytes were read.
  /// - Returns: The digest and the number of the bytes.
  /// - Throws: What the system refuses.
  static func digest(
    of source: String, copyingTo target: String? = nil,
    progress: (Int) -> Void
  ) throws(FileSystemError) -> (hash: EventHash, count: Int) {
    let input = try File(source, .reading)
    var output: File?
    if let target { output = try File(target, .making) }
    let digest = FileDigest()
    var count = 0
    while true {
      let bytes = try input.read(1 << 20)
      if bytes.isEmpty { break }
      digest.update(bytes.span.bytes)
      try output?.write(bytes[...])
      count += bytes.count
      progress(count)
    }
    try output?.flush()
    return (digest.finish(), count)
  }

  /// Throws where `path`, of which the end need not exist yet, lies within
  /// `directory`, which does.
  static func check(
    _ path: String, isOutside directory: String
  ) throws(BackupError) {
    guard let inner = try? FileSystem.canonicalPath(directory) else { return }
    var existing = path
    while true {
      if let found = try? FileSystem.canonicalPath(existing) {
        guard "\(found)/".hasPrefix("\(inner)/") else { return }
        throw .insideJournal(path: path)
      }
      guard let end = existing.lastIndex(of: "/"),
        end > existing.startIndex
      else { return }
      existing = String(existing[..<end])
    }
  }

  /// Removes a backup's files, and its directories where nothing else is in
  /// them. What is not there is no matter.
  static func remove(_ place: BackupPlace) {
    // A manifest that was being written has a name of its own.
    for name in (try? FileSystem.names(in: place.path)) ?? []
    where name.hasPrefix("manifest.json") {
      _ = try? FileSystem.remove("\(place.path)/\(name)")
    }
    JournalHome.removeData(in: place.home.dataDirectory)
    place.home.removeIfEmpty()
  }

  /// Removes the lock file that LMDB leaves where a copy was looked into.
  static func removeLock(of place: BackupPlace) {
    _ = try? FileSystem.remove(place.home.lockFile)
  }
}
