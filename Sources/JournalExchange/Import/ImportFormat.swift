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

  /// Looks at the beginning of an input.
  public static func sniffed(in bytes: [UInt8]) -> ImportFormat {
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return .archive }
    let text = bytes.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    switch text.first {
    case UInt8(ascii: "{"):
      return text.starts(with: Array("{\"format\":\"plantguide.export".utf8))
        ? .document : .events
    case UInt8(ascii: "["): return .rows
    // Nothing at all is no table either; as events it is no mistake.
    case nil: return .events
    default: return .table
    }
  }
}
