import Encodings
import JournalTestSupport
import Testing

/// Tests of the tables that are read, and of the places of refusals.
@Suite struct CSVReaderTests {
  private func records(
    _ text: String, _ dialect: CSVDialect = CSVDialect()
  ) throws -> [[String]] {
    var reader = try CSVReader(byteSource(of: Array(text.utf8)), dialect)
    var records: [[String]] = []
    while let record = try reader.next() {
      records.append(record.fields.map(\.text))
    }
    return records
  }

  private func failure(_ text: String) -> String? {
    failure(Array(text.utf8))
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    do {
      var reader = try CSVReader(byteSource(of: bytes))
      while try reader.next() != nil {}
      return nil
    } catch {
      return error is CSVError ? "\(error)" : nil
    }
  }

  @Test(arguments: ["a,b\r\nc,d\r\n", "a,b\nc,d", "a,b\rc,d\r"])
  func linesEndInAnyWay(text: String) throws {
    #expect(try records(text) == [["a", "b"], ["c", "d"]])
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstName() throws {
    #expect(try records("\u{FEFF}a,b\n") == [["a", "b"]])
  }

  @Test func quotesKeepSeparatorsLineBreaksAndQuotes() throws {
    #expect(
      try records("\"a,\"\"b\"\"\nc\",\" d \"\n")
        == [["a,\"b\"\nc", " d "]])
  }

  @Test func emptyFieldsAndLinesAreKept() throws {
    #expect(try records("a,,\n\n,\"\"\n") == [["a", "", ""], [""], ["", ""]])
    #expect(try records("") == [])
  }

  @Test(arguments: [("a;b;c,d\n1;2;3", 3), ("a\tb\n1\t2", 2), ("a\n1,2", 1)])
  func theFirstLineTellsTheDelimiter(text: String, count: Int) throws {
    #expect(try records(text).first?.count == count)
  }

  @Test func aDelimiterInQuotesTellsNothing() throws {
    #expect(try records("\"a;b;c\",d\n1,2") == [["a;b;c", "d"], ["1", "2"]])
  }

  @Test func badQuotingIsRefusedWithItsPlace() throws {
    #expect(
      failure("a,b\nc,d\"e\n")
        == "line 2, column 4: a quote stands inside of an unquoted field")
    #expect(
      failure("a\n\"b\nc\" d\n")
        == "line 3, column 3: text follows the quote that closes a field")
    #expect(
      failure("a,b\nä,\"c\nd\n")
        == "line 2, column 3: this quote is never closed")
  }

  @Test func otherEncodingsAreRefused() throws {
    #expect(
      failure([0x61, 0x2c, 0xe4, 0x0a])
        == "line 1, column 3: the field is not UTF-8")
    #expect(
      failure([0xff, 0xfe, 0x61, 0x00])
        == "line 1, column 1: the file is UTF-16, not UTF-8")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func whatIsWrittenReadsBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let width = generator.int(1...4)
    let written = (0..<generator.int(0...6)).map { _ in
      (0..<width).map { _ in cellText(&generator) }
    }
    var writer = CSVWriter()
    for record in written { writer.record(record) }
    var reader = try CSVReader(
      byteSource(of: writer.bytes), CSVDialect(delimiter: 0x2c))
    var read: [[String]] = []
    while let record = try reader.next() {
      read.append(record.fields.map(\.text))
    }
    #expect(
      read.map { $0.map { Array($0.utf8) } }
        == written.map { $0.map { Array($0.utf8) } },
      "seed \(seed)")
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func noBytesTrap(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0x22, 0x2c, 0x0a, 0x0d, 0x61, 0xc3, 0xa4, 0x3b]
    let count = generator.int(0...40)
    let bytes = (0..<count).map { _ in generator.pick(alphabet) }
    _ = failure(bytes)
  }

  @Test func aLenientReaderTakesWhatItCan() throws {
    let dialect = CSVDialect(delimiter: 0x09, isLenient: true)
    #expect(
      try records("a \"b\"\t\"c\" d\te\rf\r\n\"g\"\"\r\nh\"\r", dialect)
        == [["a \"b\"", "c", "e\rf"], ["g\"\r\nh"]])
    let plain = CSVDialect(delimiter: 0x3b, quote: nil, isLenient: true)
    #expect(try records("\"a;b\"\n\"", plain) == [["\"a", "b\""], ["\""]])
    var reader = try CSVReader(byteSource(of: [0xe4]), dialect)
    #expect(try reader.next()?.fields == [CSVField("\u{FFFD}")])
    var open = try CSVReader(byteSource(of: Array("a\n\"b\nc".utf8)), dialect)
    #expect(try open.next() != nil)
    #expect(
      throws: CSVError(reason: .unclosedQuote, line: 2, column: 1)
    ) { try open.next() }
  }

  @Test func aRecordWithoutEndIsRefused() throws {
    var isFirst = true
    var quoted = try CSVReader {
      defer { isFirst = false }
      return isFirst
        ? Array("a,b\n\"".utf8) : Array(repeating: 0x61, count: 1 << 20)
    }
    #expect(try quoted.next()?.count == 2)
    #expect(throws: CSVError(reason: .tooLong, line: 2, column: 1)) {
      try quoted.next()
    }
    var wide = try CSVReader(
      { Array(repeating: 0x2c, count: 1 << 10) },
      CSVDialect(delimiter: 0x2c))
    #expect(throws: CSVError(reason: .tooLong, line: 1, column: 1)) {
      try wide.next()
    }
  }

  @Test func anErrorOfTheSourceEndsTheReading() throws {
    var pieces = [Array("a,b\nc".utf8)]
    var reader = try CSVReader {
      guard let piece = pieces.popLast() else { throw CancellationError() }
      return piece
    }
    #expect(try reader.next()?.count == 2)
    #expect(throws: CancellationError.self) { try reader.next() }
  }

  /// However the bytes are cut into pieces, the records, or the error, are
  /// those of the whole.
  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func piecesReadAsTheWhole(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [
      0x22, 0x2c, 0x0a, 0x0d, 0x61, 0xc3, 0xa4, 0x3b, 0xef, 0xbb, 0xbf,
    ]
    let bytes = (0..<generator.int(0...40)).map { _ in
      generator.pick(alphabet)
    }
    let isLenient = generator.int(0...1) == 0
    var cuts: [Int] = [0, bytes.count]
    for _ in 0..<generator.int(0...9) {
      cuts.append(generator.int(0...bytes.count))
    }
    cuts = Set(cuts).sorted()
    var pieces = zip(cuts, cuts.dropFirst()).map { Array(bytes[$0..<$1]) }
    func outcome(of source: @escaping ByteSource) -> [String] {
      var lines: [String] = []
      do {
        var reader = try CSVReader(source, CSVDialect(isLenient: isLenient))
        while let record = try reader.next() {
          lines.append("\(record.line) \(record.fields) \(reader.offset)")
        }
      } catch {
        lines.append("\(error)")
      }
      return lines
    }
    let whole = outcome(of: byteSource(of: bytes))
    let cut = outcome { pieces.isEmpty ? [] : pieces.removeFirst() }
    #expect(cut == whole, "seed \(seed)")
  }

  private func cellText(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "é", "\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "\u{FEFF}", "水",
      "🌱",
    ]
    return (0..<generator.int(0...10)).map { _ in generator.pick(parts) }
      .joined()
  }
}
