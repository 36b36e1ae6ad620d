internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// Makes segments of what the log holds.
struct SegmentMaker {
  let chains: EventChains
  let journal: JournalID

  /// The first of the segments that bring the events from the sequence `first`
  /// on that lead to `tip`, before it is packed; `nil` where there is no such
  /// event.
  func segment(
    from first: UInt64, to tip: EventReference, limit: Int? = nil,
    in transaction: borrowing some Transaction
  ) throws -> SegmentFields? {
    let limit = limit ?? Segment.usualContent
    var content: [UInt8] = []
    // Grown, it would lie twice in memory; what is not filled takes none.
    content.reserveCapacity(min(limit, Segment.usualContent) + 1 << 12)
    var previous: EventHash?
    var last: (reference: EventReference, hash: EventHash)?
    try chains.forEachEvent(from: first, to: tip, in: transaction) {
      event, bytes in
      let visited = try VisitedEvent(bytes, stored: event)
      if previous == nil { previous = visited.header.previous }
      bytes.withUnsafeBytes { content.append(contentsOf: $0) }
      guard content.count >= limit || event == tip else {
        return true
      }
      last = (event, EventHash(of: visited.frame.header(in: bytes)))
      return false
    }
    guard let last, let previous,
      let run = SegmentRun(first: first, tip: last.reference)
    else { return nil }
    return SegmentFields(
      journal: journal, run: run, previous: previous, tip: last.hash,
      content: content)
  }

  /// What the segments would hold that bring those events.
  ///
  /// - Throws: What the log throws.
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
