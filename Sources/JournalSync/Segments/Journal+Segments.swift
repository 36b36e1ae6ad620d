internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The outcome of storing segments.
struct SegmentsReceived {
  /// The outcome of each segment.
  var outcomes: [Outcome] = []
  /// The new events, by writer.
  var new: [WriterID: ReceivedNews] = [:]
  /// The writers whose chain has branches now.
  var forkedWriters: Set<WriterID> = []
  /// The number of events held before that are erased now.
  var erased = 0
  /// The journals that the events name.
  var journals: Set<JournalID> = []
  /// The sequences of the events that came without payloads, by writer.
  var nulls: [WriterID: Set<UInt64>] = [:]

  enum Outcome {
    /// The events are held; so many are new.
    case stored(new: UInt64)
    case refused(ReceiveError)
  }

  /// The number of new events.
  var newCount: Int { new.values.reduce(0) { $0 + $1.count } }

  fileprivate mutating func add(_ other: SegmentsReceived) {
    outcomes += other.outcomes
    for (writer, events) in other.new {
      new[writer, default: .init()].add(events)
    }
    forkedWriters.formUnion(other.forkedWriters)
    erased += other.erased
    journals.formUnion(other.journals)
    nulls.merge(other.nulls) { $0.union($1) }
  }
}

/// Segments that wait in a file of the home, up to a limit.
struct SegmentSpool<Label>: ~Copyable {
  fileprivate private(set) var labels: [Label] = []
  fileprivate private(set) var outlines: [SegmentOutline] = []
  private var ends: [Int] = []
  private let file: File
  private let path: String
  private var nullCount = 0
  /// The most events without payloads that a waiting segment may have.
  private var mostNulls = Self.nullLimit

  private static var limit: Int { 1 << 16 }
  private static var byteLimit: Int { 1 << 32 }
  private static var nullLimit: Int { 1 << 17 }

  fileprivate init(in directory: String) throws {
    path = "\(directory)/segments"
    file = try File(path, .making)
  }

  /// A Boolean value that indicates whether there is no room for more.
  var isFull: Bool {
    ends.count >= Self.limit || ends.last ?? 0 >= Self.byteLimit
  }

  /// Adds a segment, as its bytes came.
  ///
  /// If there is no room left for events without payloads, the segments with
  /// most of them are removed.
  ///
  /// - Returns: `true` if there was room.
  mutating func add(
    _ bytes: [UInt8], _ label: Label, _ segment: Segment
  ) throws -> Bool {
    let outline = SegmentOutline(of: segment)
    guard !isFull, outline.nulls.count <= mostNulls else { return false }
    try file.write(bytes[...])
    ends.append((ends.last ?? 0) + bytes.count)
    labels.append(label)
    outlines.append(outline)
    nullCount += outline.nulls.count
    while nullCount > Self.nullLimit {
      mostNulls /= 2
      for index in outlines.indices
      where outlines[index].nulls.count > mostNulls {
        nullCount -= outlines[index].nulls.count
        outlines[index].nulls = []
        hasNoRoom.insert(index)
      }
    }
    return true
  }

  /// The segments removed for lack of room.
  fileprivate private(set) var hasNoRoom: Set<Int> = []

  /// Takes the outlines of the segments, which are many and needed once.
  fileprivate mutating func takeOutlines() -> [SegmentOutline] {
    defer { outlines = [] }
    return outlines
  }

  fileprivate func bytes(_ index: Int) throws -> [UInt8] {
    let start = index > 0 ? ends[index - 1] : 0
    let bytes = try File(path, .reading).read(ends[index] - start, at: start)
    guard bytes.count == ends[index] - start else {
      throw SegmentError.badLength
    }
    return bytes
  }
}

/// Segments on their way into a journal, a transaction at a time.
///
/// - Complexity: O(*k* log *n*) transactions if *k* of *n* are refused.
struct SegmentBatch {
  private let segments: [Segment]
  /// The segments that are left, split into transactions; the next come last.
  private var left: [Range<Int>]
  /// The outcomes of the segments before those that are left.
  private(set) var received = SegmentsReceived()

  /// Creates a batch of segments, none of which is stored.
  init(_ segments: [Segment]) {
    self.segments = segments
    left = segments.isEmpty ? [] : [segments.indices]
  }

  /// A Boolean value that indicates whether no segment is left.
  var isStored: Bool { left.isEmpty }

  /// Stores the next segments in one transaction. If one of them is refused,
  /// each half of them comes next.
  ///
  /// The parameters and errors are those of
  /// ``Journal/receiveEach(_:of:merging:expecting:after:)``.
  mutating func storeNext(
    in journal: Journal, of journalID: JournalID, merging: Bool,
    expecting more: UInt64, after journals: Set<JournalID> = []
  ) throws {
    guard let range = left.popLast() else { return }
    do {
      var place = 0
      received.add(
        try journal.receive(
          range.count, of: journalID, merging: merging, expecting: more,
          after: journals.union(received.journals), at: &place
        ) { segments[range.lowerBound + $0] })
    } catch let error as ReceiveError {
      guard range.count > 1 else {
        received.outcomes.append(.refused(error))
        return
      }
      let middle = range.lowerBound + range.count / 2
      left.append(middle..<range.upperBound)
      left.append(range.lowerBound..<middle)
    }
  }
}

extension Journal {
  /// Stores the events of segments in one transaction; if one of them is
  /// refused, those of each half in the same way.
  ///
  /// - Parameters:
  ///   - segments: The segments, which continue held events or each other.
  ///   - journalID: The journal that they belong to.
  ///   - merging: `true` to let events of another journal join.
  ///   - more: The number of events to come after these.
  ///   - journals: The journals that earlier segments named: a home that joins
  ///     holds the first of them, which may be another.
  /// - Returns: The outcome of each segment, and the new events.
  /// - Throws: `JournalError` for the events of another journal, or
  ///   `LMDBError`; then nothing is stored of the segment at fault.
  func receiveEach(
    _ segments: [Segment], of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0, after journals: Set<JournalID> = []
  ) throws -> SegmentsReceived {
    var batch = SegmentBatch(segments)
    while !batch.isStored {
      try batch.storeNext(
        in: self, of: journalID, merging: merging, expecting: more,
        after: journals)
    }
    return batch.received
  }

  /// Stores the events of all segments in one transaction: an event that erased
  /// a missing payload may be in any of them. Segments that cannot be stored
  /// are left out, with those that continue or need them.
  ///
  /// - Parameters:
  ///   - runs: The events that the segments hold.
  ///   - journalID: The journal that they belong to.
  ///   - merging: `true` to let events of another journal join.
  ///   - segment: Returns a segment, and is called for it more than once.
  /// - Returns: The outcome of each segment, and the new events.
  /// - Throws: As ``receiveEach(_:of:merging:expecting:after:)``, or the error
  ///   of `segment`.
  func receiveTogether(
    _ runs: [SegmentRun], of journalID: JournalID, merging: Bool,
    segment: (Int) throws -> Segment
  ) throws -> SegmentsReceived {
    try receiveTogether(
      runs.indices.map { SegmentOutline(of: try segment($0)) }, of: journalID,
      merging: merging, segment: segment)
  }

  private func receiveTogether(
    _ outlines: consuming [SegmentOutline], without excluded: Set<Int> = [],
    of journalID: JournalID, merging: Bool, after journals: Set<JournalID> = [],
    segment: (Int) throws -> Segment
  ) throws -> SegmentsReceived {
    let runs = outlines.map(\.run)
    var sieve = SegmentSieve(consume outlines, without: excluded)
    try sieve.sift(for: self, segment)
    var received = SegmentsReceived()
    var stored: [Int: SegmentsReceived.Outcome] = [:]
    var tries = 0
    while stored.isEmpty, !sieve.left.isEmpty, tries < Self.mostTries {
      let left = sieve.left
      var place = 0
      do {
        received = try receive(
          left.count, of: journalID, merging: merging, after: journals,
          at: &place
        ) { try segment(left[$0]) }
        stored = Dictionary(
          uniqueKeysWithValues: zip(left, received.outcomes))
      } catch let error as ReceiveError {
        // This means that another process has changed the journal.
        tries += 1
        if case .missingPayload(let event) = error {
          place = left.firstIndex { runs[$0].spans(event) } ?? place
        }
        sieve.remove(place, error)
      }
    }
    let refusals = sieve.refusals
    received.outcomes = runs.indices.map { index in
      stored[index]
        ?? .refused(
          refusals[index] ?? .unknownPredecessor(runs[index].tip, tips: .none))
    }
    return received
  }

  /// Collects segments on the disk, as they may be many, and then stores them
  /// like ``receiveTogether(_:of:merging:segment:)``.
  ///
  /// - Parameters:
  ///   - journalID: The journal that they belong to.
  ///   - merging: `true` to let events of another journal join.
  ///   - journals: As for ``receiveEach(_:of:merging:expecting:after:)``.
  ///   - collect: Adds the segments.
  ///   - segment: Reads an added segment.
  /// - Returns: The labels of the segments, in the order in which they were
  ///   added, and the outcomes.
  /// - Throws: The errors of storing, `collect` or `segment`.
  func receiveWaiting<Label>(
    of journalID: JournalID, merging: Bool, after journals: Set<JournalID>,
    _ collect: (inout SegmentSpool<Label>) throws -> Void,
    segment: ([UInt8], Label) throws -> Segment
  ) throws -> (labels: [Label], SegmentsReceived) {
    try FileSystem.makeDirectory(home.syncDirectory)
    let directory = try PartialDirectory(
      named: "waiting", in: home.syncDirectory)
    defer { directory.remove() }
    var spool = try SegmentSpool<Label>(in: directory.path)
    try collect(&spool)
    let labels = spool.labels
    let received = try receiveTogether(
      spool.takeOutlines(), without: spool.hasNoRoom, of: journalID,
      merging: merging, after: journals
    ) { try segment(spool.bytes($0), labels[$0]) }
    return (labels, received)
  }

  private static var mostTries: Int { 8 }

  /// Stores the events of `count` segments; `place` is that of the current
  /// event, even if this throws.
  fileprivate func receive(
    _ count: Int, of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0, after journals: Set<JournalID>,
    at segmentPlace: inout Int, _ segment: (Int) throws -> Segment
  ) throws -> SegmentsReceived {
    var received = SegmentsReceived()
    var counts = [UInt64](repeating: 0, count: count)
    var place = (segment: 0, event: 0)
    var current = Optional(try segment(0))
    defer { segmentPlace = min(place.segment, count - 1) }
    // The news of the current segment, all of one writer, to save lookups.
    var news = ReceivedNews()
    func note(_ header: EventHeader, _ payload: EventPayload?) {
      news.add(header, payload)
    }
    func endSegment() {
      if let current, !current.withoutPayloads.isEmpty {
        received.nulls[current.run.writer, default: []]
          .formUnion(current.withoutPayloads)
      }
      guard news.count > 0, let writer = current?.run.writer else { return }
      received.new[writer, default: .init()].add(news)
      counts[place.segment] = UInt64(news.count)
      news = ReceivedNews()
    }
    let result = try receiveIncoming(
      merging: merging, requiringJournal: true, expecting: more,
      after: journals.union([journalID]), noting: note
    ) { isRepeated in
      if isRepeated {
        received.new = [:]
        received.nulls = [:]
        news = ReceivedNews()
        counts = [UInt64](repeating: 0, count: count)
        place = (0, 0)
        current = try segment(0)
      }
      if place.event == current?.count {
        endSegment()
        // This unpacked segment is not kept beside the next one.
        current = nil
        guard place.segment + 1 < count else { return nil }
        place = (place.segment + 1, 0)
        current = try segment(place.segment)
      }
      // Before the event: what is counted belongs to it.
      let event = place.event
      place.event += 1
      return current?.incoming(event)
    }
    received.outcomes = counts.map { .stored(new: $0) }
    received.forkedWriters = result.forkedWriters
    received.erased = result.erased
    received.journals = result.journals
    return received
  }
}
