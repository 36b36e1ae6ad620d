import Encodings
import JournalEvents
import Testing

/// A type of the tests' own, whose shape changed twice: "leafs" became
/// "leaves", which later became "count" beside a unit.
@Suite struct UpcasterTests {
  private static let type = "leaf.counted"

  private static let table: UpcasterTable = {
    var table = UpcasterTable()
    table.add(type: type, from: 1) { pairs in
      pairs.map { $0.key == "leafs" ? .init("leaves", $0.value) : $0 }
    }
    table.add(type: type, from: 2) { pairs in
      pairs.map { $0.key == "leaves" ? .init("count", $0.value) : $0 }
        + [.init("unit", .text("leaf"))]
    }
    return table
  }()

  private func upcast(
    _ pairs: [CBORItem.Pair], from schema: UInt64, to target: UInt64,
    type: String = Self.type
  ) throws -> CBORItem {
    let bytes = CBORItem.map(pairs).encoded
    let result = try Self.table.upcast(
      bytes.span.bytes, type: type, from: schema, to: target)
    let read = result ?? bytes
    return try CBORItem(decoding: read.span.bytes)
  }

  private let first: [CBORItem.Pair] = [
    .init("at", .text("2026-03-01T09:00:00Z")), .init("leafs", .integer(5)),
    .init("unknown", .bytes([1])),
  ]

  @Test func stepsAreTakenOneAfterAnother() throws {
    #expect(
      try upcast(first, from: 1, to: 3)
        == .map([
          .init("at", .text("2026-03-01T09:00:00Z")),
          .init("unit", .text("leaf")), .init("count", .integer(5)),
          .init("unknown", .bytes([1])),
        ]))
  }

  @Test func aNewerPayloadTakesOnlyTheStepsLeft() throws {
    let second: [CBORItem.Pair] = [.init("leaves", .integer(5))]
    #expect(
      try upcast(second, from: 2, to: 3)
        == .map([.init("unit", .text("leaf")), .init("count", .integer(5))]))
    #expect(try upcast(second, from: 3, to: 3) == .map(second))
  }

  @Test func aStepWithoutAnUpcasterLeavesTheBytes() throws {
    var table = Self.table
    table.add(type: Self.type, from: 3)
    let second = CBORItem.map([.init("count", .integer(5))]).encoded
    let asItIs = try table.upcast(
      second.span.bytes, type: Self.type, from: 3, to: 4)
    #expect(asItIs == nil)
    let bytes = CBORItem.map(first).encoded
    let changed = try table.upcast(
      bytes.span.bytes, type: Self.type, from: 1, to: 4)
    let known = try upcast(first, from: 1, to: 3)
    #expect(changed == known.encoded)
  }

  @Test func aMissingStepIsAnError() {
    #expect(
      throws: EventDecodingError.badField(
        "schema", reason: "3 has no upcaster")
    ) { try upcast(first, from: 1, to: 4) }
    #expect(
      throws: EventDecodingError.badField(
        "schema", reason: "0 has no upcaster")
    ) { try upcast(first, from: 0, to: 3) }
    #expect(throws: EventDecodingError.self) {
      try upcast(first, from: 1, to: 2, type: "leaf.lost")
    }
  }

  @Test func onlyMapsAreUpcast() {
    let bytes = CBORItem.array([]).encoded
    #expect(throws: EventDecodingError.self) {
      try Self.table.upcast(bytes.span.bytes, type: Self.type, from: 1, to: 2)
    }
  }

  @Test func decodingAnOldPayloadTakesItsStep() throws {
    // A version before the first, as no released one takes a real step.
    var table = UpcasterTable()
    table.add(type: "writer.started", from: 0) { pairs in
      pairs.map { $0.key == "software" ? .init("program", $0.value) : $0 }
    }
    let bytes = stored([
      .init("at", .text("2026-03-01T09:00:00Z")),
      .init("software", .text("new")),
    ])
    let payload = try EventPayload(
      decoding: bytes.span.bytes, type: .writerStarted, schema: 0,
      upcasters: table)
    #expect(payload?.body == .writerStarted(.init(program: "new")))
    #expect(throws: EventDecodingError.self) {
      try EventPayload(
        decoding: bytes.span.bytes, type: .writerStarted, schema: 0)
    }
  }
}
