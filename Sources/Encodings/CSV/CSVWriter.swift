/// Writes comma-separated values in the form of RFC 4180: lines end in CRLF,
/// and fields are quoted if necessary.
///
/// A field that begins or ends with a space is quoted too, since readers differ
/// on whether such a space counts.
public struct CSVWriter: Sendable {
  /// The output so far, as UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  public init() {}

  /// Empties the writer and keeps its capacity.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a record.
  public mutating func record(_ fields: some Collection<String>) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(CSVByte.delimiters[0]) }
      // An empty line would not be a record.
      write(field, isAlone: fields.count == 1)
    }
    bytes += [CSVByte.carriageReturn, CSVByte.lineFeed]
  }

  private mutating func write(_ field: String, isAlone: Bool) {
    guard Self.needsQuotes(field) || (isAlone && field.isEmpty) else {
      bytes += field.utf8
      return
    }
    bytes.append(CSVByte.quote)
    for byte in field.utf8 {
      if byte == CSVByte.quote { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(CSVByte.quote)
  }

  private static func needsQuotes(_ field: String) -> Bool {
    let units = field.utf8
    guard let first = units.first, let last = units.last else { return false }
    // A mark at the start of the file would not be read as text.
    return isSpace(first) || isSpace(last)
      || units.starts(with: CSVByte.byteOrderMark)
      || units.contains { byte in
        byte == CSVByte.quote || byte == CSVByte.lineFeed
          || byte == CSVByte.carriageReturn
          || CSVByte.delimiters.contains(byte)
      }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 }
}
