internal import Glibc
internal import JournalLog

/// Reads what a person names, or pipes in, as a whole, but never without end.
enum InputFile {
  /// How many bytes are read at most.
  enum Limit: Int, Sendable {
    /// Of what one person writes: a form.
    case form = 0x10_0000
    /// Of what a program exports: a whole journal, a table.
    case data = 0x4000_0000
    /// Of a catalogue of all the plants of the world.
    case catalogue = 0x1_0000_0000
  }

  /// The contents of a file, a pipe or what is typed at a terminal.
  ///
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  static func read(_ path: String, atMost limit: Limit) throws -> [UInt8] {
    guard !path.isEmpty else { throw InputFileError.unnamed }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw FileSystemError(operation: "open", path: path, code: errno)
    }
    defer { close(descriptor) }
    try check(descriptor, path, atMost: limit)
    return try read(descriptor, path, atMost: limit)
  }

  /// Everything that comes in on a descriptor, whatever it is.
  ///
  /// - `name`: What errors call it.
  static func read(
    _ descriptor: Int32, _ name: String, atMost limit: Limit
  ) throws -> [UInt8] {
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw FileSystemError(operation: "read", path: name, code: errno)
      }
      guard count > 0 else { return contents }
      contents += chunk[..<count]
      guard contents.count <= limit.rawValue else {
        throw InputFileError.tooLong(name: name, limit: limit)
      }
    }
  }

  /// Refuses what has no end, and at once what is too long.
  private static func check(
    _ descriptor: Int32, _ path: String, atMost limit: Limit
  ) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileSystemError(operation: "fstat", path: path, code: errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size <= limit.rawValue else {
        throw InputFileError.tooLong(name: path, limit: limit)
      }
    case S_IFIFO: break
    case S_IFDIR:
      throw FileSystemError(operation: "read", path: path, code: EISDIR)
    default:
      guard isatty(descriptor) == 1 else {
        throw InputFileError.device(path)
      }
    }
  }
}

/// A file that a person named and that is not read.
enum InputFileError: Error, Sendable, Hashable {
  /// Its path is empty.
  case unnamed
  /// It is longer than anything that belongs there.
  case tooLong(name: String, limit: InputFile.Limit)
  /// It is a device, which may never end.
  case device(String)
}
