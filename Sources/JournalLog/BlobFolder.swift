internal import Glibc
public import JournalEvents
public import POSIXKit

/// The files of a home that events name by their SHA-256: `blobs/`.
public struct BlobFolder: Sendable {
  private let path: String

  /// The number of bytes of a file that are transferred at once.
  package static let pieceByteCount = 4 << 20
  /// The greatest number of bytes of a file.
  public static let maximumByteCount = 256 << 20
  /// The seconds after which a partial file is forgotten.
  private static let partialTime = 7 * 86_400

  /// The files of a home.
  public init(of home: JournalHome) {
    path = home.path + "/blobs"
  }

  /// The path of a file, whether it exists or not.
  public func file(_ name: BlobName) -> String { "\(path)/\(name)" }

  /// The original files of a home's photos, unchanged. They say where photos
  /// were taken, so they never leave this machine.
  public init(ofOriginalsOf home: JournalHome) {
    path = home.path + "/originals"
  }

  /// The files that the backups of a directory share.
  public init(ofBackupsIn directory: String) {
    path = directory + "/\(Self.nameInBackups)"
  }

  /// The name of the directory of these files beside backups.
  public static let nameInBackups = "photos"

  /// Holds the files as they are until the value is gone. Callers that bring
  /// files for events still to be written share the lock; a caller that removes
  /// files that no event names holds it alone.
  ///
  /// - Throws: `FileSystemError`.
  public func locked(isShared: Bool) throws(FileSystemError) -> File {
    // A process that removes the journal takes the empty folder away, and
    // others make it again.
    var deadline: Deadline?
    while true {
      try FileSystem.makeDirectory(path)
      do throws(FileSystemError) {
        return try File.locked(path + "/lock", .keeping, isShared: isShared)
      } catch {
        guard error.code == ENOENT else { throw error }
        // Waiting for the lock may have taken long.
        let end = deadline ?? Deadline(seconds: 2)
        deadline = end
        guard !isUsed || end.millisecondsLeft > 0 else { throw error }
        usleep(1_000)
      }
    }
  }

  /// Holds the files alone.
  ///
  /// - Parameter waits: Whether the call waits for other holders.
  /// - Returns: `nil` if others hold them and `waits` is `false`.
  /// - Throws: `FileSystemError`.
  public func lockedAlone(waits: Bool) throws(FileSystemError) -> File? {
    if waits { return try locked(isShared: false) }
    let file = try File(path + "/lock", .keeping)
    guard file.isLockedAtOnce() else { return nil }
    return file
  }

  private func partialFile(_ name: BlobName) -> String {
    file(name) + File.partialSuffix
  }

  /// The number of bytes of a file; `nil` if it is not here, or if something
  /// else has its name, such as a link.
  public func byteCount(of name: BlobName) -> Int? {
    let status = try? FileStatus(of: file(name), followsLinks: false)
    return status.flatMap { $0.kind == .file ? $0.byteCount : nil }
  }

  /// The number of bytes of a partial file.
  package func partialByteCount(of name: BlobName) -> Int {
    (try? FileStatus(of: partialFile(name)))?.byteCount ?? 0
  }

  /// Forgets a partial file.
  package func removePart(of name: BlobName) throws {
    _ = try FileSystem.remove(partialFile(name))
  }

  /// A part of a file; `nil` if the file is not here.
  package func read(_ name: BlobName, _ range: Range<Int>) throws -> [UInt8]? {
    guard byteCount(of: name) != nil else { return nil }
    let file = try File(file(name), .reading)
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let piece = try file.read(
        range.count - bytes.count, at: range.lowerBound + bytes.count)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// The outcome of adding bytes.
  package enum Outcome: Equatable {
    /// The file is here, durably; its bytes have the hash in its name.
    case whole(isNew: Bool)
    /// So many of its bytes are here; the bytes after them come next.
    case partial(Int)
    /// The bytes have another hash, and were discarded.
    case otherHash
  }

  /// Adds bytes of a file that begin at `offset`; bytes that are already here,
  /// or that leave a gap, change nothing.
  package func add(
    _ bytes: [UInt8], at offset: Int, of total: Int, to name: BlobName
  ) throws -> Outcome {
    guard byteCount(of: name) == nil else { return .whole(isNew: false) }
    try FileSystem.makeDirectory(path)
    let partial = partialFile(name)
    // Held until the file has its name, so that only one of two callers that
    // bring the end completes it.
    let part = try File.locked(partial, .appending)
    guard byteCount(of: name) == nil else {
      try FileSystem.remove(partial)
      return .whole(isNew: false)
    }
    var held = try part.status.byteCount
    guard held <= total else {
      // A file of another length was begun.
      try FileSystem.remove(partial)
      return .partial(0)
    }
    if offset <= held, offset + bytes.count > held {
      try part.write(bytes[(held - offset)...])
      try part.flush()
      held = offset + bytes.count
    }
    guard held == total else { return .partial(held) }
    guard try Self.name(ofFile: partial) == name else {
      try FileSystem.remove(partial)
      return .otherHash
    }
    try FileSystem.rename(partial, to: file(name))
    protect(name)
    try FileSystem.flush(path)
    part.unlock()
    return .whole(isNew: true)
  }

  /// Keeps a file whose bytes are known to have the hash in its name, and
  /// forgets its partial file. Anything else with that name, such as a link, is
  /// replaced.
  package func keep(_ bytes: [UInt8], as name: BlobName) throws {
    try FileSystem.makeDirectory(path)
    if try File.make(file(name), with: bytes) {
      protect(name)
    } else if byteCount(of: name) == nil {
      try File.replace(file(name), with: bytes)
      protect(name)
    }
    try FileSystem.remove(partialFile(name))
  }

  /// Keeps programs that should only show a file from changing it.
  private func protect(_ name: BlobName) {
    FileSystem.makeUnchangeable(file(name))
  }

  /// Keeps a file durably, replacing a damaged one.
  ///
  /// - Returns: Its name, and whether it is new here.
  /// - Throws: `FileSystemError`.
  public func store(
    _ bytes: [UInt8]
  ) throws(FileSystemError) -> (name: BlobName, isNew: Bool) {
    let (name, storing) = try storing(bytes)
    return (name, storing == .new)
  }

  /// The outcome of keeping a file.
  public enum Storing: Sendable, Hashable {
    case new, wasHere
    /// A damaged file of that name was replaced.
    case mended
  }

  /// Keeps a file as ``store(_:)`` does, and reports the outcome.
  ///
  /// - Throws: `FileSystemError`.
  public func storing(
    _ bytes: [UInt8]
  ) throws(FileSystemError) -> (name: BlobName, storing: Storing) {
    let name = BlobName(of: bytes)
    try FileSystem.makeDirectory(path)
    if try File.make(file(name), with: bytes) {
      protect(name)
      return (name, .new)
    }
    if byteCount(of: name) != nil, try isWhole(name) {
      // Another process may have made the file without flushing it yet.
      try FileSystem.flush(file(name))
      try FileSystem.flush(path)
      return (name, .wasHere)
    }
    try File.replace(file(name), with: bytes)
    protect(name)
    return (name, .mended)
  }

  /// A Boolean value that indicates whether the folder exists.
  public var isUsed: Bool { FileSystem.isDirectory(path) }

  /// Removes the folder, including partial files.
  public func removeAll() { FileSystem.removeTree(path) }

  /// The outcome of copying a file.
  public enum Copying: Sendable, Hashable {
    case wasHere, copied
    /// The other folder has no file of that name.
    case absent
    /// The other folder's file has another hash, and was not copied.
    case damaged
  }

  /// Copies a file from another folder if it is not here whole, judging by its
  /// hash. Its name is durable once ``flush()`` was called.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - other: The folder that has it.
  ///   - isRehearsal: Whether nothing is written.
  /// - Returns: The outcome.
  /// - Throws: `FileSystemError`.
  public func copy(
    _ name: BlobName, from other: BlobFolder, isRehearsal: Bool = false
  ) throws(FileSystemError) -> Copying {
    // A file that a disk cannot read is as good as damaged.
    if byteCount(of: name) != nil, (try? isWhole(name)) == true {
      return .wasHere
    }
    do {
      let status = try FileStatus(of: other.file(name), followsLinks: false)
      guard status.kind == .file else { return .absent }
    } catch {
      // A file that cannot be examined may be there.
      return error.code == ENOENT ? .absent : .damaged
    }
    guard !isRehearsal else {
      return try other.isWhole(name) ? .copied : .damaged
    }
    try FileSystem.makeDirectory(path)
    let target = try File.part(in: path)
    let temporary = target.path
    defer { _ = try? FileSystem.remove(temporary) }
    try target.copy(from: File(other.file(name), .reading))
    guard try Self.name(ofFile: temporary) == name else { return .damaged }
    try target.flush()
    try FileSystem.rename(temporary, to: file(name))
    return .copied
  }

  /// Waits until the names of the files are on the disk.
  public func flush() throws(FileSystemError) {
    if FileSystem.exists(path) { try FileSystem.flush(path) }
  }

  /// The whole of a file; `nil` if it is not here.
  ///
  /// - Throws: `FileSystemError`; ``StorageError`` if its bytes have another
  ///   hash.
  public func content(of name: BlobName) throws -> [UInt8]? {
    let bytes = try File.contents(
      of: file(name), atMost: Self.maximumByteCount)
    guard let bytes else { return nil }
    guard BlobName(of: bytes) == name else {
      throw StorageError.damagedFile(path: file(name))
    }
    return bytes
  }

  /// The files that are here, by name.
  public func names() throws(FileSystemError) -> [BlobName] {
    try unsortedNames().sorted()
  }

  /// The files that are here, in any order.
  public func unsortedNames() throws(FileSystemError) -> [BlobName] {
    try FileSystem.unsortedEntries(in: path).compactMap { BlobName($0.name) }
  }

  /// A file, or a partial file.
  public struct Entry: Sendable {
    /// The name of the whole file.
    public let name: BlobName
    /// The number of bytes that are here.
    public let byteCount: Int
    /// The seconds since 1970.
    public let modifiedAt: Int

    public init(name: BlobName, byteCount: Int, modifiedAt: Int) {
      self.name = name
      self.byteCount = byteCount
      self.modifiedAt = modifiedAt
    }
  }

  /// The files that are here, including partial files.
  public func entries() throws(FileSystemError) -> [Entry] {
    var entries: [Entry] = []
    for file in try FileSystem.names(in: path) {
      let end = file.hasSuffix(File.partialSuffix) ? File.partialSuffix : ""
      guard let name = BlobName(file.dropLast(end.count)),
        let status = try? FileStatus(of: "\(path)/\(file)")
      else { continue }
      entries.append(
        Entry(
          name: name, byteCount: status.byteCount,
          modifiedAt: status.modifiedAt))
    }
    return entries
  }

  /// Returns whether a file's bytes have the hash in its name.
  public func isWhole(_ name: BlobName) throws(FileSystemError) -> Bool {
    try Self.name(ofFile: file(name)) == name
  }

  /// Replaces a damaged file by bringing it again, and keeps it if that fails.
  ///
  /// - Returns: Whether the file was replaced.
  package func replacing(
    _ name: BlobName, _ bringing: () throws -> Void
  ) throws -> Bool {
    let aside = file(name) + ".damaged"
    try FileSystem.rename(file(name), to: aside)
    let outcome = Result { try bringing() }
    let isHere = byteCount(of: name) != nil
    if isHere {
      try FileSystem.remove(aside)
    } else {
      try FileSystem.rename(aside, to: file(name))
    }
    try outcome.get()
    return isHere
  }

  /// Removes a file and its partial file.
  ///
  /// - Returns: Whether the file was here.
  public func remove(_ name: BlobName) throws(FileSystemError) -> Bool {
    try FileSystem.remove(partialFile(name))
    return try FileSystem.remove(file(name))
  }

  /// The name that the bytes of a file give it.
  public static func name(
    ofFile path: String
  ) throws(FileSystemError) -> BlobName {
    let file = try File(path, .readingAtOnce)
    guard try file.status.kind == .file else {
      throw FileSystemError(operation: "read", path: path, code: EISDIR)
    }
    return try name(of: file)
  }

  /// The name that the remaining bytes of an open file give it.
  public static func name(
    of file: borrowing File
  ) throws(FileSystemError) -> BlobName {
    var hash = FileHasher()
    while true {
      let piece = try file.read(1 << 18)
      if piece.isEmpty { return hash.name }
      hash.update(piece)
    }
  }

  /// Removes temporary files of killed processes, and partial files that were
  /// not continued for a week.
  ///
  /// - Parameter now: Seconds since 1970.
  public func removeOldParts(now: Int) {
    guard let folder = try? Folder(path) else { return }
    folder.removeDeadParts()
    for name in ((try? folder.entries()) ?? []).map(\.name)
    where name.hasSuffix(File.partialSuffix)
      && BlobName(name.dropLast(File.partialSuffix.count)) != nil
    {
      guard let status = try? folder.status(of: name),
        status.modifiedAt + Self.partialTime < now
      else { continue }
      _ = try? folder.remove(name)
    }
  }

  /// The names of the temporary files of killed processes.
  public var deadParts: [String] { (try? Folder(path))?.deadParts ?? [] }
}
