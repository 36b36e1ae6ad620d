internal import JournalEvents
internal import JournalProjections

/// What storing segments came to.
struct SegmentsReceived {
  /// What became of each.
  var outcomes: [Outcome] = []
  /// What was new, by writer.
  var new: [WriterID: SyncReport.ReceivedEvents] = [:]
  /// Writers whose chain has branches now.
  var forkedWriters: Set<WriterID> = []

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
      return try receive(
        segments, of: journalID, merging: merging, expecting: more)
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

  private func receive(
    _ segments: [Segment], of journalID: JournalID, merging: Bool,
    expecting more: UInt64
  ) throws -> SegmentsReceived {
    var received = SegmentsReceived()
    var counts = [UInt64](repeating: 0, count: segments.count)
    var place = (segment: 0, event: 0)
    func note(_ header: EventHeader, _ payload: EventPayload?) {
      received.new[header.writer, default: .init()].add(header, payload)
      counts[place.segment] += 1
    }
    let result = try receive(
      merging: merging, requiringJournal: true, expecting: more,
      after: [journalID], noting: note
    ) { isRepeated in
      if isRepeated {
        received.new = [:]
        counts = [UInt64](repeating: 0, count: segments.count)
        place = (0, 0)
      }
      while place.segment < segments.count,
        place.event == segments[place.segment].count
      {
        place = (place.segment + 1, 0)
      }
      guard place.segment < segments.count else { return nil }
      defer { place.event += 1 }
      return Array(segments[place.segment].event(place.event))
    }
    received.outcomes = counts.map { .stored(new: $0) }
    received.forkedWriters = result.forkedWriters
    return received
  }
}
