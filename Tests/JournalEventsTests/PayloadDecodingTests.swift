import Encodings
import JournalEvents
import JournalTestSupport
import Testing

/// Faults of stored payloads, which only a faulty program or a forger writes.
@Suite struct PayloadDecodingTests {
  private func restored(_ further: CBORItem.Pair...) -> [UInt8] {
    stored([.init("at", .text("2026-03-01T09:00:00Z"))] + further)
  }

  private func isMalformed(
    _ bytes: [UInt8], as type: EventType = .plantRestored
  ) -> Bool {
    do throws(EventDecodingError) {
      _ = try decode(bytes, as: type)
      return false
    } catch {
      if case .malformed = error { return true }
      return false
    }
  }

  @Test func aPayloadShorterThanItsSaltIsRefused() {
    for count in 0..<EventPayload.saltByteCount {
      #expect(throws: EventDecodingError.payloadTooShort) {
        try decode(Array(repeating: 0, count: count), as: .plantRestored)
      }
    }
    #expect(isMalformed(Array(repeating: 0, count: 16)))
  }

  @Test func bytesAfterTheMapAreRefused() {
    #expect(!isMalformed(restored()))
    #expect(isMalformed(restored() + [0]))
  }

  @Test func keysOutOfOrderOrTwiceAreRefused() {
    let salt = [UInt8](repeating: 0, count: EventPayload.saltByteCount)
    func map(_ keys: String...) -> [UInt8] {
      var writer = CBORWriter()
      writer.map(keys.count)
      for key in keys {
        writer.text(key)
        writer.text("2026-03-01T09:00:00Z")
      }
      return salt + writer.bytes
    }
    #expect(!isMalformed(map("a", "at", "note")))
    #expect(isMalformed(map("note", "at")))
    #expect(isMalformed(map("at", "at")))
    #expect(isMalformed(map("at", "note", "note")))
  }

  @Test func aPayloadThatIsNoMapIsRefused() {
    let salt = [UInt8](repeating: 0, count: EventPayload.saltByteCount)
    #expect(isMalformed(salt + [0x80]))
    #expect(isMalformed(salt + [0xf6]))
  }

  @Test(
    arguments: [
      .integer(1), .text("yesterday"), .text("2026-03-01"), .null,
      .text("2026-03-01T09:00:00"), .text("2026-02-30T09:00:00Z"),
    ] as [CBORItem])
  func anImpossibleInstantIsRefused(value: CBORItem) {
    #expect(throws: EventDecodingError.self) {
      try decode(stored([.init("at", value)]), as: .plantRestored)
    }
  }

  @Test(
    arguments: [
      ("intervalDays", .integer(0)), ("intervalDays", .integer(36_501)),
      ("intervalDays", .float(7)), ("kind", .text("Watering")),
      ("kind", .integer(1)), ("startOn", .text("2026-02-30")),
      ("startOn", .null), ("time", .text("24:00")),
      ("activeMonths", .array([])), ("activeMonths", .array([.integer(13)])),
      ("activeMonths", .array([.integer(0)])), ("fertilizer", .text("strong")),
      ("seasonalIntervalDays", .map([.init("monsoon", .integer(3))])),
      ("seasonalIntervalDays", .map([.init("spring", .integer(0))])),
      ("seasonalIntervalDays", .array([])),
    ] as [(String, CBORItem)])
  func anImpossibleScheduleIsRefused(field: String, value: CBORItem) throws {
    let good = try pairs(
      of: EventPayload(
        at: instant("2026-03-01"),
        body: .scheduleSet(.init(kind: .watering, intervalDays: 7))))
    #expect(throws: Never.self) {
      try decode(stored(good), as: .scheduleSet)
    }
    let bad = good.filter { $0.key != field } + [.init(field, value)]
    #expect(throws: EventDecodingError.self) {
      try decode(stored(bad), as: .scheduleSet)
    }
  }

  @Test(arguments: [-0.001, 1.001, .infinity, .nan])
  func aConfidenceOutsideOfItsRangeIsRefused(value: Double) throws {
    let good = try pairs(
      of: EventPayload(
        at: instant("2026-03-01"),
        body: .plantAdded(.init(scientificName: "Hoya", confidence: 0.5))))
    let bad =
      good.filter { $0.key != "confidence" }
      + [.init("confidence", .float(value))]
    #expect(throws: EventDecodingError.self) {
      try decode(stored(bad), as: .plantAdded)
    }
  }
}
