internal import Encodings
internal import JournalEvents
internal import JournalLog

/// An event by its sequence and its whole hash.
public struct PeerEvent: Sendable, Hashable, Comparable {
  let sequence: UInt64
  let hash: EventHash

  /// The greatest number of bytes of its encoding.
  static let byteCount = 1 + 9 + 2 + EventHash.byteCount

  /// Orders events as a writer's tips are ordered.
  public static func < (one: PeerEvent, other: PeerEvent) -> Bool {
    (one.sequence, one.hash) < (other.sequence, other.hash)
  }

  /// The event's name, as one of `writer`.
  func reference(of writer: WriterID) -> EventReference {
    EventReference(writer: writer, sequence: sequence, hashPrefix: hash.prefix)
  }
}

/// A request for a writer's events: those of the chain to `tip` that come after
/// `after`, or all if that is `nil`.
struct PeerRange: Sendable, Hashable {
  let writer: WriterID
  let after: PeerEvent?
  let tip: PeerEvent
}

/// The answer for a range.
enum PeerRangeAnswer: Sendable, Hashable {
  /// The first of the events, from where the chains to `after` and to the tip
  /// part.
  case segment([UInt8])
  /// There are none.
  case upToDate
  /// The server lacks one of the two events; these are the tips that it holds.
  case unknown([PeerEvent])
  /// The answer is full; the client is to ask again for the rest.
  case later
}

/// The answer for a segment that a client brought.
enum PeerSegmentAnswer: Sendable, Hashable {
  /// It is stored durably.
  case stored(new: UInt64)
  /// It continues no event that the server holds.
  case unknown
  /// The server does not take it.
  case refused(String)
  /// Too much was brought at once; the client is to bring it again.
  case later
}

/// The bodies of requests and responses, as `schemas/openapi.yaml` has them.
enum PeerBody {
  typealias Vector = [(writer: WriterID, tips: [PeerEvent])]

  // MARK: Errors

  static func error(_ message: String) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(2)
    writer.text("error" as StaticString)
    writer.text(message)
    return writer.bytes
  }

  /// Returns the error message in an answer; `nil` if it holds none.
  static func error(in body: [UInt8]) -> String? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(2)
      guard try reader.text() == "error" else {
        throw CBORError(.typeMismatch, at: 0)
      }
      return try reader.text()
    }
  }

  // MARK: Journals

  static func journals(
    _ journals: [JournalID], names: [(writer: WriterID, name: String)]
  ) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(2)
    writer.array(journals.count)
    for journal in journals { writer.byteString(journal.bytes) }
    writer.array(names.count)
    for (id, name) in names {
      writer.array(2)
      writer.byteString(id.bytes)
      writer.text(name)
    }
    return writer.bytes
  }

  static func journals(in body: [UInt8]) -> [JournalID]? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(2)
      var journals: [JournalID] = []
      for _ in 0..<(try reader.array()) { journals.append(try reader.id()) }
      for _ in 0..<(try reader.array()) {
        try reader.expectArray(2)
        let _: WriterID = try reader.id()
        _ = try reader.text()
      }
      return journals
    }
  }

  // MARK: Vectors

  static func vector(_ vector: Vector) -> [UInt8] {
    var writer = CBORWriter(capacity: 64 * vector.count + 8)
    append(vector, to: &writer)
    return writer.bytes
  }

  static func vector(in body: [UInt8]) -> Vector? {
    read(body, vector)
  }

  private static func append(_ vector: Vector, to writer: inout CBORWriter) {
    writer.array(vector.count)
    for (id, tips) in vector {
      writer.array(2)
      writer.byteString(id.bytes)
      append(tips, to: &writer)
    }
  }

  private static func append(
    _ events: [PeerEvent], to writer: inout CBORWriter
  ) {
    writer.array(events.count)
    for event in events { append(event, to: &writer) }
  }

  private static func append(
    _ event: PeerEvent, to writer: inout CBORWriter
  ) {
    writer.array(2)
    writer.unsigned(event.sequence)
    writer.byteString(event.hash.bytes)
  }

  private static func vector(
    _ reader: inout CBORReader
  ) throws(CBORError) -> Vector {
    var vector: Vector = []
    for _ in 0..<(try reader.array()) {
      try reader.expectArray(2)
      let writer: WriterID = try reader.id()
      vector.append((writer, try events(&reader)))
    }
    return vector
  }

  private static func events(
    _ reader: inout CBORReader
  ) throws(CBORError) -> [PeerEvent] {
    var events: [PeerEvent] = []
    for _ in 0..<(try reader.array()) { events.append(try event(&reader)) }
    return events
  }

  private static func event(
    _ reader: inout CBORReader
  ) throws(CBORError) -> PeerEvent {
    try reader.expectArray(2)
    let sequence = try reader.unsigned()
    guard let hash = EventHash(bytes: try reader.byteString()), sequence > 0
    else { throw CBORError(.outOfRange, at: reader.offset) }
    return PeerEvent(sequence: sequence, hash: hash)
  }

  // MARK: Ranges

  static func ranges(_ ranges: [PeerRange], limit: Int) -> [UInt8] {
    var writer = CBORWriter(capacity: 128 * ranges.count + 16)
    writer.array(2)
    writer.unsigned(UInt64(limit))
    writer.array(ranges.count)
    for range in ranges {
      writer.array(3)
      writer.byteString(range.writer.bytes)
      if let after = range.after {
        append(after, to: &writer)
      } else {
        writer.null()
      }
      append(range.tip, to: &writer)
    }
    return writer.bytes
  }

  static func ranges(
    in body: [UInt8]
  ) -> (limit: Int, ranges: [PeerRange])? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(2)
      let limit = Int(clamping: try reader.unsigned())
      var ranges: [PeerRange] = []
      for _ in 0..<(try reader.array()) {
        try reader.expectArray(3)
        let writer: WriterID = try reader.id()
        let after = reader.readNull() ? nil : try event(&reader)
        ranges.append(
          PeerRange(writer: writer, after: after, tip: try event(&reader)))
      }
      return (limit, ranges)
    }
  }

  static func rangeAnswers(_ answers: [PeerRangeAnswer]) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(answers.count)
    for answer in answers {
      switch answer {
      case .segment(let bytes):
        writer.array(2)
        writer.text("segment" as StaticString)
        writer.byteString(bytes)
      case .upToDate:
        writer.array(1)
        writer.text("upToDate" as StaticString)
      case .unknown(let tips):
        writer.array(2)
        writer.text("unknown" as StaticString)
        append(tips, to: &writer)
      case .later:
        writer.array(1)
        writer.text("later" as StaticString)
      }
    }
    return writer.bytes
  }

  static func rangeAnswers(in body: [UInt8]) -> [PeerRangeAnswer]? {
    read(body) { reader throws(CBORError) in
      var answers: [PeerRangeAnswer] = []
      for _ in 0..<(try reader.array()) {
        let count = try reader.array()
        switch (try reader.text(), count) {
        case ("segment", 2):
          answers.append(.segment(try reader.byteString().copied))
        case ("upToDate", 1): answers.append(.upToDate)
        case ("unknown", 2): answers.append(.unknown(try events(&reader)))
        case ("later", 1): answers.append(.later)
        default: throw CBORError(.outOfRange, at: reader.offset)
        }
      }
      return answers
    }
  }

  // MARK: Segments

  static func segments(_ segments: [[UInt8]]) -> [UInt8] {
    let count = segments.reduce(16) { $0 + $1.count + 9 }
    var writer = CBORWriter(capacity: count)
    writer.array(segments.count)
    for segment in segments { writer.byteString(segment) }
    return writer.bytes
  }

  /// The places of the segments in a body; `nil` if there are more than `most`,
  /// or if the body is something else.
  static func segments(in body: [UInt8], atMost most: Int) -> [Range<Int>]? {
    read(body) { reader throws(CBORError) in
      var places: [Range<Int>] = []
      let count = try reader.array()
      guard count <= most else { throw CBORError(.outOfRange, at: 0) }
      for _ in 0..<count {
        let count = try reader.byteString().byteCount
        places.append(reader.offset - count..<reader.offset)
      }
      return places
    }
  }

  static func segmentAnswers(
    _ answers: [PeerSegmentAnswer], tips: Vector
  ) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(2)
    writer.array(answers.count)
    for answer in answers {
      switch answer {
      case .stored(let new):
        writer.array(2)
        writer.text("stored" as StaticString)
        writer.unsigned(new)
      case .unknown:
        writer.array(1)
        writer.text("unknown" as StaticString)
      case .refused(let reason):
        writer.array(2)
        writer.text("refused" as StaticString)
        writer.text(reason)
      case .later:
        writer.array(1)
        writer.text("later" as StaticString)
      }
    }
    append(tips, to: &writer)
    return writer.bytes
  }

  static func segmentAnswers(in body: [UInt8]) -> [PeerSegmentAnswer]? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(2)
      var answers: [PeerSegmentAnswer] = []
      for _ in 0..<(try reader.array()) {
        let count = try reader.array()
        switch (try reader.text(), count) {
        case ("stored", 2): answers.append(.stored(new: try reader.unsigned()))
        case ("unknown", 1): answers.append(.unknown)
        case ("refused", 2): answers.append(.refused(try reader.text()))
        case ("later", 1): answers.append(.later)
        default: throw CBORError(.outOfRange, at: reader.offset)
        }
      }
      _ = try vector(&reader)
      return answers
    }
  }

  // MARK: Joining

  static func joining(device: String, secret: AccessSecret) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(2)
    writer.text(device)
    writer.byteString(secret.bytes)
    return writer.bytes
  }

  static func joining(
    in body: [UInt8]
  ) -> (device: String, secret: AccessSecret)? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(2)
      let device = try reader.text()
      guard let secret = AccessSecret(bytes: try reader.byteString().copied)
      else { throw CBORError(.outOfRange, at: reader.offset) }
      return (device, secret)
    }
  }

  // MARK: Blobs

  static func held(_ count: Int) -> [UInt8] {
    var writer = CBORWriter()
    writer.array(1)
    writer.unsigned(UInt64(count))
    return writer.bytes
  }

  static func held(in body: [UInt8]) -> Int? {
    read(body) { reader throws(CBORError) in
      try reader.expectArray(1)
      return Int(clamping: try reader.unsigned())
    }
  }

  /// Reads an item that fills a body; `nil` if the body has another form.
  private static func read<R>(
    _ body: [UInt8], _ item: (inout CBORReader) throws(CBORError) -> R
  ) -> R? {
    var reader = CBORReader(body.span.bytes)
    guard let value = try? item(&reader), (try? reader.finish()) != nil else {
      return nil
    }
    return value
  }
}

extension CBORReader {
  /// Reads the head of an array of exactly so many items.
  fileprivate mutating func expectArray(_ count: Int) throws(CBORError) {
    let start = offset
    guard try array() == count else { throw CBORError(.outOfRange, at: start) }
  }
}
