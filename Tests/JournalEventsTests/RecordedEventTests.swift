import Encodings
import JournalEvents
import JournalTestSupport
import Testing

@Suite struct RecordedEventTests {
  @Test(arguments: [1, 2] as [UInt64])
  func randomEventsComeBackByteForByte(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let event = RecordedEvent(
        header: generator.header(),
        payloadBytes: generator.bytes(generator.int(0...300)))
      let bytes = event.encoded
      let again = try RecordedEvent(decoding: bytes.span.bytes)
      #expect(again == event, "seed \(seed)")
      #expect(again.encoded == bytes, "seed \(seed)")
    }
  }

  @Test func unknownTypesAndFieldsSurviveByteForByte() throws {
    let payload =
      Array(repeating: UInt8(9), count: 16)
      + CBORItem.map([
        .init("x", .bytes([0, 255])),
        .init("at", .text("2026-03-01T09:00:00+01:00")),
        .init("later", .map([.init("k", .array([.null, .float(0.5)]))])),
      ]).encoded
    for type in ["moon.observed", "", "plant.restored", "水.🌱"] {
      var generator = SeededGenerator(seed: 3)
      let event = RecordedEvent(
        header: generator.header(type: type), payloadBytes: payload)
      let again = try RecordedEvent(decoding: event.encoded.span.bytes)
      #expect(again.header.type == type)
      #expect(again.encoded == event.encoded)
      #expect(again.payloadBytes == payload)
    }
  }

  @Test func bothPartsAreFoundWhateverTheirLength() throws {
    let lengths = [0, 1, 23, 24, 25, 255, 256, 257, 70_000]
    for header in lengths {
      for payload in lengths {
        let (first, second) = (
          [UInt8](repeating: 0x58, count: header),
          [UInt8](repeating: 0x82, count: payload)
        )
        let bytes = CBORItem.array([.bytes(first), .bytes(second)]).encoded
        let frame = try EventFrame(decoding: bytes.span.bytes)
        #expect(frame.header(in: bytes.span.bytes).copied == first)
        #expect(frame.payload(in: bytes.span.bytes)?.copied == second)
        for damaged in [bytes + [0], bytes.dropLast()] {
          #expect(throws: EventDecodingError.self) {
            try EventFrame(decoding: damaged.span.bytes)
          }
        }
      }
    }
  }

  @Test func aLengthThatIsNotInItsShortestFormIsRefused() {
    for length in 0..<24 {
      let part = [0x58, UInt8(length)] + [UInt8](repeating: 0, count: length)
      let other = [0x58, 24] + [UInt8](repeating: 0, count: 24)
      for bytes in [[0x82] + part + other, [0x82] + other + part] {
        #expect(throws: EventDecodingError.self) {
          try EventFrame(decoding: bytes.span.bytes)
        }
      }
    }
  }

  @Test func aPayloadOfAnyBytesSurvives() throws {
    var generator = SeededGenerator(seed: 4)
    let event = RecordedEvent(
      header: generator.header(), payloadBytes: [0xff, 0x00, 0xc0])
    #expect(
      try RecordedEvent(decoding: event.encoded.span.bytes).payloadBytes
        == [0xff, 0x00, 0xc0])
  }

  @Test func anErasedPayloadIsNullAndTheHashStays() throws {
    var generator = SeededGenerator(seed: 5)
    let whole = RecordedEvent(header: generator.header(), payloadBytes: [1])
    let erased = try RecordedEvent(
      headerBytes: whole.headerBytes, payloadBytes: nil)
    #expect(erased.hash == whole.hash)
    #expect(erased.encoded.last == 0xf6)
    let again = try RecordedEvent(decoding: erased.encoded.span.bytes)
    #expect(again.payloadBytes == nil)
    #expect(again.encoded == erased.encoded)
    #expect(!again.hasIntactPayload)
  }

  @Test func theHashCoversEveryBitOfTheHeader() throws {
    var generator = SeededGenerator(seed: 6)
    let event = RecordedEvent(header: generator.header(), payloadBytes: [])
    #expect(event.hash == EventHash(of: event.headerBytes.span.bytes))
    for index in event.headerBytes.indices {
      var bytes = event.headerBytes
      bytes[index] ^= 1
      #expect(EventHash(of: bytes.span.bytes) != event.hash)
    }
  }

  @Test func theHeaderNamesItsPayload() {
    var generator = SeededGenerator(seed: 7)
    let payload = generator.bytes(40)
    let link = ChainLink(
      previous: .zero, sequence: 1, payload: payload, generator: &generator)
    #expect(link.event.hasIntactPayload)
    let other = RecordedEvent(
      header: link.event.header, payloadBytes: payload + [0])
    #expect(!other.hasIntactPayload)
  }

  @Test func aChainIsBrokenByAnyChangeBefore() throws {
    var generator = SeededGenerator(seed: 8)
    var chain: [RecordedEvent] = []
    for sequence in 1...20 as ClosedRange<UInt64> {
      let link = ChainLink(
        previous: chain.last?.hash ?? .zero, sequence: sequence,
        payload: generator.bytes(20), generator: &generator)
      chain.append(link.event)
    }
    #expect(firstBreak(in: chain) == nil)
    for index in chain.indices.dropLast() {
      let changed = generator.bytes(21)
      var damaged = chain
      damaged[index] =
        ChainLink(
          previous: chain[index].header.previous,
          sequence: chain[index].header.sequence, payload: changed,
          generator: &generator
        ).event
      #expect(firstBreak(in: damaged) == index + 1)
    }
  }

  private func firstBreak(in chain: [RecordedEvent]) -> Int? {
    chain.indices.dropFirst().first { index in
      chain[index].header.previous != chain[index - 1].hash
    }
  }

  @Test(
    arguments: [
      [0x80], [0x81, 0x40], [0x83, 0x40, 0x40, 0x40], [0x82, 0xf6, 0xf6],
      [0x82, 0x40, 0x40], [0x82, 0x60, 0x40], [0xf6], [],
    ] as [[UInt8]])
  func whatIsNoEventIsRefused(bytes: [UInt8]) {
    #expect(throws: EventDecodingError.self) {
      try RecordedEvent(decoding: bytes.span.bytes)
    }
  }

  @Test func truncatedAndPaddedEventsAreRefused() {
    var generator = SeededGenerator(seed: 10)
    let bytes = RecordedEvent(
      header: generator.header(), payloadBytes: generator.bytes(30)
    ).encoded
    for count in 0..<bytes.count {
      #expect(throws: EventDecodingError.self) {
        try RecordedEvent(decoding: Array(bytes.prefix(count)).span.bytes)
      }
    }
    #expect(throws: EventDecodingError.self) {
      try RecordedEvent(decoding: (bytes + [0xf6]).span.bytes)
    }
  }
}

/// An event whose header names its payload and the event before it.
private struct ChainLink {
  let event: RecordedEvent

  init(
    previous: EventHash, sequence: UInt64, payload: [UInt8],
    generator: inout SeededGenerator
  ) {
    let any = generator.header()
    event = RecordedEvent(
      header: EventHeader(
        writer: any.writer, sequence: sequence, previous: previous,
        stamp: any.stamp, recorded: any.recorded, action: sequence,
        stream: any.stream, type: any.type, schema: any.schema,
        payloadHash: EventHash(of: payload.span.bytes)),
      payloadBytes: payload)
  }
}
