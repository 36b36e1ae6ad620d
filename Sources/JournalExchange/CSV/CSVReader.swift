internal import Encodings

/// Reads records of comma-separated values (RFC 4180) one after another.
///
/// Lines may end in CRLF, LF or CR, and the file may begin with a byte order
/// mark. What a field holds is given back to the byte; bad quoting is refused
/// rather than guessed at.
public struct CSVReader {
  private let bytes: [UInt8]
  private let delimiter: UInt8
  /// How many bytes were read so far.
  public private(set) var offset: Int
  private var line = 1
  private var lineStart: Int

  /// Creates a reader.
  ///
  /// - `delimiter`: What separates fields; `nil` to find out from the first
  ///   line.
  /// - Throws: `CSVError` for UTF-16, which spreadsheets write as well.
  public init(
    _ bytes: [UInt8], delimiter: CSVDelimiter? = nil
  ) throws(CSVError) {
    let marks: [[UInt8]] = [[0xff, 0xfe], [0xfe, 0xff]]
    guard !marks.contains(where: bytes.starts) else {
      throw CSVError(reason: .utf16, line: 1, column: 1)
    }
    self.bytes = bytes
    offset =
      bytes.starts(with: CSVByte.byteOrderMark)
      ? CSVByte.byteOrderMark.count : 0
    lineStart = offset
    self.delimiter =
      (delimiter ?? .sniffed(in: bytes, from: offset)).rawValue
  }

  /// The next record, blank ones too; `nil` at the end.
  public mutating func next() throws(CSVError) -> CSVRecord? {
    guard offset < bytes.count else { return nil }
    let start = line
    var fields: [CSVField] = []
    repeat {
      fields.append(try field())
    } while takeDelimiter()
    takeLineEnd()
    return CSVRecord(line: start, fields: fields)
  }

  private mutating func field() throws(CSVError) -> CSVField {
    offset < bytes.count && bytes[offset] == CSVByte.quote
      ? try quotedField() : try plainField()
  }

  private mutating func plainField() throws(CSVError) -> CSVField {
    let start = place
    while offset < bytes.count, !isEnd(bytes[offset]) {
      guard bytes[offset] != CSVByte.quote else {
        throw failure(.strayQuote, at: place)
      }
      offset += 1
    }
    return CSVField(try text(of: bytes[start.offset..<offset], at: start))
  }

  private mutating func quotedField() throws(CSVError) -> CSVField {
    let start = place
    var contents: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == CSVByte.quote {
        guard offset < bytes.count, bytes[offset] == CSVByte.quote else {
          try checkEnd()
          let text = try text(of: contents[...], at: start)
          return CSVField(text, isQuoted: true)
        }
        offset += 1
      } else if byte == CSVByte.lineFeed {
        beginLine()
      }
      contents.append(byte)
    }
    throw failure(.unclosedQuote, at: start)
  }

  /// Throws unless the field that was closed ends here.
  private func checkEnd() throws(CSVError) {
    guard offset == bytes.count || isEnd(bytes[offset]) else {
      throw failure(.textAfterQuote, at: place)
    }
  }

  private func text(
    of contents: ArraySlice<UInt8>, at start: Place
  ) throws(CSVError) -> String {
    guard let text = String(checking: contents.span.bytes) else {
      throw failure(.notUTF8, at: start)
    }
    return text
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == CSVByte.lineFeed
      || byte == CSVByte.carriageReturn
  }

  private mutating func takeDelimiter() -> Bool {
    guard offset < bytes.count, bytes[offset] == delimiter else {
      return false
    }
    offset += 1
    return true
  }

  private mutating func takeLineEnd() {
    guard offset < bytes.count else { return }
    let isCarriageReturn = bytes[offset] == CSVByte.carriageReturn
    offset += 1
    if isCarriageReturn, offset < bytes.count,
      bytes[offset] == CSVByte.lineFeed
    {
      offset += 1
    }
    beginLine()
  }

  private mutating func beginLine() {
    line += 1
    lineStart = offset
  }

  /// A place in the file.
  private struct Place {
    let line: Int
    let lineStart: Int
    let offset: Int
  }

  private var place: Place {
    Place(line: line, lineStart: lineStart, offset: offset)
  }

  private func failure(_ reason: CSVError.Reason, at place: Place) -> CSVError {
    let before = bytes[place.lineStart..<place.offset]
    let characters = before.count { $0 & 0xc0 != 0x80 }
    return CSVError(reason: reason, line: place.line, column: characters + 1)
  }
}
