public import ErrorKit

/// The form of records in delimited text.
public struct CSVDialect: Sendable, Hashable {
  /// The separator of fields; `nil` to detect it in the first line.
  ///
  /// Spreadsheets write semicolons if the comma is the decimal sign.
  public var delimiter: UInt8?
  /// The quote around a field that contains delimiters, line breaks or,
  /// doubled, quotes; `nil` for no quoting.
  public var quote: UInt8?
  /// A Boolean value that indicates whether misplaced quotes and bytes that are
  /// not UTF-8 are accepted. If so, a carriage return alone does not end a
  /// line.
  public var isLenient: Bool

  /// Creates a dialect: by default that of RFC 4180, refusing errors.
  public init(
    delimiter: UInt8? = nil, quote: UInt8? = CSVByte.quote,
    isLenient: Bool = false
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.isLenient = isLenient
  }
}

/// The special bytes of a table.
public enum CSVByte {
  /// The quote around fields, doubled within them.
  public static let quote: UInt8 = 0x22
  /// The end of a line, alone or after a carriage return.
  public static let lineFeed: UInt8 = 0x0a
  /// The end of a line, alone or before a line feed.
  public static let carriageReturn: UInt8 = 0x0d
  /// The separators of fields; of equally frequent ones, the first counts.
  static let delimiters: [UInt8] = [0x2c, 0x3b, 0x09]
  static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}

/// Returns the next bytes of a long input; none at its end.
public typealias ByteSource = () throws -> [UInt8]

/// Returns a source of bytes in memory.
public func byteSource(of bytes: [UInt8]) -> ByteSource {
  var rest = bytes
  return {
    defer { rest = [] }
    return rest
  }
}

/// Reads records of delimited text (RFC 4180 and similar forms) one after
/// another, from bytes that arrive in pieces.
///
/// Lines may end in CRLF, LF or CR, and the text may begin with a byte order
/// mark. Only a piece and a record are held in memory.
public struct CSVReader {
  private let nextPiece: ByteSource
  private let quote: UInt8?
  private let isLenient: Bool
  private var delimiter: UInt8
  private var piece: [UInt8]
  private var index = 0
  private var countBefore = 0
  private var line = 1
  // Characters of the line read so far.
  private var column = 0

  /// A Boolean value that indicates whether the text ended without a line
  /// break, so that the last record may be cut off.
  public private(set) var endedInRecord = false

  /// The number of bytes read so far.
  public var offset: Int { countBefore + index }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - dialect: The form of its records.
  /// - Throws: `CSVError` for UTF-16, which spreadsheets also write, and the
  ///   errors of `source`.
  public init(
    _ source: @escaping ByteSource, _ dialect: CSVDialect = CSVDialect()
  ) throws {
    nextPiece = source
    quote = dialect.quote
    isLenient = dialect.isLenient
    delimiter = dialect.delimiter ?? CSVByte.delimiters[0]
    piece = try source()
    while piece.count < 3, try takeInMore() {}
    guard !piece.starts(with: [0xff, 0xfe]), !piece.starts(with: [0xfe, 0xff])
    else { throw failure(.utf16) }
    if piece.starts(with: CSVByte.byteOrderMark) {
      index = CSVByte.byteOrderMark.count
    }
    guard dialect.delimiter == nil else { return }
    var isWhole = false
    repeat {
      (delimiter, isWhole) = mostFrequentDelimiter()
    } while try !isWhole && takeInMore()
  }

  /// Reads ahead; returns whether there was more.
  private mutating func takeInMore() throws -> Bool {
    guard piece.count < CSVRecord.mostBytes else { return false }
    let more = try nextPiece()
    piece += more
    return !more.isEmpty
  }

  /// The most frequent delimiter in the first line, outside quotes; the comma
  /// if there is none. Also returns whether the line ends in the bytes read.
  private func mostFrequentDelimiter() -> (delimiter: UInt8, isWhole: Bool) {
    var counts = CSVByte.delimiters.map { _ in 0 }
    var isQuoted = false
    var isWhole = false
    for byte in piece[index...] {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      isWhole = isLineEnd(byte)
      if isWhole { break }
      if let place = CSVByte.delimiters.firstIndex(of: byte) {
        counts[place] += 1
      }
    }
    let most = counts.max() ?? 0
    let best = CSVByte.delimiters[counts.firstIndex(of: most) ?? 0]
    return (best, isWhole)
  }

  /// The next record, including blank ones; `nil` at the end.
  public mutating func next() throws -> CSVRecord? {
    var record = CSVRecord()
    return try read(&record) ? record : nil
  }

  /// Reads the next record, including blank ones, into the storage of another.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `CSVError`, or the error of the source.
  public mutating func read(_ record: inout CSVRecord) throws -> Bool {
    guard try peek() != nil else { return false }
    record.begin(line: line)
    while true {
      try readField(&record)
      guard let byte = try peek(), byte == delimiter else { break }
      take(byte)
    }
    try takeLineEnd()
    return true
  }

  // MARK: Fields

  private mutating func readField(_ record: inout CSVRecord) throws {
    let start = (line: line, column: column)
    if let quote, try peek() == quote {
      try readQuotedField(&record, quote)
    } else {
      try readPlainField(&record)
    }
    guard isLenient || record.endsInText else {
      throw CSVError(
        reason: .notUTF8, line: start.line, column: start.column + 1)
    }
  }

  private mutating func readPlainField(_ record: inout CSVRecord) throws {
    while try peek() != nil {
      let start = index
      while index < piece.count, piece[index] != delimiter,
        !isLineEnd(piece[index]), isLenient || piece[index] != quote
      {
        take(piece[index])
      }
      try record.append(piece[start..<index])
      if index < piece.count { break }
    }
    let next = try peek()
    if let next, next == quote, next != delimiter, !isLenient {
      throw failure(.strayQuote)
    }
    try record.endField(
      isQuoted: false,
      droppingCarriageReturn: isLenient && next != delimiter)
  }

  private mutating func readQuotedField(
    _ record: inout CSVRecord, _ quote: UInt8
  ) throws {
    let opening = failure(.unclosedQuote)
    take(quote)
    while let byte = try peek() {
      take(byte)
      if byte == quote {
        guard try peek() == quote else {
          try record.endField(isQuoted: true)
          return try takeRestOfField()
        }
        take(quote)
      } else if byte == CSVByte.lineFeed {
        beginLine()
      }
      try record.append(CollectionOfOne(byte))
    }
    throw opening
  }

  /// Skips the characters between a closing quote and the delimiter, where
  /// there should be none.
  private mutating func takeRestOfField() throws {
    while let byte = try peek(), byte != delimiter, !isLineEnd(byte) {
      guard isLenient else { throw failure(.textAfterQuote) }
      take(byte)
    }
  }

  // MARK: Bytes

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == CSVByte.lineFeed
      || (byte == CSVByte.carriageReturn && !isLenient)
  }

  @inline(__always)
  private mutating func peek() throws -> UInt8? {
    if index < piece.count { return piece[index] }
    return try peekIntoNextPiece()
  }

  private mutating func peekIntoNextPiece() throws -> UInt8? {
    countBefore += piece.count
    index = 0
    piece = try nextPiece()
    return piece.first
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) {
    index += 1
    if byte & 0xc0 != 0x80 { column += 1 }
  }

  private mutating func takeLineEnd() throws {
    guard let byte = try peek() else {
      endedInRecord = true
      return
    }
    take(byte)
    if byte == CSVByte.carriageReturn, try peek() == CSVByte.lineFeed {
      take(CSVByte.lineFeed)
    }
    beginLine()
  }

  private mutating func beginLine() {
    line += 1
    column = 0
  }

  private func failure(_ reason: CSVError.Reason) -> CSVError {
    CSVError(reason: reason, line: line, column: column + 1)
  }
}

/// The reason why bytes are not comma-separated values, and the place.
public struct CSVError: DescribedError, Sendable, Hashable {
  /// The kind of error, in words.
  public enum Reason: String, Sendable {
    /// A quote stands where only an unquoted field may go on.
    case strayQuote = "a quote stands inside of an unquoted field"
    /// Text follows the end of a quoted field.
    case textAfterQuote = "text follows the quote that closes a field"
    /// The input ends within a quoted field.
    case unclosedQuote = "this quote is never closed"
    /// The bytes of a field are not UTF-8.
    case notUTF8 = "the field is not UTF-8"
    /// The input begins as UTF-16 does.
    case utf16 = "the file is UTF-16, not UTF-8"
    /// The record is longer than any may be.
    case tooLong = "more than 16 MiB or 65,536 fields belong to one record"
  }

  /// The kind of error.
  public let reason: Reason
  /// The line of the file, counted from 1.
  public let line: Int
  /// The character of the line, counted from 1.
  public let column: Int

  /// Creates an error.
  public init(reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  public var facts: ErrorFacts {
    let remedy: Remedy =
      switch reason {
      case .strayQuote, .textAfterQuote, .unclosedQuote:
        """
        a field that holds a quote stands in quotes, and the quote twice: \
        "say ""hello\"""
        """
      case .tooLong:
        "check that it is a table, and that quotes are closed where fields end"
      case .notUTF8, .utf16: "save the table as CSV in UTF-8"
      }
    return .init(
      .invalidInput, "line \(line), column \(column): \(reason.rawValue)",
      remedy, outcome: .nothingWritten, title: "Import Failed")
  }
}
