import Encodings
import JournalEvents
import JournalTestSupport
import Testing

@Suite struct PayloadRoundTripTests {
  @Test(arguments: EventType.allCases)
  func randomPayloadsComeBackEqual(type: EventType) throws {
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let payload = generator.payload(of: type)
      let salt = UUIDBits(high: generator.next(), low: generator.next())
      let bytes = payload.encoded(salt: salt)
      let again = try #require(try decode(bytes, as: type))
      #expect(again == payload, "seed \(seed)")
      #expect(again.encoded(salt: salt) == bytes, "seed \(seed)")
      let map = Array(bytes.dropFirst(EventPayload.saltByteCount))
      #expect(
        try CBORItem(decoding: map.span.bytes).encoded == map,
        "not deterministic, seed \(seed)")
    }
  }

  @Test func foldedBodiesComeBackEqual() throws {
    let seed: UInt64 = 25
    var generator = SeededGenerator(seed: seed)
    func check<Body: FoldedBody & Equatable>(_ body: Body) throws {
      var writer = CBORWriter()
      body.fold(to: &writer)
      var reader = CBORReader(writer.bytes.span.bytes)
      #expect(try Body(folded: &reader) == body, "seed \(seed)")
      let isWhole = reader.isAtEnd
      #expect(isWhole, "seed \(seed)")
      #expect(
        try CBORItem(decoding: writer.bytes.span.bytes).encoded
          == writer.bytes, "seed \(seed)")
      for count in 0..<writer.bytes.count {
        let short = Array(writer.bytes.prefix(count))
        #expect(throws: CBORError.self, "seed \(seed)") {
          var reader = CBORReader(short.span.bytes)
          _ = try Body(folded: &reader)
        }
      }
      // The head of an array says how many fields follow, here up to 23.
      for change: UInt8 in [.max, 1] {
        var other = writer.bytes
        other[0] &+= change
        #expect(throws: CBORError.self, "seed \(seed)") {
          var reader = CBORReader((other + [0xf6]).span.bytes)
          _ = try Body(folded: &reader)
        }
      }
    }
    for _ in 0..<100 {
      let types: [EventType] = [
        .plantAdded, .plantIdentified, .careProfiled, .scheduleSet,
      ]
      for type in types {
        switch generator.payload(of: type).body {
        case .plantAdded(let body): try check(body)
        case .plantIdentified(let body): try check(body)
        case .careProfiled(let body): try check(body)
        case .scheduleSet(let body): try check(body)
        default: Issue.record("another type than \(type)")
        }
      }
    }
  }

  @Test(arguments: EventType.allCases)
  func theJSONFormComesBackEqual(type: EventType) throws {
    let seed: UInt64 = 22
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let payload = generator.payload(of: type)
      let form = try json(
        of: payload.encoded(salt: zeroSalt), type: type.rawValue)
      let again = try PayloadParser.idsOnly.payload(
        of: type, members: form.members, at: instant("2000-01-01"))
      #expect(again == payload, "seed \(seed)")
    }
  }

  @Test func theSaltStandsFirstAndChangesTheHashOnly() throws {
    var generator = SeededGenerator(seed: 23)
    let payload = generator.payload(of: .plantNoted)
    let salted = payload.encoded(salt: UUIDBits(high: 1, low: 2))
    let plain = payload.encoded(salt: zeroSalt)
    #expect(
      salted.prefix(16) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2])
    #expect(salted.dropFirst(16) == plain.dropFirst(16))
    #expect(EventHash(of: salted.span.bytes) != EventHash(of: plain.span.bytes))
  }

  @Test func unknownFieldsOfAKnownTypeAreSkipped() throws {
    var generator = SeededGenerator(seed: 24)
    for type in EventType.allCases {
      let payload = generator.payload(of: type)
      let further: [CBORItem.Pair] = [
        .init("", .null), .init("zz", .bytes([1, 2, 3])),
        .init(
          "somethingMuchLater", .map([.init("a", .array([.bool(true)]))])),
      ]
      let bytes = stored(try pairs(of: payload) + further)
      #expect(try decode(bytes, as: type) == payload)
      let form = try json(of: bytes, type: type.rawValue)
      #expect(form["zz"] == .string("AQID"))
      #expect(
        form["somethingMuchLater"]
          == .object([.init("a", .array([.bool(true)]))]))
    }
  }

  @Test func aNewerSchemaIsAnUnknownType() throws {
    let bytes = SeededGenerator.payload(seed: 25).encoded(salt: zeroSalt)
    for type in EventType.allCases {
      #expect(
        try EventPayload(
          decoding: bytes.span.bytes, type: type,
          schema: type.currentSchema + 1) == nil)
    }
  }

  @Test(arguments: EventType.allCases)
  func damagedPayloadsNeverTrap(type: EventType) {
    let seed: UInt64 = 26
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      var bytes = generator.payload(of: type).encoded(salt: zeroSalt)
      for _ in 0..<generator.int(1...3) {
        bytes[generator.int(0...(bytes.count - 1))] = UInt8(
          generator.int(0...255))
      }
      let whole = try? decode(bytes, as: type)
      let text = jsonText(of: bytes, type: type.rawValue)
      // What folds can also be shown.
      if whole.flatMap(\.self) != nil {
        #expect(text != "null", "seed \(seed)")
      }
      bytes.removeLast(generator.int(0...bytes.count))
      _ = try? decode(bytes, as: type)
    }
  }
}

extension SeededGenerator {
  fileprivate static func payload(seed: UInt64) -> EventPayload {
    var generator = SeededGenerator(seed: seed)
    return generator.payload()
  }
}
