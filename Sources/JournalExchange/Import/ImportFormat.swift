public import Encodings

/// A format of an imported input, as its first bytes suggest.
public enum ImportFormat: Sendable, Hashable {
  /// The events, one JSON object a line.
  case events
  /// A table of comma-separated values.
  case table
  /// A ZIP archive.
  case archive
  /// The document of `export json`.
  case document
  /// A list of rows in JSON, as in a backup of HortusFox.
  case rows

  /// Detects the format from the beginning of a source.
  ///
  /// - Throws: Errors of `source`.
  public static func sniffed(in source: ByteSource) throws -> ImportFormat {
    var text: ArraySlice<UInt8> = []
    var isStart = true
    // It reads enough to recognise a document after any white space.
    while text.count < documentStart.count {
      let piece = try source()
      if piece.isEmpty { break }
      let bytes = text + piece
      if isStart, bytes.starts(with: archiveStart) { return .archive }
      text = bytes.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
      isStart = isStart && text.count == bytes.count
    }
    switch text.first {
    case UInt8(ascii: "{"):
      return text.starts(with: documentStart) ? .document : .events
    case UInt8(ascii: "["): return .rows
    // An empty input is no table; as events it is valid.
    case nil: return .events
    default: return .table
    }
  }

  private static let archiveStart = Array("PK\u{3}\u{4}".utf8)
  private static let documentStart = Array(
    "{\"format\":\"plantguide.export".utf8)
}
