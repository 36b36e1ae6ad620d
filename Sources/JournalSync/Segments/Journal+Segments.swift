internal import JournalEvents
internal import JournalProjections

extension Journal {
  /// Stores the events of segments in one transaction, each of which must
  /// continue what is held or comes before it.
  ///
  /// - Parameters:
  ///   - segments: The segments.
  ///   - journalID: The journal that they belong to.
  ///   - merging: Whether events of another journal may join.
  /// - Returns: What was received, and what of it was new, by writer.
  /// - Throws: What ``receive(merging:_:)`` throws; nothing is stored then.
  func receive(
    _ segments: [Segment], of journalID: JournalID, merging: Bool
  ) throws -> (
    result: ReceiveResult, new: [WriterID: SyncReport.ReceivedEvents]
  ) {
    var new: [WriterID: SyncReport.ReceivedEvents] = [:]
    var place = (segment: 0, event: 0)
    func note(_ header: EventHeader, _ payload: EventPayload?) {
      new[header.writer, default: .init()].add(header, payload)
    }
    let result = try receive(
      merging: merging, requiringJournal: true, after: [journalID],
      noting: note
    ) { isRepeated in
      if isRepeated {
        new = [:]
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
    return (result, new)
  }
}
