/// Reads lines of fields with something between them: CSV (RFC 4180) and its
/// kin. Fields in quotes may hold separators, line breaks and doubled quotes.
struct DelimitedText {
  private let bytes: [UInt8]
  private let separator: UInt8
  private let quote: UInt8?
  private var offset = 0
  private var nextLine = 1
  /// The number of the line that was read last, from 1.
  private(set) var line = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, with or without a byte order mark.
  ///   - separator: What stands between two fields.
  ///   - quote: What may stand around a field; `nil` where nothing does.
  init(
    _ bytes: [UInt8], separator: UInt8, quote: UInt8? = UInt8(ascii: "\"")
  ) {
    self.bytes = bytes
    self.separator = separator
    self.quote = quote
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  /// Reads the next line that is not empty.
  ///
  /// - Parameter fields: Is filled with where the line's fields lie.
  /// - Returns: Whether there was a line.
  /// - Throws: `openQuote`.
  mutating func next(
    _ fields: inout [Field]
  ) throws(CatalogueReadingError) -> Bool {
    repeat {
      guard offset < bytes.count else { return false }
      fields.removeAll(keepingCapacity: true)
      line = nextLine
      var hasMore = true
      while hasMore {
        let (field, endsLine) = try nextField()
        fields.append(field)
        hasMore = !endsLine
      }
    } while fields.count == 1 && fields[0].range.isEmpty
    return true
  }

  /// A field's text, without spaces around it; empty where the line has no
  /// such field.
  func text(_ index: Int?, _ fields: [Field]) -> String {
    guard let index, index < fields.count else { return "" }
    let field = fields[index]
    var range = field.range
    while let first = range.first, bytes[first] == UInt8(ascii: " ") {
      range = range.dropFirst()
    }
    while let last = range.last, bytes[last] == UInt8(ascii: " ") {
      range = range.dropLast()
    }
    guard field.hasDoubledQuotes, let quote else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var text: [UInt8] = []
    var wasQuote = false
    for byte in bytes[range] {
      wasQuote = byte == quote && !wasQuote
      if !(byte == quote && !wasQuote) { text.append(byte) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Where a field lies.
  struct Field {
    var range: Range<Int>
    var hasDoubledQuotes = false
  }

  private mutating func nextField()
    throws(CatalogueReadingError) -> (field: Field, endsLine: Bool)
  {
    guard offset < bytes.count, bytes[offset] == quote else {
      let (range, endsLine) = restOfField()
      return (Field(range: range), endsLine)
    }
    let field = try quotedField()
    // Whatever stands between a closing quote and the separator is dropped.
    return (field, restOfField().endsLine)
  }

  /// Goes on behind the next separator or line break.
  private mutating func restOfField() -> (range: Range<Int>, endsLine: Bool) {
    let start = offset
    while offset < bytes.count, bytes[offset] != separator,
      bytes[offset] != UInt8(ascii: "\n")
    {
      offset += 1
    }
    var end = offset
    let endsLine = offset == bytes.count || bytes[offset] != separator
    if endsLine {
      nextLine += 1
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    offset = min(offset + 1, bytes.count)
    return (start..<end, endsLine)
  }

  /// What stands between quotes; goes on behind the closing one.
  private mutating func quotedField() throws(CatalogueReadingError) -> Field {
    offset += 1
    let start = offset
    var hasDoubledQuotes = false
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { nextLine += 1 }
      if bytes[offset] == quote {
        guard offset + 1 < bytes.count, bytes[offset + 1] == quote else {
          offset += 1
          return Field(
            range: start..<(offset - 1), hasDoubledQuotes: hasDoubledQuotes)
        }
        hasDoubledQuotes = true
        offset += 1
      }
      offset += 1
    }
    throw .openQuote(line: line)
  }
}
