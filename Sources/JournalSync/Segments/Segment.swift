internal import Encodings
public import JournalEvents

/// A run of one writer's events, as it is stored in a remote or sent to a
/// peer.
///
/// The bytes are specified in `schemas/segment.cddl`.
public struct Segment: Sendable {
  /// The journal that the remote was added with.
  public let journal: JournalID
  /// What it holds.
  public let run: SegmentRun
  /// The hash of the event before the first; zeros where that is its writer's.
  public let previous: EventHash
  /// The hash of the last event.
  let tip: EventHash
  /// The hash of its bytes.
  public let footer: EventHash
  /// The stored bytes of the events, one after another.
  private let content: [UInt8]
  /// Where each event ends.
  private let ends: [Int]
  /// The sequences of the events whose payloads it lacks.
  let withoutPayloads: [UInt64]

  /// How many bytes of events a segment is filled with; the event that goes
  /// beyond is its last.
  static let usualContent = 8 << 20
  /// How many bytes of events a segment may hold.
  static let maximumContent = 16 << 20 + RecordedEvent.maximumByteCount
  /// How many bytes a segment may have.
  public static let maximumByteCount = 16 << 20
  /// How many bytes an object that holds one may have: what is sealed is
  /// filled up by three hundredths at most.
  static let maximumObjectByteCount = 17 << 20

  /// How many events it holds.
  public var count: Int { ends.count }
  /// How many bytes its events have.
  var byteCount: Int { content.count }

  /// The stored bytes of an event.
  ///
  /// - Precondition: `index` counts the events from zero.
  public func event(_ index: Int) -> ArraySlice<UInt8> {
    content[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }

  /// The stored bytes of the event of a sequence; `nil` where it is not in it.
  func event(at sequence: UInt64) -> ArraySlice<UInt8>? {
    guard run.first <= sequence, sequence <= run.last else { return nil }
    return event(Int(sequence - run.first))
  }

  /// Reads a segment and checks that it holds what it says.
  ///
  /// That the events continue each other is checked by who stores them, in
  /// the transaction that does.
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - name: What it was found under; `nil` where a peer sent it.
  /// - Throws: ``SegmentError``.
  public init(
    decoding bytes: RawSpan, named name: SegmentName? = nil
  ) throws(SegmentError) {
    let end = bytes.byteCount - EventHash.byteCount
    guard end > 0, bytes.byteCount <= Self.maximumByteCount else {
      throw .badLength
    }
    let footer = EventHash(of: bytes.extracting(0..<end))
    guard
      footer == EventHash(bytes: bytes.extracting(end..<bytes.byteCount))
    else { throw .badFooter }
    let fields = try SegmentFields(reading: bytes.extracting(0..<end))
    if let name {
      guard name.content == footer.firstHalf, name.run == fields.run,
        name.journal == fields.journal
      else { throw .otherName }
    }
    (ends, withoutPayloads) = try fields.checkedEnds()
    journal = fields.journal
    run = fields.run
    previous = fields.previous
    tip = fields.tip
    content = fields.content
    self.footer = footer
  }
}

/// What a segment consists of, in the order of its bytes.
struct SegmentFields {
  let journal: JournalID
  let run: SegmentRun
  let previous: EventHash
  let tip: EventHash
  let content: [UInt8]

  private static let magic = "plantguide.segment"
  private static let version: UInt64 = 1
  private static let fieldCount = 10

  init(
    journal: JournalID, run: SegmentRun, previous: EventHash, tip: EventHash,
    content: [UInt8]
  ) {
    self.journal = journal
    self.run = run
    self.previous = previous
    self.tip = tip
    self.content = content
  }

  /// The bytes of the segment, its footer included.
  var encoded: (bytes: [UInt8], footer: EventHash) {
    let frame = Zstd.compress(content.span.bytes)
    var writer = CBORWriter(capacity: frame.count + 256)
    writer.array(Self.fieldCount)
    writer.text(Self.magic)
    writer.unsigned(Self.version)
    writer.byteString(journal.bytes)
    writer.byteString(run.writer.bytes)
    writer.unsigned(run.first)
    writer.unsigned(run.last)
    writer.byteString(previous.bytes)
    writer.byteString(tip.bytes)
    writer.unsigned(UInt64(content.count))
    writer.byteString(frame)
    let footer = EventHash(of: writer.bytes.span.bytes)
    footer.append(to: &writer.bytes)
    return (writer.bytes, footer)
  }

  init(reading body: RawSpan) throws(SegmentError) {
    var reader = CBORReader(body)
    let count: Int
    do throws(CBORError) {
      count = try reader.array()
      guard count > 1, try reader.text() == Self.magic else {
        throw CBORError(.typeMismatch, at: 0)
      }
    } catch {
      throw .malformed(error)
    }
    // Another version may have any form.
    guard (try? reader.unsigned()) == Self.version else { throw .newerFormat }
    let fields: SegmentFields
    do throws(CBORError) {
      guard count == Self.fieldCount else {
        throw CBORError(.outOfRange, at: 0)
      }
      fields = try Self.read(&reader)
    } catch {
      throw .malformed(error)
    }
    self = fields
  }

  private static func read(
    _ reader: inout CBORReader
  ) throws(CBORError) -> SegmentFields {
    let journal: JournalID = try reader.id()
    let writer: WriterID = try reader.id()
    let first = try reader.unsigned()
    let last = try reader.unsigned()
    let previous = EventHash(bytes: try reader.byteString())
    let tip = EventHash(bytes: try reader.byteString())
    let byteCount = try reader.unsigned()
    let frame = try reader.byteString()
    try reader.finish()
    guard let previous, let tip, byteCount <= UInt64(Segment.maximumContent),
      let run = SegmentRun(
        first: first,
        tip: EventReference(
          writer: writer, sequence: last, hashPrefix: tip.prefix)),
      // An event's hashes and ids alone take more.
      run.count <= byteCount / 100,
      let content = Zstd.decompress(frame, byteCount: Int(byteCount))
    else { throw CBORError(.outOfRange, at: reader.offset) }
    return SegmentFields(
      journal: journal, run: run, previous: previous, tip: tip,
      content: content)
  }

  /// Where each event ends, and the sequences of those without a payload, once
  /// each was found to have its place here.
  func checkedEnds() throws(SegmentError) -> ([Int], [UInt64]) {
    var ends: [Int] = []
    var nulls: [UInt64] = []
    ends.reserveCapacity(Int(run.count))
    let bytes = content.span.bytes
    var start = 0
    while start < bytes.byteCount {
      let rest = bytes.extracting(start..<bytes.byteCount)
      guard let count = EventFrame.byteCount(atStartOf: rest) else {
        throw .otherEvents
      }
      start += count
      let frame = try checkPlace(
        of: rest.extracting(0..<count), at: UInt64(ends.count),
        isLast: start == bytes.byteCount)
      if !frame.hasPayload { nulls.append(run.first + UInt64(ends.count)) }
      ends.append(start)
    }
    guard UInt64(ends.count) == run.count else { throw .otherEvents }
    return (ends, nulls)
  }

  private func checkPlace(
    of event: RawSpan, at index: UInt64, isLast: Bool
  ) throws(SegmentError) -> EventFrame {
    guard index < run.count,
      event.byteCount <= RecordedEvent.maximumByteCount,
      let frame = try? EventFrame(decoding: event)
    else { throw .otherEvents }
    let bytes = frame.header(in: event)
    let header: EventHeader
    do throws(EventDecodingError) {
      header = try EventHeader(decoding: bytes)
    } catch {
      guard case .unknownVersion = error else { throw .otherEvents }
      throw .newerFormat
    }
    guard header.writer == run.writer, header.sequence == run.first + index,
      index > 0 || header.previous == previous,
      !isLast || EventHash(of: bytes) == tip
    else { throw .otherEvents }
    return frame
  }
}
