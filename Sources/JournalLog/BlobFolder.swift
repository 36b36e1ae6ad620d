internal import Glibc
public import JournalEvents
public import POSIXKit

/// The files of a home that events name by their SHA-256: `blobs/`.
public struct BlobFolder: Sendable {
  private let path: String

  /// How many bytes of a file are sent or brought at once.
  package static let pieceByteCount = 4 << 20
  /// How many bytes a file may have.
  public static let maximumByteCount = 256 << 20
  /// After how many seconds what was brought in part is forgotten.
  private static let partialTime = 7 * 86_400

  /// The files of a home.
  public init(of home: JournalHome) {
    path = home.path + "/blobs"
  }

  /// Where a file lies, or would.
  public func file(_ name: BlobName) -> String { "\(path)/\(name)" }

  /// The files of a home from which photos were made, as they came. They say
  /// where photos were taken, so they never leave this machine.
  public init(ofOriginalsOf home: JournalHome) {
    path = home.path + "/originals"
  }

  /// The files that the backups of a directory share.
  public init(ofBackupsIn directory: String) {
    path = directory + "/\(Self.nameInBackups)"
  }

  /// What the directory of these files is called beside backups.
  public static let nameInBackups = "photos"

  /// Holds the files as they are until the value is gone: who brings files
  /// for events that are still to be written shares it with others like it,
  /// and who removes what no event names has it alone.
  ///
  /// - Throws: `FileSystemError`.
  public func locked(isShared: Bool) throws(FileSystemError) -> File {
    // Who removes the journal takes the folder away, empty as it is, and others
    // make it again.
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

  /// The same, for who has it alone.
  ///
  /// - Parameter waits: Whether it waits for others.
  /// - Returns: `nil` where somebody holds it who is not waited for.
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

  /// How many bytes a file has; `nil` where it is not here, or something else
  /// has its name, such as a link.
  public func byteCount(of name: BlobName) -> Int? {
    let status = try? FileStatus(of: file(name), followsLinks: false)
    return status.flatMap { $0.kind == .file ? $0.byteCount : nil }
  }

  /// How many bytes there are of a file that is not here as a whole.
  package func partialByteCount(of name: BlobName) -> Int {
    (try? FileStatus(of: partialFile(name)))?.byteCount ?? 0
  }

  /// Forgets what was brought of a file that is not here as a whole.
  package func removePart(of name: BlobName) throws {
    _ = try FileSystem.remove(partialFile(name))
  }

  /// A part of a file; `nil` where it is not here.
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

  /// What became of bytes that were brought.
  package enum Outcome: Equatable {
    /// The file is here, durably; its bytes have the hash that it is named by.
    case whole(isNew: Bool)
    /// So many of its bytes are here, and the next to be brought are those
    /// after them.
    case partial(Int)
    /// The bytes have another hash, and are thrown away.
    case otherHash
  }

  /// Takes bytes of a file that begin at `offset`; those not after the bytes
  /// that are here change nothing.
  package func add(
    _ bytes: [UInt8], at offset: Int, of total: Int, to name: BlobName
  ) throws -> Outcome {
    guard byteCount(of: name) == nil else { return .whole(isNew: false) }
    try FileSystem.makeDirectory(path)
    let partial = partialFile(name)
    // Held until it has its name, so that of two who bring the end one does.
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

  /// Keeps a file whose bytes are known to have the hash that it is named by,
  /// and forgets what was brought of it in part. What has its name and is no
  /// file, such as a link, gives way.
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

  /// Keeps programs that only mean to show a file from changing it.
  private func protect(_ name: BlobName) {
    FileSystem.makeUnchangeable(file(name))
  }

  /// Keeps a file durably; one that is damaged is made again.
  ///
  /// - Returns: Its name, and whether it was not here.
  /// - Throws: `FileSystemError`.
  public func store(
    _ bytes: [UInt8]
  ) throws(FileSystemError) -> (name: BlobName, isNew: Bool) {
    let (name, storing) = try storing(bytes)
    return (name, storing == .new)
  }

  /// What became of a file that was to be kept.
  public enum Storing: Sendable, Hashable {
    case new, wasHere
    /// What had its name was not that file.
    case mended
  }

  /// Keeps a file as ``store(_:)`` does, and tells what became of it.
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
      // Whoever made it may not have come so far.
      try FileSystem.flush(file(name))
      try FileSystem.flush(path)
      return (name, .wasHere)
    }
    try File.replace(file(name), with: bytes)
    protect(name)
    return (name, .mended)
  }

  /// Whether anything was ever kept here.
  public var isUsed: Bool { FileSystem.isDirectory(path) }

  /// Removes the folder, with what was brought in part.
  public func removeAll() { FileSystem.removeTree(path) }

  /// What became of a file that was to be copied.
  public enum Copying: Sendable, Hashable {
    case wasHere, copied
    /// The other folder has none of that name.
    case absent
    /// What has that name there has another hash, and was not taken.
    case damaged
  }

  /// Takes a file from another folder where it is not here as a whole, by its
  /// hash. That it has its name lasts once ``flush()`` was called.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - other: Where it is.
  ///   - isRehearsal: Whether nothing is written.
  /// - Returns: What became of it.
  /// - Throws: `FileSystemError`.
  public func copy(
    _ name: BlobName, from other: BlobFolder, isRehearsal: Bool = false
  ) throws(FileSystemError) -> Copying {
    // One that a disk cannot read is as good as damaged.
    if byteCount(of: name) != nil, (try? isWhole(name)) == true {
      return .wasHere
    }
    do {
      let status = try FileStatus(of: other.file(name), followsLinks: false)
      guard status.kind == .file else { return .absent }
    } catch {
      // One that cannot be looked at may be there.
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

  /// The whole of a file; `nil` where it is not here.
  ///
  /// - Throws: `FileSystemError`; ``StorageError`` where its bytes have
  ///   another hash.
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

  /// A file, or what was brought of one.
  public struct Entry: Sendable {
    /// Its name, or that of the whole.
    public let name: BlobName
    /// How many bytes there are.
    public let byteCount: Int
    /// Seconds since 1970.
    public let modifiedAt: Int

    public init(name: BlobName, byteCount: Int, modifiedAt: Int) {
      self.name = name
      self.byteCount = byteCount
      self.modifiedAt = modifiedAt
    }
  }

  /// The files that are here, those brought in part among them.
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

  /// Whether a file's bytes have the hash that it is named by.
  public func isWhole(_ name: BlobName) throws(FileSystemError) -> Bool {
    try Self.name(ofFile: file(name)) == name
  }

  /// Has a damaged file brought again, and keeps it as it is where none comes.
  ///
  /// - Returns: Whether one came.
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

  /// Takes a file away, and what was brought of it in part.
  ///
  /// - Returns: Whether it was here.
  public func remove(_ name: BlobName) throws(FileSystemError) -> Bool {
    try FileSystem.remove(partialFile(name))
    return try FileSystem.remove(file(name))
  }

  /// The name that the bytes of a file have.
  public static func name(
    ofFile path: String
  ) throws(FileSystemError) -> BlobName {
    let file = try File(path, .readingAtOnce)
    guard try file.status.kind == .file else {
      throw FileSystemError(operation: "read", path: path, code: EISDIR)
    }
    return try name(of: file)
  }

  /// The name that the remaining bytes of an open file have.
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

  /// Removes what killed processes have left of files that they wrote, and what
  /// was brought in part and not gone on with for a week.
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

  /// The names of the files that killed processes have left in the midst of
  /// writing.
  public var deadParts: [String] { (try? Folder(path))?.deadParts ?? [] }
}
