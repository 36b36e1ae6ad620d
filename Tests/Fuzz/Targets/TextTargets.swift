internal import Encodings
internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
internal import JournalTime

@testable internal import JournalActions

extension FuzzTarget {
  /// Lines of JSON as `append`, `import` and imports from elsewhere take them.
  static let jsonLines = FuzzTarget("json-lines") { bytes in
    var input = FuzzInput(bytes)
    let seed = input.byte()
    let whole = values(byteSource(of: Array(input.rest)))
    let parts = values(FuzzInput.pieces(input.rest, seed: seed))
    try hold(whole == parts, "values differ where they come in pieces")
    for value in whole.values {
      try holdWritten(value)
      _ = try? EventExport.read(value)
      if let line = try? AppendLine(value) { try holdAppended(line) }
    }
    _ = try? HortusFoxBackup(
      [
        "plants/data.json": Array(input.rest),
        "plantlog/data.json": Array(input.rest),
        "locations/data.json": Array(input.rest),
      ], zone: .utc)
  }

  private struct Values: Equatable {
    var values: [JSONValue] = []
    var failure: String?
  }

  private static func values(_ source: @escaping ByteSource) -> Values {
    var lines = JSONLines(source)
    var found = Values()
    do {
      while let value = try lines.next() { found.values.append(value) }
    } catch {
      found.failure = "\(error)"
    }
    return found
  }

  /// A value that was read is written as JSON, and the second time as the
  /// same: whole numbers have lost their points by then.
  private static func holdWritten(_ value: JSONValue) throws {
    var first = JSONWriter()
    first.value(value)
    var second = JSONWriter()
    second.value(try JSONReader.parse(first.bytes.span.bytes))
    try hold(
      first.bytes == second.bytes, "\(first.text) becomes \(second.text)")
  }

  private static func holdAppended(_ line: AppendLine) throws {
    let parser = PayloadParser { name in
      guard let id = PlantID(name) else {
        throw FieldError("parent", "is none")
      }
      return id
    } room: { name in
      guard let id = RoomID(name) else { throw FieldError("room", "is none") }
      return id
    }
    let at = OffsetInstant(
      instant: Instant(milliseconds: 0), offsetMinutes: 60)
    guard
      let payload = try? parser.payload(
        of: line.type, members: line.members, at: at)
    else { return }
    try holdEncoded(payload)
  }

  /// A table in a dialect that the first byte tells, whole and in pieces.
  static let csv = FuzzTarget("csv") { bytes in
    var input = FuzzInput(bytes)
    let traits = input.byte()
    let delimiters: [UInt8?] = [nil, 0x2c, 0x09, 0x20]
    let dialect = CSVDialect(
      delimiter: delimiters[Int(traits & 3)],
      quote: traits & 4 == 0 ? CSVByte.quote : nil,
      isLenient: traits & 8 != 0)
    let whole = records(byteSource(of: Array(input.rest)), dialect)
    let parts = records(
      FuzzInput.pieces(input.rest, seed: traits >> 4), dialect)
    try hold(whole == parts, "\(whole) is \(parts) in pieces")
    try holdRewritten(whole.records)
    let source = { byteSource(of: Array(input.rest)) }
    _ = try? PlantTable(csv: source(), zone: .utc)
    if ScheduleTable.isOne(source()) { _ = try? ScheduleTable(csv: source()) }
  }

  private struct Records: Equatable {
    var records: [[CSVField]] = []
    var lines: [Int] = []
    var failure: String?
  }

  private static func records(
    _ source: @escaping ByteSource, _ dialect: CSVDialect
  ) -> Records {
    var found = Records()
    do {
      var reader = try CSVReader(source, dialect)
      while let record = try reader.next() {
        found.records.append(record.fields)
        found.lines.append(record.line)
      }
    } catch {
      found.failure = "\(error)"
    }
    return found
  }

  /// Records that were read are written as a table that holds the same.
  private static func holdRewritten(_ records: [[CSVField]]) throws {
    let texts = records.map { $0.map(\.text) }
    var writer = CSVWriter()
    for record in texts { writer.record(record) }
    let comma = UInt8(ascii: ",")
    let again = Self.records(
      byteSource(of: writer.bytes), CSVDialect(delimiter: comma))
    try hold(again.failure == nil, "a written table is refused: \(again)")
    // Bytes, as texts that differ in them can be equal.
    let bytes = { (texts: [[String]]) in
      texts.map { $0.map { Array($0.utf8) } }
    }
    try hold(
      bytes(again.records.map { $0.map(\.text) }) == bytes(texts),
      "\(texts) becomes \(again)")
  }
}
