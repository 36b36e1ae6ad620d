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
  }
}

/// Segments that wait in a directory of the home.
struct SegmentSpool<Label> {
  fileprivate let path: String
  fileprivate private(set) var labels: [Label] = []
  fileprivate private(set) var runs: [SegmentRun] = []

  fileprivate init(path: String) { self.path = path }

  fileprivate func file(_ index: Int) -> String { "\(path)/\(index)" }

  /// Adds one, as its bytes came.
  mutating func add(
    _ bytes: [UInt8], _ label: Label, holding run: SegmentRun
  ) throws {
    // Nothing has its name; replacing would look at all the others first.
    _ = try File.make(file(runs.count), with: bytes)
    labels.append(label)
    runs.append(run)
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
  /// - Returns: What became of each, and what was new.
  /// - Throws: `JournalError` for the events of another journal, or
  ///   `LMDBError`; of one segment nothing is stored then.
  func receiveEach(
    _ segments: [Segment], of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0
  ) throws -> SegmentsReceived {
    guard !segments.isEmpty else { return SegmentsReceived() }
    do {
      var place = 0
      return try receive(
        segments.count, of: journalID, merging: merging, expecting: more,
        at: &place
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
            [segment], of: journalID, merging: merging, expecting: more))
      }
      return received
    }
  }

  /// Stores the events of segments in one transaction, however many there are,
  /// without those segments that are refused and what continues these: an
  /// event that says why payloads are missing may stand in any of them.
  ///
  /// - Parameters:
  ///   - runs: What the segments hold, each after what it continues.
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  ///   - segment: Gives a segment, more than once where it has to.
  /// - Returns: What became of each, and what was new.
  /// - Throws: As ``receiveEach(_:of:merging:)``, or what `segment` threw.
  func receiveTogether(
    _ runs: [SegmentRun], of journalID: JournalID, merging: Bool,
    segment: (Int) throws -> Segment
  ) throws -> SegmentsReceived {
    var refusals: [Int: ReceiveError] = [:]
    var left = Array(runs.indices)
    while !left.isEmpty {
      var place = 0
      do {
        var received = try receive(
          left.count, of: journalID, merging: merging, at: &place
        ) { try segment(left[$0]) }
        var outcomes = received.outcomes[...]
        received.outcomes = runs.indices.map { index in
          refusals[index].map { .refused($0) }
            ?? outcomes.popFirst() ?? .stored(new: 0)
        }
        return received
      } catch let error as ReceiveError {
        if case .missingPayload(let event) = error {
          place = left.firstIndex { runs[$0].spans(event) } ?? place
        }
        let failed = left[place]
        // Nobody sends much that is refused; who does gets no more tries.
        let isLast = refusals.values.count { !$0.isOfOrder } >= Self.mostTries
        for index in left[place...]
        where isLast || runs[index].writer == runs[failed].writer {
          refusals[index] = .unknownPredecessor(runs[index].tip, tips: .none)
        }
        refusals[failed] = error
        left.removeAll { refusals[$0] != nil }
      }
    }
    var received = SegmentsReceived()
    received.outcomes = runs.indices.compactMap { index in
      refusals[index].map { .refused($0) }
    }
    return received
  }

  /// Stores as ``receiveTogether(_:of:merging:segment:)`` does what waits on the
  /// disk until all of it has come, as it may be much.
  ///
  /// - Parameters:
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  ///   - collect: Adds what comes.
  ///   - segment: Reads what was added.
  /// - Returns: What told of each, in the order in which they were added, and
  ///   what became of them.
  /// - Throws: What storing, `collect` or `segment` threw.
  func receiveWaiting<Label>(
    of journalID: JournalID, merging: Bool,
    _ collect: (inout SegmentSpool<Label>) throws -> Void,
    segment: ([UInt8], Label) throws -> Segment
  ) throws -> (labels: [Label], SegmentsReceived) {
    try FileSystem.makeDirectory(home.syncDirectory)
    let directory = try PartialDirectory(
      named: "waiting", in: home.syncDirectory)
    defer { directory.remove() }
    var spool = SegmentSpool<Label>(path: directory.path)
    try collect(&spool)
    let received = try receiveTogether(
      spool.runs, of: journalID, merging: merging
    ) { index in
      guard let bytes = try File.contents(of: spool.file(index)) else {
        throw SegmentError.badLength
      }
      return try segment(bytes, spool.labels[index])
    }
    return (spool.labels, received)
  }

  private static var mostTries: Int { 64 }

  /// Stores the events of so many segments; `place` is the one that is at
  /// hand, also where this throws.
  private func receive(
    _ count: Int, of journalID: JournalID, merging: Bool,
    expecting more: UInt64 = 0, at segmentPlace: inout Int,
    _ segment: (Int) throws -> Segment
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
      guard news.count > 0, let writer = current?.run.writer else { return }
      received.new[writer, default: .init()].add(news)
      counts[place.segment] = UInt64(news.count)
      news = ReceivedNews()
    }
    let result = try receiveIncoming(
      merging: merging, requiringJournal: true, expecting: more,
      after: [journalID], noting: note
    ) { isRepeated in
      if isRepeated {
        received.new = [:]
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
    return received
  }
}

extension ReceiveError {
  /// Whether only an event before is lacking.
  fileprivate var isOfOrder: Bool {
    if case .unknownPredecessor = self { true } else { false }
  }
}
