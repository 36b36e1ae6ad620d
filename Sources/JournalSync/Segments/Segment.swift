internal import Encodings
public import JournalEvents
internal import JournalLog
internal import POSIXKit

/// A run of one writer's events, as it is stored in a remote or sent to a
/// peer.
///
/// The bytes are specified in `schemas/segment.cddl`.
public struct Segment: Sendable {
  /// The journal that the remote was added with.
  public let journal: JournalID
  /// The events that it holds.
  public let run: SegmentRun
  /// The hash of the event before the first; zeros if the chain begins here.
  public let previous: EventHash
  /// The hash of the last event.
  let tip: EventHash
  /// The hash of its bytes.
  public let footer: EventHash
  /// The stored bytes of the events, one after another.
  private let content: [UInt8]
  /// The offset at which each event ends.
  private let ends: [Int]
  /// The hash of each event's header; zeros if the payload is another one.
  private let hashes: [EventHash]
  /// The sequences of the events whose payloads it lacks.
  let withoutPayloads: [UInt64]

  /// The bytes of events that fill a segment; the last event may exceed them.
  static let usualContent = 8 << 20
  /// The number of bytes from which a thread packs or checks a segment.
  static let contentForThread = 1 << 16
  /// The greatest number of bytes of events.
  static let maximumContent = 16 << 20 + RecordedEvent.maximumByteCount
  /// The greatest number of bytes of a segment.
  public static let maximumByteCount = 16 << 20
  /// The greatest number of bytes of an object that holds a segment: sealing
  /// adds three hundredths at most.
  static let maximumObjectByteCount = 17 << 20

  /// The number of events.
  public var count: Int { ends.count }
  /// The number of bytes of the events.
  var byteCount: Int { content.count }

  /// The stored bytes of an event.
  ///
  /// - Precondition: `index` counts the events from zero.
  public func event(_ index: Int) -> ArraySlice<UInt8> {
    content[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }

  /// The events whose payloads it lacks.
  var nulls: [Erasure] {
    withoutPayloads.map { sequence in
      let hash = hashes[Int(sequence - run.first)]
      return Erasure(
        of: EventReference(
          writer: run.writer, sequence: sequence, hashPrefix: hash.prefix),
        hash: hash)
    }
  }

  /// Returns an event, and says whether its hashes are known to be right.
  ///
  /// - Precondition: As for ``event(_:)``.
  func incoming(_ index: Int) -> IncomingEvent {
    IncomingEvent(
      event(index),
      checkedHash: hashes[index] == .zero ? nil : hashes[index])
  }

  /// The segment's bytes, packed again.
  var encoded: [UInt8] {
    SegmentFields(
      journal: journal, run: run, previous: previous, tip: tip,
      content: content
    ).encoded.bytes
  }

  /// Returns the stored bytes of the event with a sequence, if it is held.
  func event(at sequence: UInt64) -> ArraySlice<UInt8>? {
    guard run.first <= sequence, sequence <= run.last else { return nil }
    return event(Int(sequence - run.first))
  }

  /// Reads a segment and checks that it holds what it says.
  ///
  /// The events are stored in a transaction that checks that they continue each
  /// other.
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - name: The name under which it was found; `nil` if a peer sent it.
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
    (ends, hashes, withoutPayloads) = try fields.checkedEvents()
    journal = fields.journal
    run = fields.run
    previous = fields.previous
    tip = fields.tip
    content = fields.content
    self.footer = footer
  }
}

extension Segment {
  /// A segment that is being read.
  typealias Reading = Meanwhile<Result<Segment, SegmentError>>

  /// Reads a segment, in a thread if it is long.
  static func reading(
    _ bytes: [UInt8], named name: SegmentName? = nil
  ) -> Reading {
    Meanwhile(where: bytes.count > contentForThread) {
      Result { () throws(SegmentError) in
        try Segment(decoding: bytes.span.bytes, named: name)
      }
    }
  }
}

/// The bytes of a segment, which a thread may be making.
typealias PackedSegment = Meanwhile<(bytes: [UInt8], footer: EventHash)>

/// The facts that a segment states, before its events are looked at.
struct SegmentHead {
  let journal: JournalID
  let run: SegmentRun
  let previous: EventHash
  let tip: EventHash
  /// The number of bytes of the events.
  let byteCount: Int
  /// The place of the packed events in the segment.
  fileprivate let frame: Range<Int>

  /// Reads the head of a whole segment without checking any hash.
  init(of segment: [UInt8]) throws(SegmentError) {
    let bytes = segment.span.bytes
    let end = bytes.byteCount - EventHash.byteCount
    guard end > 0 else { throw .badLength }
    try self.init(reading: bytes.extracting(0..<end))
  }

  fileprivate init(reading body: RawSpan) throws(SegmentError) {
    var reader = CBORReader(body)
    let count: Int
    do throws(CBORError) {
      count = try reader.array()
      guard count > 1, try reader.text() == SegmentFields.magic else {
        throw CBORError(.typeMismatch, at: 0)
      }
    } catch {
      throw .malformed(error)
    }
    // Another version may have any form.
    guard (try? reader.unsigned()) == SegmentFields.version else {
      throw .newerFormat
    }
    let head: SegmentHead
    do throws(CBORError) {
      guard count == SegmentFields.fieldCount else {
        throw CBORError(.outOfRange, at: 0)
      }
      head = try SegmentHead(&reader)
    } catch {
      throw .malformed(error)
    }
    self = head
  }

  private init(_ reader: inout CBORReader) throws(CBORError) {
    let journal: JournalID = try reader.id()
    let writer: WriterID = try reader.id()
    let first = try reader.unsigned()
    let last = try reader.unsigned()
    let previous = EventHash(bytes: try reader.byteString())
    let tip = EventHash(bytes: try reader.byteString())
    let byteCount = try reader.unsigned()
    let frameCount = try reader.byteString().byteCount
    try reader.finish()
    guard let previous, let tip, byteCount <= UInt64(Segment.maximumContent),
      let run = SegmentRun(
        first: first,
        tip: EventReference(
          writer: writer, sequence: last, hashPrefix: tip.prefix)),
      // An event's hashes and ids alone take more.
      run.count <= byteCount / 100
    else { throw CBORError(.outOfRange, at: reader.offset) }
    self.journal = journal
    self.run = run
    self.previous = previous
    self.tip = tip
    self.byteCount = Int(byteCount)
    frame = (reader.offset - frameCount)..<reader.offset
  }
}

/// The fields of a segment, in the order of its bytes.
struct SegmentFields: Sendable {
  let journal: JournalID
  let run: SegmentRun
  let previous: EventHash
  let tip: EventHash
  let content: [UInt8]

  fileprivate static let magic = "plantguide.segment"
  fileprivate static let version: UInt64 = 1
  fileprivate static let fieldCount = 10

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

  /// The bytes of the segment, its footer included, once a thread has packed
  /// them.
  var packed: PackedSegment {
    Meanwhile(where: content.count > Segment.contentForThread) { encoded }
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
    let head = try SegmentHead(reading: body)
    guard
      let content = Zstd.decompress(
        body.extracting(head.frame), byteCount: head.byteCount)
    else {
      throw .malformed(CBORError(.outOfRange, at: head.frame.upperBound))
    }
    self.init(
      journal: head.journal, run: head.run, previous: head.previous,
      tip: head.tip, content: content)
  }

  /// Returns the end of each event, its hash, and the sequences of the events
  /// without a payload, after checking that each event has its place here. The
  /// hash is zero if the payload is not the one that the header names.
  func checkedEvents() throws(SegmentError) -> (
    [Int], [EventHash], [UInt64]
  ) {
    var ends: [Int] = []
    var hashes: [EventHash] = []
    var nulls: [UInt64] = []
    ends.reserveCapacity(Int(run.count))
    hashes.reserveCapacity(Int(run.count))
    let bytes = content.span.bytes
    var start = 0
    while start < bytes.byteCount {
      let rest = bytes.extracting(start..<bytes.byteCount)
      guard let count = EventFrame.byteCount(atStartOf: rest) else {
        throw .otherEvents
      }
      start += count
      let event = try checkedEvent(
        rest.extracting(0..<count), at: UInt64(ends.count),
        isLast: start == bytes.byteCount)
      if !event.hasPayload { nulls.append(run.first + UInt64(ends.count)) }
      hashes.append(event.hash)
      ends.append(start)
    }
    guard UInt64(ends.count) == run.count else { throw .otherEvents }
    return (ends, hashes, nulls)
  }

  private func checkedEvent(
    _ event: RawSpan, at index: UInt64, isLast: Bool
  ) throws(SegmentError) -> (hash: EventHash, hasPayload: Bool) {
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
    let hash = EventHash(of: bytes)
    guard header.writer == run.writer, header.sequence == run.first + index,
      index > 0 || header.previous == previous, !isLast || hash == tip
    else { throw .otherEvents }
    guard let payload = frame.payload(in: event) else { return (hash, false) }
    let isIntact = EventHash(of: payload) == header.payloadHash
    return (isIntact ? hash : .zero, true)
  }
}
