import JournalExchange
import JournalTestSupport
import Testing

/// What tables are read, and what is refused where.
@Suite struct CSVReaderTests {
  private func records(
    _ text: String, delimiter: CSVDelimiter? = nil
  ) throws -> [[String]] {
    var reader = try CSVReader(Array(text.utf8), delimiter: delimiter)
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
    do throws(CSVError) {
      var reader = try CSVReader(bytes)
      while try reader.next() != nil {}
      return nil
    } catch {
      return "\(error)"
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
      (0..<width).map { _ in generator.cellText() }
    }
    var writer = CSVWriter()
    for record in written { writer.record(record) }
    var reader = try CSVReader(writer.bytes, delimiter: .comma)
    var read: [[String]] = []
    while let record = try reader.next() {
      read.append(record.fields.map(\.text))
    }
    #expect(
      read.map { $0.map(\.bytes) } == written.map { $0.map(\.bytes) },
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
}
