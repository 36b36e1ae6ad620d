/// What separates the fields of a record. Spreadsheets write semicolons where
/// the comma is the decimal sign.
public enum CSVDelimiter: UInt8, Sendable, CaseIterable {
  case comma = 0x2c
  case semicolon = 0x3b
  case tab = 0x09

  /// The delimiter that stands most often in the first line, outside of
  /// quotes; the comma where there is none.
  static func sniffed(in bytes: [UInt8], from start: Int) -> CSVDelimiter {
    var counts: [CSVDelimiter: Int] = [:]
    var isQuoted = false
    for byte in bytes[start...] {
      if byte == CSVByte.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn { break }
      if let delimiter = CSVDelimiter(rawValue: byte) {
        counts[delimiter, default: 0] += 1
      }
    }
    var best = CSVDelimiter.comma
    for delimiter in allCases
    where counts[delimiter, default: 0] > counts[best, default: 0] {
      best = delimiter
    }
    return best
  }
}

/// The bytes that mean something in a table.
enum CSVByte {
  static let quote: UInt8 = 0x22
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}
