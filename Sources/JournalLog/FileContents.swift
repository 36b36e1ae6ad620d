internal import Glibc

/// Whole small files, read and replaced atomically.
public enum FileContents {
  /// How many bytes are read of a file where nothing else is said.
  public static let usualLimit = 1 << 20

  /// The bytes of the file at `path`; `nil` where there is none.
  ///
  /// - Throws: `EINVAL` for what is no file, such as a pipe, whose bytes
  ///   somebody would have to send first, and `EFBIG` for a file of more than
  ///   `limit` bytes.
  public static func read(
    _ path: String, atMost limit: Int = usualLimit
  ) throws(FileSystemError) -> [UInt8]? {
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileSystemError(operation: "open", path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileSystemError(operation: "fstat", path: path, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileSystemError(operation: "read", path: path, code: EINVAL)
    }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw FileSystemError(operation: "read", path: path, code: errno)
      }
      guard count > 0 else { return contents }
      contents += chunk[..<count]
      guard contents.count <= limit else {
        throw FileSystemError(operation: "read", path: path, code: EFBIG)
      }
    }
  }

  /// Whether a link lies at `path`, wherever it leads.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Replaces the file at `path`: a temporary file, flushed, renamed over it,
  /// and the directory flushed, so that a crash leaves the old or the new.
  public static func replace(
    _ path: String, in directory: String, with contents: [UInt8]
  ) throws(FileSystemError) {
    let temporary = "\(path).\(getpid()).tmp"
    do throws(FileSystemError) {
      try write(temporary, contents)
      guard rename(temporary, path) == 0 else {
        throw FileSystemError(operation: "rename", path: path, code: errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try flush(directory)
  }

  private static func write(
    _ path: String, _ contents: [UInt8]
  ) throws(FileSystemError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      throw FileSystemError(operation: "open", path: path, code: errno)
    }
    defer { close(descriptor) }
    var offset = 0
    while offset < contents.count {
      let count = contents[offset...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw FileSystemError(operation: "write", path: path, code: errno)
      }
      offset += count
    }
    guard fsync(descriptor) == 0 else {
      throw FileSystemError(operation: "fsync", path: path, code: errno)
    }
  }

  /// Waits until a directory's entries are on the disk.
  static func flush(_ directory: String) throws(FileSystemError) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileSystemError(operation: "open", path: directory, code: errno)
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw FileSystemError(operation: "fsync", path: directory, code: errno)
    }
  }
}
