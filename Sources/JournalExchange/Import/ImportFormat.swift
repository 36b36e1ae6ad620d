public import Encodings

/// What an input that was handed over might be, by its first bytes.
public enum ImportFormat: Sendable, Hashable {
  /// Events, one JSON object a line.
  case events
  /// A table of comma-separated values.
  case table
  /// A ZIP archive.
  case archive
  /// The document that `export json` writes.
  case document
  /// A list of rows in JSON, as a backup of HortusFox holds them.
  case rows

  /// Looks at the beginning of what a source gives.
  ///
  /// - Throws: What `source` throws.
  public static func sniffed(in source: ByteSource) throws -> ImportFormat {
    var text: ArraySlice<UInt8> = []
    var isStart = true
    // Long enough for what is looked for, behind any blanks.
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
    // Nothing at all is no table either; as events it is no mistake.
    case nil: return .events
    default: return .table
    }
  }

  private static let archiveStart = Array("PK\u{3}\u{4}".utf8)
  private static let documentStart = Array(
    "{\"format\":\"plantguide.export".utf8)
}
