internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// Makes segments of events in the log.
struct SegmentMaker {
  let chains: EventChains
  let journal: JournalID

  /// Returns the first of the segments that bring the events from the sequence
  /// `first` on that lead to `tip`, before it is packed; `nil` if there is no
  /// such event.
  func segment(
    from first: UInt64, to tip: EventReference, limit: Int? = nil,
    in transaction: borrowing some Transaction
  ) throws -> SegmentFields? {
    let limit = limit ?? Segment.usualContent
    var content: [UInt8] = []
    // Growing would take the memory twice; unfilled room takes none.
    content.reserveCapacity(min(limit, Segment.usualContent) + 1 << 12)
    var previous: EventHash?
    var last: (event: EventReference, start: Int)?
    try chains.forEachEvent(from: first, to: tip, in: transaction) {
      event, bytes in
      let visited = try VisitedEvent(bytes, stored: event)
      if previous == nil { previous = visited.header.previous }
      last = (event, content.count)
      bytes.withUnsafeBytes { content.append(contentsOf: $0) }
      return content.count < limit && event != tip
    }
    guard let last, let previous,
      let run = SegmentRun(first: first, tip: last.event)
    else { return nil }
    let event = content.span.bytes.extracting(last.start..<content.count)
    let hash = EventHash(of: try EventFrame(decoding: event).header(in: event))
    return SegmentFields(
      journal: journal, run: run, previous: previous, tip: hash,
      content: content)
  }

  /// Returns the runs of the segments that would bring those events.
  ///
  /// - Throws: The errors of the log.
  func runs(
    from first: UInt64, to tip: EventReference,
    in transaction: borrowing some Transaction
  ) throws -> [SegmentRun] {
    var runs: [SegmentRun] = []
    var start = first
    var byteCount = 0
    try chains.forEachEvent(from: first, to: tip, in: transaction) {
      event, bytes in
      byteCount += bytes.byteCount
      guard byteCount >= Segment.usualContent || event == tip,
        let run = SegmentRun(first: start, tip: event)
      else { return true }
      runs.append(run)
      start = event.sequence + 1
      byteCount = 0
      return true
    }
    return runs
  }
}
