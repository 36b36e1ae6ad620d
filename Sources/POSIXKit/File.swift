internal import CPOSIXShims
internal import Glibc

/// An open file, closed with the value that holds it. No program that is
/// started inherits it.
public struct File: ~Copyable {
  /// What a file is opened for.
  public enum Mode: Sendable {
    /// To be read; a pipe is waited for until somebody writes.
    case reading
    /// To be read, without waiting for whoever writes into a pipe.
    case readingAtOnce
    /// To be written, as a pipe of this process that is opened once more,
    /// without waiting for whoever reads.
    case writingAtOnce
    /// To be written from its start; made where it is missing.
    case replacing
    /// To be written over what is there from its start; made where it is
    /// missing.
    case overwriting
    /// To be written; it must not be there yet.
    case making
    /// To be written as far as it is there; made where it is missing.
    case keeping
    /// To be written at its end; made where it is missing.
    case appending
    /// A directory.
    case directory

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY | O_NOCTTY
      case .readingAtOnce: O_RDONLY | O_NONBLOCK
      case .writingAtOnce: O_WRONLY | O_NONBLOCK
      // What is made may be where others have put a link.
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      // A pipe that nobody reads is not waited for.
      case .overwriting: O_WRONLY | O_CREAT | O_NONBLOCK | O_NOFOLLOW
      case .making: O_WRONLY | O_CREAT | O_EXCL
      case .keeping: O_WRONLY | O_CREAT | O_NOFOLLOW
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
      case .directory: O_RDONLY | O_DIRECTORY
      }
    }
  }

  /// The number under which the system knows it.
  public let descriptor: Int32
  /// What errors call it.
  public let path: String

  /// Opens a file; one that is made is for its owner alone, and is not made
  /// where a link leads.
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

  /// What the system says of the file.
  public var status: FileStatus {
    get throws(FileSystemError) {
      try FileStatus(ofOpen: descriptor, path: path)
    }
  }

  /// Up to `count` bytes from where reading has come; none at the end.
  public func read(_ count: Int) throws(FileSystemError) -> [UInt8] {
    try Self.read(count, from: descriptor, path)
  }

  /// All bytes that are left.
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

  /// Up to `count` bytes from `offset`, wherever reading has come; none at
  /// the end.
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

  /// Writes what another file holds from where it was read to, by the system
  /// alone where that can: some file systems share the bytes then.
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

  /// Waits until what was written is on the disk.
  public func flush() throws(FileSystemError) {
    try checked("fsync", path, fsync(descriptor))
  }

  /// Waits for the lock that processes take on a file or directory while they
  /// replace something by what they read (`flock(2)`). It ends with the value.
  ///
  /// - Parameter isShared: Whether others may share it.
  /// - Throws: What the system refuses.
  public func lock(isShared: Bool = false) throws(FileSystemError) {
    while posixkit_lock(descriptor, isShared ? LOCK_SH : LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileSystemError("flock", path) }
    }
  }

  /// Has this process tell on standard error, once, where it waits for a lock
  /// longer than two seconds: whoever holds it may be stopped, and hold it for
  /// ever.
  ///
  /// - Parameter text: The whole text, ending in a newline.
  public static func tellOfWaiting(_ text: String) {
    // Kept for as long as the process lives, as a signal's handler reads it.
    posixkit_tell_of_waiting(strdup(text), UInt(text.utf8.count), 2)
  }

  /// Runs `body`, which may wait for a lock in a way of its own, and tells of
  /// that as ``tellOfWaiting(_:)`` says.
  public static func tellingOfWaiting<R>(_ body: () -> R) -> R {
    var wait = posixkit_wait()
    let tells = posixkit_begin_waiting(&wait) != 0
    defer { if tells { posixkit_end_waiting(&wait) } }
    return body()
  }

  /// Takes the lock if nobody is in the way; whether it did.
  public func isLockedAtOnce(isShared: Bool = false) -> Bool {
    flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
  }

  /// Gives the lock back.
  public func unlock() {
    flock(descriptor, LOCK_UN)
  }

  /// A Boolean value that indicates whether the path still names this file, and
  /// not another by now.
  ///
  /// - Throws: What the system refuses: whoever opens again what is not there
  ///   would do so without end where only looking fails.
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

  /// Opens what lies at a path, and waits for its lock. Where another file or
  /// directory has taken the place meanwhile, that one is locked instead.
  ///
  /// - Parameters:
  ///   - path: The file or directory.
  ///   - mode: What it is opened for.
  ///   - isShared: Whether others may share the lock.
  /// - Returns: The file, which is at its path; as long as all who would
  ///   move it take its lock first, it stays there.
  /// - Throws: `ENOENT` where nothing is there, and what else the system
  ///   refuses.
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
  /// How many bytes are read of a small file where nothing else is said.
  public static let usualLimit = 1 << 20

  /// The bytes of the file at `path`; `nil` where there is none.
  ///
  /// - Throws: `EISDIR` for a directory, `EINVAL` for what else is no file,
  ///   such as a pipe, whose bytes somebody would have to send first, and
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

  /// Throws `EISDIR` for a directory, and `EINVAL` for what else is no file.
  func checkIsFile() throws(FileSystemError) {
    let kind = try status.kind
    guard kind != .file else { return }
    throw FileSystemError(
      operation: "read", path: path,
      code: kind == .directory ? EISDIR : EINVAL)
  }

  /// Up to `count` bytes of a descriptor that somebody else closes; none at
  /// the end.
  ///
  /// - Parameters:
  ///   - count: How many bytes at most.
  ///   - descriptor: The descriptor.
  ///   - name: What errors call it.
  /// - Returns: The bytes.
  /// - Throws: What the system refuses.
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

  /// Writes all of `bytes` to a descriptor that somebody else closes, and that
  /// errors call `name`.
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

  /// Makes the file at `path` of what `body` writes, on the disk when this
  /// returns, whole or not at all; for all whom the process's mask of modes
  /// lets read it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replaces: Whether a file that has the name gives way. Links, devices
  ///     and pipes never do.
  ///   - body: Writes to an empty file, which then gets the name.
  /// - Returns: What `body` returned.
  /// - Throws: `EEXIST` where something has the name that does not give way,
  ///   what the system refuses, and what `body` throws.
  public static func make<R>(
    _ path: String, replaces: Bool, _ body: (borrowing File) throws -> R
  ) throws -> R {
    try Folder(holding: path).make(
      FileSystem.name(of: path), replaces: replaces, body)
  }

  /// The end of the names under which files are written.
  public static let partialSuffix = ".part"

  /// Makes a file with a passing name, to be written and renamed. It is locked
  /// as long as it is open: so others know what a killed process has left.
  ///
  /// - Throws: What the system refuses.
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
