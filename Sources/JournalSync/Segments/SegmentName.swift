internal import Encodings
public import JournalEvents

/// The events of a segment: a run of one writer's chain.
public struct SegmentRun: Sendable, Hashable {
  /// The sequence of the first event.
  public let first: UInt64
  /// The last event. It tells branches of a fork apart, as an event's hash
  /// stands for all before it.
  public let tip: EventReference

  // More than all writers will ever write. Sums of foreign claims do not come
  // near the largest number.
  static let greatestSequence: UInt64 = 1 << 53

  /// Creates a run; `nil` if it would be empty or pass the greatest sequence.
  public init?(first: UInt64, tip: EventReference) {
    guard first > 0, first <= tip.sequence,
      tip.sequence <= Self.greatestSequence
    else { return nil }
    self.first = first
    self.tip = tip
  }

  /// The writer of the events.
  public var writer: WriterID { tip.writer }
  /// The sequence of the last event.
  public var last: UInt64 { tip.sequence }
  /// The number of events.
  public var count: UInt64 { last - first + 1 }

  /// Returns whether the run has that sequence of that writer, on any branch.
  func spans(_ event: EventReference) -> Bool {
    event.writer == writer && first <= event.sequence
      && event.sequence <= last
  }
}

extension Sequence<UInt64> {
  /// The sum, at most the greatest number: foreign names may claim any.
  var clampedSum: UInt64 {
    reduce(0) { sum, number in
      let (more, overflows) = sum.addingReportingOverflow(number)
      return overflows ? .max : more
    }
  }
}

/// The name of a segment in a store.
///
/// It tells a replica whether it lacks any of the events. As it has the hash of
/// the bytes, puts of one name that race bring the same bytes.
public struct SegmentName: Sendable, Hashable {
  /// The journal that the store was added with.
  public let journal: JournalID
  /// The hour when it was put, by the store's own clock.
  public let hour: StoreHour
  /// The events that it holds.
  public let run: SegmentRun
  /// The first half of its footer. Some disks have no room for longer names.
  public let content: UUIDBits
  /// The index of the remote's key that seals the object; `nil` for none.
  let key: Int?

  /// Creates a name; `footer` is that of the segment.
  public init(
    journal: JournalID, hour: StoreHour, run: SegmentRun, footer: EventHash
  ) {
    self.init(
      journal: journal, hour: hour, run: run, content: footer.firstHalf)
  }

  init(
    journal: JournalID, hour: StoreHour, run: SegmentRun, content: UUIDBits,
    key: Int? = nil
  ) {
    self.journal = journal
    self.hour = hour
    self.run = run
    self.content = content
    self.key = key
  }

  /// The prefix of the names of all segments of a journal.
  public static func prefix(of journal: JournalID) -> String {
    "v1/\(Hexadecimal.encode(journal.bytes))/s/"
  }

  /// The name as a store without encryption has it.
  public var text: String {
    var text = Array(Self.prefix(of: journal).utf8)
    text += hour.description.utf8
    text.append(UInt8(ascii: "/"))
    Hexadecimal.append(
      [run.writer.bits.high, run.writer.bits.low] as InlineArray<2, UInt64>,
      to: &text)
    for sequence in [run.first, run.last] {
      let digits = Array(String(sequence).utf8)
      text.append(UInt8(ascii: "-"))
      text += repeatElement(UInt8(ascii: "0"), count: 20 - digits.count)
      text += digits
    }
    text.append(UInt8(ascii: "-"))
    Hexadecimal.append(run.tip.hashPrefix, byteCount: 8, to: &text)
    text.append(UInt8(ascii: "-"))
    Hexadecimal.append(
      [content.high, content.low] as InlineArray<2, UInt64>, to: &text)
    text += ".seg".utf8
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the name of a segment of `journal`; `nil` for any other name.
  public init?(_ text: String, of journal: JournalID) {
    var reader = NameReader(text)
    guard reader.skips(Self.prefix(of: journal).utf8),
      let hour = reader.decimal(10).flatMap({ StoreHour(digits: $0) }),
      reader.skips("/".utf8),
      let writer = reader.id(),
      reader.skips("-".utf8), let first = reader.decimal(20),
      reader.skips("-".utf8), let last = reader.decimal(20),
      reader.skips("-".utf8), let prefix = reader.hexadecimal(),
      reader.skips("-".utf8), let content = reader.id(),
      reader.skips(".seg".utf8), reader.isAtEnd
    else { return nil }
    let tip = EventReference(
      writer: WriterID(bits: writer), sequence: last,
      hashPrefix: prefix)
    guard let run = SegmentRun(first: first, tip: tip) else { return nil }
    self.init(journal: journal, hour: hour, run: run, content: content)
  }
}

/// Reads the parts of a name, of which there may be a hundred thousand.
struct NameReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skips(_ expected: String.UTF8View) -> Bool {
    guard rest.starts(with: expected) else { return false }
    rest.removeFirst(expected.count)
    return true
  }

  /// A number of so many digits.
  mutating func decimal(_ count: Int) -> UInt64? {
    number(count, base: 10) { $0 <= 9 ? $0 : nil }
  }

  /// Sixteen lower-case hexadecimal digits.
  mutating func hexadecimal() -> UInt64? {
    number(16, base: 16) { $0 }
  }

  /// An id of thirty-two lower-case hexadecimal digits.
  mutating func id() -> UUIDBits? {
    guard let high = hexadecimal(), let low = hexadecimal() else { return nil }
    return UUIDBits(high: high, low: low)
  }

  private mutating func number(
    _ count: Int, base: UInt64, _ allowed: (UInt8) -> UInt8?
  ) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<count {
      guard let unit = rest.popFirst(), !(0x41...0x46).contains(unit),
        let digit = Hexadecimal.value(of: unit).flatMap(allowed)
      else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: base)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value
  }
}

extension EventHash {
  /// The first sixteen bytes.
  var firstHalf: UUIDBits {
    let bytes = bytes
    return UUIDBits(
      high: bytes.span.bytes.bigEndian(at: 0, count: 8),
      low: bytes.span.bytes.bigEndian(at: 8, count: 8))
  }
}
