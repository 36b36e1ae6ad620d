internal import CPOSIXShims
internal import Glibc

/// An open file, closed with the value that holds it. No program that is
/// started inherits it.
public struct File: ~Copyable {
  /// The purpose for which a file is opened.
  public enum Mode: Sendable {
    /// To be read; opening a pipe waits for its writer.
    case reading
    /// To be read, without waiting for the writer of a pipe.
    case readingAtOnce
    /// To be written, as a pipe of this process that is opened once more,
    /// without waiting for its reader.
    case writingAtOnce
    /// To be written from its start; made if missing.
    case replacing
    /// To be written over its contents from the start; made if missing.
    case overwriting
    /// To be written; it must not exist yet.
    case making
    /// To be written without truncation; made if missing.
    case keeping
    /// To be written at its end; made if missing.
    case appending
    /// A directory.
    case directory

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NOCTTY
      case .readingAtOnce: O_RDONLY | O_NONBLOCK
      case .writingAtOnce: O_WRONLY | O_NONBLOCK
      // Others may have put a link where a file is to be made.
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      // A pipe without a reader is not waited for.
      case .overwriting: O_WRONLY | O_CREAT | O_NONBLOCK | O_NOFOLLOW
      case .making: O_WRONLY | O_CREAT | O_EXCL
      case .keeping: O_WRONLY | O_CREAT | O_NOFOLLOW
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
      case .directory: O_RDONLY | O_DIRECTORY
      }
    }
  }

  /// The system's number for the file.
  public let descriptor: Int32
  /// The name of the file in errors.
  public let path: String

  /// Opens a file. A new one is for its owner alone, and is not made through a
  /// link.
  public init(_ path: String, _ mode: Mode) throws(FileSystemError) {
    descriptor = open(path, mode.flags | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor < 0 else { return }
    let error = FileSystemError("open", path)
    let isLink = error.code == ELOOP && mode.flags & O_NOFOLLOW != 0
    throw isLink ? .link(path) : error
  }

  /// Takes over a descriptor.
  init(owning descriptor: Int32, called path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// The system's facts about the file.
  public var status: FileStatus {
    get throws(FileSystemError) {
      try FileStatus(ofOpen: descriptor, path: path)
    }
  }

  /// Reads up to `count` bytes from the current offset; none at the end.
  public func read(_ count: Int) throws(FileSystemError) -> [UInt8] {
    try Self.read(count, from: descriptor, path)
  }

  /// Reads all remaining bytes.
  ///
  /// - Throws: `EFBIG` for more than `limit` bytes.
  public func contents(atMost limit: Int) throws(FileSystemError) -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      let piece = try read(1 << 16)
      if piece.isEmpty { return contents }
      if contents.isEmpty { contents = piece } else { contents += piece }
      guard contents.count <= limit else {
        throw FileSystemError(operation: "read", path: path, code: EFBIG)
      }
    }
  }

  /// Reads up to `count` bytes from `offset`, whatever the current offset; none
  /// at the end.
  public func read(
    _ count: Int, at offset: Int
  ) throws(FileSystemError) -> [UInt8] {
    var status = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) {
      buffer, initialized in
      repeat {
        status = pread(descriptor, buffer.baseAddress, count, offset)
      } while status < 0 && errno == EINTR
      initialized = max(0, status)
    }
    try checked("pread", path, status)
    return bytes
  }

  /// Writes all of `bytes`.
  public func write(_ bytes: ArraySlice<UInt8>) throws(FileSystemError) {
    try Self.write(bytes, to: descriptor, path)
  }

  /// Goes to the beginning, where reading and writing continue.
  public func rewind() throws(FileSystemError) {
    try checked("lseek", path, lseek(descriptor, 0, SEEK_SET))
  }

  /// Writes the rest of another file, by the system alone if it can: some file
  /// systems share the bytes then.
  public func copy(from other: borrowing File) throws(FileSystemError) {
    while true {
      let count = posixkit_copy(other.descriptor, descriptor, 1 << 30)
      if count == 0 { return }
      if count < 0, errno != EINTR { break }
    }
    while true {
      let piece = try other.read(1 << 20)
      if piece.isEmpty { return }
      try write(piece[...])
    }
  }

  /// Waits until all written bytes are on the disk.
  public func flush() throws(FileSystemError) {
    try checked("fsync", path, fsync(descriptor))
  }

  /// Waits for the lock that processes take on a file or directory while they
  /// replace something they have read (`flock(2)`). It ends with the value.
  ///
  /// - Parameter isShared: Whether others may share it.
  /// - Throws: The system's refusal.
  public func lock(isShared: Bool = false) throws(FileSystemError) {
    while posixkit_lock(descriptor, isShared ? LOCK_SH : LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileSystemError("flock", path) }
    }
  }

  /// Makes this process say once, on standard error, that it has waited for a
  /// lock for two seconds: a stopped process may hold it for ever.
  ///
  /// - Parameter text: The whole text, ending in a newline.
  public static func tellOfWaiting(_ text: String) {
    // Kept for as long as the process lives, as a signal's handler reads it.
    posixkit_tell_of_waiting(strdup(text), UInt(text.utf8.count), 2)
  }

  /// Runs `body`, which waits for a lock in its own way, and reports a long
  /// wait as ``tellOfWaiting(_:)`` says.
  public static func tellingOfWaiting<R>(_ body: () -> R) -> R {
    var wait = posixkit_wait()
    let tells = posixkit_begin_waiting(&wait) != 0
    defer { if tells { posixkit_end_waiting(&wait) } }
    return body()
  }

  /// Takes the lock if nobody holds it, and returns whether it did.
  public func isLockedAtOnce(isShared: Bool = false) -> Bool {
    flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
  }

  /// Gives the lock back.
  public func unlock() {
    flock(descriptor, LOCK_UN)
  }

  /// A Boolean value that indicates whether the path still names this file.
  ///
  /// - Throws: The system's refusal. A caller that opens the file again on
  ///   `false` would otherwise loop if only looking failed.
  public var isAtItsPath: Bool {
    get throws(FileSystemError) {
      let own = try status
      do throws(FileSystemError) {
        return own.isSameFile(as: try FileStatus(of: path))
      } catch {
        guard error.code == ENOENT else { throw error }
        return false
      }
    }
  }

  /// Opens the file at a path, and waits for its lock. If another file or
  /// directory has taken its place meanwhile, that one is locked instead.
  ///
  /// - Parameters:
  ///   - path: The file or directory.
  ///   - mode: The purpose for which it is opened.
  ///   - isShared: Whether others may share the lock.
  /// - Returns: The file at the path. It stays there as long as everybody who
  ///   would move it takes its lock first.
  /// - Throws: `ENOENT` if nothing is there, or another refusal of the system.
  public static func locked(
    _ path: String, _ mode: Mode, isShared: Bool = false
  ) throws(FileSystemError) -> File {
    while true {
      let file = try File(path, mode)
      try file.lock(isShared: isShared)
      if try file.isAtItsPath { return file }
    }
  }
}

// MARK: Whole files

extension File {
  /// The default limit for reading a small file, in bytes.
  public static let usualLimit = 1 << 20

  /// The bytes of the file at `path`; `nil` if there is none.
  ///
  /// - Throws: `EISDIR` for a directory, `EINVAL` for anything else that is no
  ///   file, such as a pipe, whose bytes somebody would have to send first, and
  ///   `EFBIG` for a file of more than `limit` bytes.
  public static func contents(
    of path: String, atMost limit: Int = usualLimit
  ) throws(FileSystemError) -> [UInt8]? {
    do throws(FileSystemError) {
      let file = try File(path, .readingAtOnce)
      try file.checkIsFile()
      return try file.contents(atMost: limit)
    } catch {
      if error.operation == "open", error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Throws `EISDIR` for a directory, and `EINVAL` if it is otherwise no file.
  func checkIsFile() throws(FileSystemError) {
    let kind = try status.kind
    guard kind != .file else { return }
    throw FileSystemError(
      operation: "read", path: path,
      code: kind == .directory ? EISDIR : EINVAL)
  }

  /// Reads up to `count` bytes from a borrowed descriptor; none at the end.
  ///
  /// - Parameters:
  ///   - count: The greatest number of bytes.
  ///   - descriptor: The descriptor.
  ///   - name: The name of the file in errors.
  /// - Returns: The bytes.
  /// - Throws: The system's refusal.
  public static func read(
    _ count: Int, from descriptor: Int32, _ name: String
  ) throws(FileSystemError) -> [UInt8] {
    var status = 0
    // What the file does not fill is never touched.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) {
      buffer, initialized in
      repeat {
        status = Glibc.read(descriptor, buffer.baseAddress, count)
      } while status < 0 && errno == EINTR
      initialized = max(0, status)
    }
    try checked("read", name, status)
    return bytes
  }

  /// Writes all of `bytes` to a borrowed descriptor that errors call `name`.
  public static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ name: String
  ) throws(FileSystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      rest = rest.dropFirst(try checked("write", name, count))
    }
  }

  /// Makes a file that nobody else can open, to be written and read; it ends
  /// with the value.
  public static func temporary() throws(FileSystemError) -> File {
    let folder = try Folder(FileSystem.temporaryDirectory)
    let file = try folder.temporaryFile(suffix: "")
    try folder.remove(FileSystem.name(of: file.path))
    return file
  }

  /// Replaces the file at `path`, as ``Folder/replace(_:with:isFlushed:)``
  /// does.
  public static func replace(
    _ path: String, with contents: [UInt8], isFlushed: Bool = true
  ) throws(FileSystemError) {
    try Folder(holding: path).replace(
      FileSystem.name(of: path), with: contents, isFlushed: isFlushed)
  }

  /// Makes the file at `path`, as ``Folder/make(_:with:isShared:)`` does.
  public static func make(
    _ path: String, with contents: [UInt8], isShared: Bool = false
  ) throws(FileSystemError) -> Bool {
    try Folder(holding: path).make(
      FileSystem.name(of: path), with: contents, isShared: isShared)
  }

  /// Makes the file at `path` from the output of `body`, on the disk when this
  /// returns, whole or not at all. The process's mask of modes says who may
  /// read it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replaces: Whether an existing file of the name gives way. Links,
  ///     devices and pipes never do.
  ///   - body: Writes to an empty file, which then gets the name.
  /// - Returns: The result of `body`.
  /// - Throws: `EEXIST` if something of the name does not give way, the
  ///   system's refusal, or the error of `body`.
  public static func make<R>(
    _ path: String, replaces: Bool, _ body: (borrowing File) throws -> R
  ) throws -> R {
    try Folder(holding: path).make(
      FileSystem.name(of: path), replaces: replaces, body)
  }

  /// The end of the names under which files are written.
  public static let partialSuffix = ".part"

  /// Makes a file with a passing name, to be written and renamed. It is locked
  /// while open: so other processes recognise the remains of a killed one.
  ///
  /// - Throws: The system's refusal.
  public static func part(
    in directory: String
  ) throws(FileSystemError) -> File {
    try Folder(directory).part()
  }

  /// Returns whether a name has the form of a ``part(in:)``.
  public static func isPart(_ name: String) -> Bool {
    FileSystem.isTemporaryName(name, partialSuffix)
  }

  /// The path at which ``replace(_:with:)`` wrote in earlier versions.
  public static func temporaryPath(for path: String) -> String { path + ".tmp" }
}
