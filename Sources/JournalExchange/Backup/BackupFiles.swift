internal import Glibc
internal import JournalEvents
internal import JournalLog

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
  private static let chunk = 1 << 20

  /// Copies a file, or only reads it where `target` is `nil`.
  ///
  /// - `progress`: Is told how many bytes were read.
  /// - Returns: The digest and the number of the bytes.
  static func digest(
    of source: String, copyingTo target: String? = nil,
    progress: (Int) -> Void
  ) throws(FileSystemError) -> (hash: EventHash, count: Int) {
    let input = try opened(source, O_RDONLY)
    defer { close(input) }
    let output = try target.map { path throws(FileSystemError) in
      try opened(path, O_WRONLY | O_CREAT | O_EXCL)
    }
    defer { if let output { close(output) } }
    let digest = FileDigest()
    var count = 0
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      let read = Glibc.read(input, &buffer, buffer.count)
      guard read >= 0 else {
        if errno == EINTR { continue }
        throw failure("read", source)
      }
      guard read > 0 else { break }
      digest.update(buffer.span.bytes.extracting(0..<read))
      if let output, let target {
        try write(buffer[..<read], to: output, target)
      }
      count += read
      progress(count)
    }
    if let output, let target, fsync(output) != 0 {
      throw failure("fsync", target)
    }
    return (digest.finish(), count)
  }

  private static func write(
    _ bytes: ArraySlice<UInt8>, to output: CInt, _ path: String
  ) throws(FileSystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes {
        Glibc.write(output, $0.baseAddress, $0.count)
      }
      guard written > 0 else {
        if written < 0, errno == EINTR { continue }
        throw failure("write", path)
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Throws where `path`, of which the end need not exist yet, lies within
  /// `directory`, which does.
  static func check(
    _ path: String, isOutside directory: String
  ) throws(BackupError) {
    guard let inner = canonical(directory) else { return }
    var existing = path
    while true {
      if let found = canonical(existing) {
        guard "\(found)/".hasPrefix("\(inner)/") else { return }
        throw .insideJournal(path: path)
      }
      guard let end = existing.lastIndex(of: "/"),
        end > existing.startIndex
      else { return }
      existing = String(existing[..<end])
    }
  }

  /// Where a path leads; `nil` where it leads nowhere.
  private static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// How large a file is; `nil` where there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Renames, where nothing may be at the new path but an empty directory.
  static func rename(_ old: String, to new: String) throws(FileSystemError) {
    guard Glibc.rename(old, new) == 0 else { throw failure("rename", new) }
  }

  /// Waits until a directory's entries are on the disk.
  static func flush(_ directory: String) throws(FileSystemError) {
    let descriptor = try opened(directory, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync", directory) }
  }

  /// The names in a directory, sorted, those of hidden files left out or
  /// alone; none where it is missing.
  static func names(
    in path: String, hidden: Bool = false
  ) throws(FileSystemError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw failure("opendir", path)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") == hidden { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes a backup's files, and its directories where nothing else is in
  /// them. What is not there is no matter.
  static func remove(_ place: BackupPlace) {
    let data = place.home.dataDirectory
    for file in [data + "/data.mdb", data + "/lock.mdb"] { unlink(file) }
    // A manifest that was being written has a name of its own.
    let names = (try? names(in: place.path)) ?? []
    for name in names where name.hasPrefix("manifest.json") {
      unlink("\(place.path)/\(name)")
    }
    rmdir(data)
    rmdir(place.path)
  }

  /// Removes the lock file that LMDB leaves where a copy was looked into.
  static func removeLock(of place: BackupPlace) {
    unlink(place.home.dataDirectory + "/lock.mdb")
  }

  private static func opened(
    _ path: String, _ flags: CInt
  ) throws(FileSystemError) -> CInt {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("open", path) }
    return descriptor
  }

  private static func failure(
    _ operation: String, _ path: String
  ) -> FileSystemError {
    FileSystemError(operation: operation, path: path, code: errno)
  }
}
