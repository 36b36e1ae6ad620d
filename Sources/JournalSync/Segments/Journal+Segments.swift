internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// What storing segments came to.
struct SegmentsReceived {
  /// What became of each.
  var outcomes: [Outcome] = []
  /// What was new, by writer.
  var new: [WriterID: ReceivedNews] = [:]
  /// Writers whose chain has branches now.
  var forkedWriters: Set<WriterID> = []
  /// How many events that were held before are erased now.
  var erased = 0
  /// The journals that the events say they belong to.
  var journals: Set<JournalID> = []
  /// The sequences of the events that came without payloads, by writer.
  var nulls: [WriterID: Set<UInt64>] = [:]

  enum Outcome {
    /// Its events are held; so many are new.
    case stored(new: UInt64)
    case refused(ReceiveError)
  }

  /// How many events were new.
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

/// Segments that wait in a file of the home, which has room for so many.
struct SegmentSpool<Label>: ~Copyable {
  fileprivate private(set) var labels: [Label] = []
  fileprivate private(set) var outlines: [SegmentOutline] = []
  private var ends: [Int] = []
  private let file: File
  private let path: String
  private var nullCount = 0
  /// The most events without payloads that a segment may have to wait.
  private var mostNulls = Self.nullLimit

  private static var limit: Int { 1 << 16 }
  private static var byteLimit: Int { 1 << 32 }
  private static var nullLimit: Int { 1 << 17 }

  fileprivate init(in directory: String) throws {
    path = "\(directory)/segments"
    file = try File(path, .making)
  }

  /// Whether there is no room for any more.
  var isFull: Bool {
    ends.count >= Self.limit || ends.last ?? 0 >= Self.byteLimit
  }

  /// Adds a segment, as its bytes came.
  ///
  /// Where there is no room left for events without payloads, the segments go
  /// that have most of them.
  ///
  /// - Returns: Whether there was room.
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

  /// The segments that had to go again.
  fileprivate private(set) var hasNoRoom: Set<Int> = []

  /// The outlines of the segments, which are many and needed once.
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

extension Journal {
  /// Stores the events of segments in one transaction; where some are refused,
  /// each segment's in one of its own.
  ///
  /// - Parameters:
  ///   - segments: The segments, each of which continues what is held or comes
  ///     before it.
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  ///   - more: How many events are to come after these.
  ///   - journals: The journals that segments before these have named: a home
  ///     that joins holds the first of them, which may be another.
  /// - Returns: What became of each, and what was new.
  /// - Throws: `JournalError` for the events of another journal, or
  ///   `LMDBError`; of one segment nothing is stored then.
  func receiveEach(
    _ segments: [Segment], of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0, after journals: Set<JournalID> = []
  ) throws -> SegmentsReceived {
    guard !segments.isEmpty else { return SegmentsReceived() }
    do {
      var place = 0
      return try receive(
        segments.count, of: journalID, merging: merging, expecting: more,
        after: journals, at: &place
      ) { segments[$0] }
    } catch let error as ReceiveError {
      var received = SegmentsReceived()
      guard segments.count > 1 else {
        received.outcomes = [.refused(error)]
        return received
      }
      for segment in segments {
        received.add(
          try receiveEach(
            [segment], of: journalID, merging: merging, expecting: more,
            after: journals.union(received.journals)))
      }
      return received
    }
  }

  /// Stores the events of segments in one transaction, however many there are,
  /// without those segments that cannot be stored and what continues or needs
  /// these: an event that says why payloads are missing may stand in any of
  /// them.
  ///
  /// - Parameters:
  ///   - runs: What the segments hold.
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  ///   - segment: Gives a segment, more than once.
  /// - Returns: What became of each, and what was new.
  /// - Throws: As ``receiveEach(_:of:merging:expecting:after:)``, or what `segment` threw.
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
        // Only where another process has changed the journal meanwhile.
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

  /// Stores as ``receiveTogether(_:of:merging:segment:)`` does what waits on the
  /// disk until all of it has come, as it may be much.
  ///
  /// - Parameters:
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  ///   - journals: As for ``receiveEach(_:of:merging:expecting:after:)``.
  ///   - collect: Adds what comes.
  ///   - segment: Reads what was added.
  /// - Returns: What told of each, in the order in which they were added, and
  ///   what became of them.
  /// - Throws: What storing, `collect` or `segment` threw.
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

  /// Stores the events of so many segments; `place` is the one that is at
  /// hand, also where this throws.
  private func receive(
    _ count: Int, of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0, after journals: Set<JournalID>,
    at segmentPlace: inout Int, _ segment: (Int) throws -> Segment
  ) throws -> SegmentsReceived {
    var received = SegmentsReceived()
    var counts = [UInt64](repeating: 0, count: count)
    var place = (segment: 0, event: 0)
    var current = Optional(try segment(0))
    defer { segmentPlace = min(place.segment, count - 1) }
    // Of the segment at hand, which has one writer: looking that up for each
    // event would be felt.
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
        // What was unpacked for this is not kept beside the next one.
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
