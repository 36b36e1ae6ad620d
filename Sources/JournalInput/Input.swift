package import Encodings
internal import Glibc
package import POSIXKit

/// An input that is read in pieces, possibly several times. Each reading ends
/// when the next starts.
package struct Input {
  /// The number of bytes.
  package let byteCount: Int
  /// Starts a reading.
  package let open: () throws -> ByteSource

  /// Opens a file, a pipe or a terminal.
  ///
  /// - Parameters:
  ///   - path: The path of the input.
  ///   - limit: The maximum size.
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  package init(_ path: String, atMost limit: InputFile.Limit) throws {
    let source = try InputFile.open(path, atMost: limit)
    if let status = try? FileStatus(of: path), status.kind == .file {
      byteCount = status.byteCount
      open = { try InputFile.open(path, atMost: limit) }
    } else {
      self = try Input(keeping: source, path, atMost: limit)
    }
  }

  /// Opens standard input.
  ///
  /// - Throws: ``InputFileError``, or `FileSystemError`.
  package static func standard(atMost limit: InputFile.Limit) throws -> Input {
    let name = "standard input"
    let source = { try File.read(1 << 16, from: STDIN_FILENO, name) }
    return try Input(keeping: source, name, atMost: limit)
  }

  /// Stores the output of `source`: a small one in memory, a larger one in a
  /// temporary file, which nobody else can open and which is deleted with the
  /// input.
  private init(
    keeping source: @escaping ByteSource, _ name: String,
    atMost limit: InputFile.Limit
  ) throws {
    var kept: [UInt8] = []
    while kept.count < Self.mostInMemory {
      let piece = try source()
      guard !piece.isEmpty else {
        let bytes = kept
        byteCount = bytes.count
        open = { Encodings.byteSource(of: bytes) }
        return
      }
      kept += piece
    }
    let file = try File.temporary()
    var count = 0
    var piece = kept
    while !piece.isEmpty {
      count += piece.count
      guard count <= limit.rawValue else {
        throw InputFileError.tooLong(name: name, limit: limit)
      }
      try file.write(piece[...])
      piece = try source()
    }
    byteCount = count
    open = {
      lseek(file.descriptor, 0, SEEK_SET)
      return { try file.read(1 << 16) }
    }
  }

  private static let mostInMemory = 1 << 22
}
