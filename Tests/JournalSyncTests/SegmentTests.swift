import Encodings
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// The bytes and names of segments.
@Suite struct SegmentTests {
  private let journal = JournalID(bits: UUIDBits(high: 1, low: 1))

  /// A segment of some events, and its name.
  private func make(
    _ count: Int = 3
  ) throws -> (bytes: [UInt8], name: SegmentName) {
    var writer = TestWriter(0xa1)
    let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
    let events = try writer.append(
      (0..<count).map { EventDraft(plant, .plantNoted(.init(text: "\($0)"))) })
    let run = try #require(
      SegmentRun(first: 1, tip: events[count - 1].reference))
    let made = SegmentFields(
      journal: journal, run: run, previous: .zero, tip: events[count - 1].hash,
      content: events.flatMap(\.encoded)
    ).encoded
    let hour = try #require(StoreHour(digits: 2026_11_23_01))
    return (
      made.bytes,
      SegmentName(journal: journal, hour: hour, run: run, footer: made.footer)
    )
  }

  @Test func aSegmentReadsBack() throws {
    let (bytes, name) = try make()
    let segment = try Segment(decoding: bytes.span.bytes, named: name)
    #expect(segment.count == 3)
    #expect(segment.journal == journal)
    #expect(segment.run == name.run)
  }

  @Test func everyFlipAndEveryCutIsRefused() throws {
    let (bytes, name) = try make()
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: SegmentError.self) {
          try Segment(decoding: changed.span.bytes, named: name)
        }
      }
      let short = Array(bytes[..<index])
      #expect(throws: SegmentError.self) {
        try Segment(decoding: short.span.bytes, named: name)
      }
    }
    let long = bytes + [0]
    #expect(throws: SegmentError.badFooter) {
      try Segment(decoding: long.span.bytes, named: name)
    }
  }

  @Test func aSegmentUnderAnothersNameIsRefused() throws {
    let (bytes, _) = try make(3)
    let (_, other) = try make(2)
    #expect(throws: SegmentError.otherName) {
      try Segment(decoding: bytes.span.bytes, named: other)
    }
  }

  @Test func namesReadBackAndOthersAreNone() throws {
    let (_, name) = try make()
    #expect(name.text.utf8.count < 200)
    #expect(
      name.text.split(separator: "/").last.map(\.utf8.count) == 128)
    #expect(SegmentName(name.text, of: journal) == name)
    let zero = String(repeating: "0", count: 20)
    let text = name.text
    let first = "-\(zero.dropLast())1-"
    #expect(text.contains(first))
    for wrong in [
      text + "x", String(text.dropLast()), text.uppercased(), "",
      text.replacing(first, with: "-\(zero)-"),
      text.replacing("2026112301", with: "2026112324"),
      text.replacing("2026112301", with: "2026023001"),
      text.replacing(first, with: "-\(String(repeating: "9", count: 20))-"),
    ] {
      #expect(SegmentName(wrong, of: journal) == nil, "\(wrong)")
    }
    // What ends at event zero.
    let last = text.split(separator: "-")[2]
    #expect(
      SegmentName(text.replacing("-\(last)-", with: "-\(zero)-"), of: journal)
        == nil)
  }

  @Test(arguments: [
    ("1970010100", 0 as Int64), ("2026112301", 1_795_398_543_000),
    ("1969123123", -1),
  ])
  func hoursAreThoseOfTheMoment(text: String, milliseconds: Int64) {
    let hour = StoreHour(of: Instant(milliseconds: milliseconds))
    #expect(hour.description == text)
    #expect(hour.advanced(by: 25).advanced(by: -25) == hour)
  }

  @Test func numbersAtTheEndOfAllAreNoRuns() {
    for last in [UInt64.max, SegmentRun.greatestSequence + 1] {
      let tip = EventReference(
        writer: TestWriter(1).id, sequence: last, hashPrefix: 0)
      #expect(SegmentRun(first: 1, tip: tip) == nil)
      #expect(SegmentRun(first: last, tip: tip) == nil)
    }
  }

  @Test func manySmallSegmentsBecomeOne() throws {
    func runs(_ counts: [UInt64]) throws -> [SegmentRun] {
      var first: UInt64 = 1
      return try counts.map { count in
        defer { first += count }
        return try #require(
          SegmentRun(
            first: first,
            tip: EventReference(
              writer: TestWriter(1).id, sequence: first + count - 1,
              hashPrefix: 0)))
      }
    }
    func merged(_ counts: [UInt64]) throws -> [ClosedRange<UInt64>] {
      SegmentChoice.merges(of: try runs(counts)).map { $0.first...$0.last }
    }
    #expect(try merged(Array(repeating: 1, count: 15)) == [])
    #expect(try merged(Array(repeating: 1, count: 16)) == [1...16])
    #expect(try merged([20] + Array(repeating: 1, count: 16)) == [21...36])
    // Small ones between larger ones go with them.
    let mixed = [[UInt64]](repeating: [20, 1], count: 16).flatMap(\.self)
    #expect(try merged(mixed) == [1...336])
    #expect(try merged(Array(repeating: 100_000, count: 40)) == [])
  }
}
