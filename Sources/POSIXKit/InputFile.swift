public import ErrorKit
internal import Glibc

/// Reads what a person names, or pipes in, as a whole, but never without end.
public enum InputFile {
  /// How many bytes are read at most.
  public enum Limit: Int, Sendable {
    /// Of what one person writes: a form.
    case form = 0x10_0000
    /// Of what a program exports: a whole journal, a table.
    case data = 0x4000_0000
    /// Of a catalogue of all the plants of the world.
    case catalogue = 0x1_0000_0000

    fileprivate var text: String {
      switch self {
      case .form: "1 MiB"
      case .data: "1 GiB"
      case .catalogue: "4 GiB"
      }
    }
  }

  /// The contents of a file, a pipe or what is typed at a terminal.
  ///
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  public static func read(_ path: String, atMost limit: Limit) throws -> [UInt8]
  {
    try contents(try open(path, atMost: limit), path, atMost: limit)
  }

  /// What gives the next bytes of a file, none at its end.
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

  /// All that a source gives, which errors call `name`.
  ///
  /// - Throws: ``InputFileError``, and what `source` throws.
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

/// A file that a person named and that is not read.
public enum InputFileError: DescribedError, Sendable, Hashable {
  /// Its path is empty.
  case unnamed
  /// It is longer than anything that belongs there.
  case tooLong(name: String, limit: InputFile.Limit)
  /// It is a device, which may never end.
  case device(String)

  public var facts: ErrorFacts {
    switch self {
    case .unnamed:
      .init(
        .invalidInput, "the path is empty, so it names no file", "name a file")
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
