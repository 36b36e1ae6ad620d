public import ErrorKit
internal import Glibc

/// Reads input that a person names or pipes in, completely but with a limit.
public enum InputFile {
  /// The largest number of bytes to read.
  public enum Limit: Int, Sendable {
    /// For one person's writing: a form.
    case form = 0x10_0000
    /// For a program's export: a whole journal, a table.
    case data = 0x4000_0000
    /// For a catalogue of all plants of the world.
    case catalogue = 0x1_0000_0000

    fileprivate var text: String {
      switch self {
      case .form: "1 MiB"
      case .data: "1 GiB"
      case .catalogue: "4 GiB"
      }
    }
  }

  /// The contents of a file, a pipe or terminal input.
  ///
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  public static func read(_ path: String, atMost limit: Limit) throws -> [UInt8]
  {
    try contents(try open(path, atMost: limit), path, atMost: limit)
  }

  /// Returns a source of a file's bytes, empty at its end.
  ///
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  public static func open(
    _ path: String, atMost limit: Limit
  ) throws -> () throws -> [UInt8] {
    guard !path.isEmpty else { throw InputFileError.unnamed }
    let file = try File(path, .reading)
    let status = try file.status
    switch status.kind {
    case .file:
      guard status.byteCount <= limit.rawValue else {
        throw InputFileError.tooLong(name: path, limit: limit)
      }
    case .pipe: break
    case .directory:
      throw FileSystemError(operation: "read", path: path, code: EISDIR)
    case .link, .other:
      guard isatty(file.descriptor) == 1 else {
        throw InputFileError.device(path)
      }
    }
    var count = 0
    return {
      let bytes = try file.read(1 << 16)
      count += bytes.count
      guard count <= limit.rawValue else {
        throw InputFileError.tooLong(name: path, limit: limit)
      }
      return bytes
    }
  }

  /// Returns everything in a source, which errors call `name`.
  ///
  /// - Throws: ``InputFileError``, and the errors of `source`.
  public static func contents(
    _ source: () throws -> [UInt8], _ name: String, atMost limit: Limit
  ) throws -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      let bytes = try source()
      guard !bytes.isEmpty else { return contents }
      if contents.isEmpty { contents = bytes } else { contents += bytes }
      guard contents.count <= limit.rawValue else {
        throw InputFileError.tooLong(name: name, limit: limit)
      }
    }
  }
}

/// An error about a file that a person named.
public enum InputFileError: DescribedError, Sendable, Hashable {
  /// The path is empty.
  case unnamed
  /// The file is longer than any valid one.
  case tooLong(name: String, limit: InputFile.Limit)
  /// The file is a device, which may never end.
  case device(String)

  public var facts: ErrorFacts {
    switch self {
    case .unnamed:
      .init(
        .invalidInput, "the path is empty", "name a file")
    case .tooLong(let name, let limit):
      .init(
        .invalidInput,
        "\(name) is longer than \(limit.text), more than is read of it",
        "check that it is the right file")
    case .device(let path):
      .init(
        .invalidInput, "\(path) is a device, which may never end",
        "name a file or a pipe")
    }
  }
}
