public import JournalEvents
public import LMDBKit

/// The chains of writers: what sync asks of the log.
///
/// Where a writer's chain has branches all of its events are looked at once,
/// and again once more came in.
public final class EventChains {
  private let log: EventLog
  private var known: [WriterID: (tips: WriterTips, branches: WriterBranches)] =
    [:]
  /// How many events were looked at to find where branches part.
  public private(set) var visitedCount = 0

  /// Creates the chains of a log.
  public init(of log: EventLog) { self.log = log }

  /// Where the branches of a writer's chain part.
  ///
  /// - Throws: ``StorageError`` where an event is missing.
  /// - Complexity: O(1); where the chain has branches that were not asked for
  ///   since they changed, O(*n*) in its events, and memory for those that
  ///   share their sequence.
  public func branches(
    of writer: WriterID, in transaction: borrowing some Transaction
  ) throws -> WriterBranches {
    let tips = try log.tips(of: writer, in: transaction)
    guard tips.isForked else { return WriterBranches() }
    // Tips stand for all before them.
    if let known = known[writer], known.tips == tips { return known.branches }
    var finder = WriterBranches.Finder()
    try transaction.forEachEntry(of: log.log, withPrefix: writer.bytes) {
      key, bytes in
      guard let event = LogKey.reference(key) else {
        throw StorageError.damagedValue(
          database: LogDatabase.log, reason: "a key names no event")
      }
      let header = try VisitedEvent(bytes, stored: event).header
      visitedCount += 1
      guard finder.add(event, after: header.previous.prefix) else {
        throw EventLog.missing(header.predecessor ?? event)
      }
      return true
    }
    finder.finish()
    known[writer] = (tips, finder.found)
    return finder.found
  }

  /// Visits the events of the chain that leads to `tip`, in their order.
  ///
  /// - Parameters:
  ///   - first: The sequence to begin with.
  ///   - tip: The event to end with, which must be held.
  ///   - transaction: What to read in.
  ///   - body: Is lent each event's stored bytes; `false` ends the visit.
  /// - Throws: ``StorageError`` where an event is missing or stored under
  ///   another one's key, or what `body` threw.
  /// - Complexity: O(*n*) for *n* events visited, beside ``branches(of:in:)``.
  public func forEachEvent(
    from first: UInt64, to tip: EventReference,
    in transaction: borrowing some Transaction,
    _ body: (EventReference, RawSpan) throws -> Bool
  ) throws {
    let writer = tip.writer
    let branches = try branches(of: writer, in: transaction)
    var path = branches.path(from: first, to: tip)
    var sequence = first
    let start = LogKey.prefix(first, of: writer)
    try transaction.forEachEntry(of: log.log, from: start) { key, bytes in
      guard sequence <= tip.sequence, let event = LogKey.reference(key),
        event.writer == writer, event.sequence <= sequence
      else { return false }
      while let last = path.last?.last, last < sequence { path.removeLast() }
      // Others share the sequence with the one that leads to the tip.
      guard event.sequence == sequence,
        branches.branch(of: event) == path.last?.branch
      else { return true }
      sequence += 1
      guard try body(event, bytes) else {
        sequence = tip.sequence + 1
        return false
      }
      return sequence <= tip.sequence
    }
    guard sequence > tip.sequence else {
      throw EventLog.missing(
        EventReference(writer: writer, sequence: sequence, hashPrefix: 0))
    }
  }

  /// The event of the sequence `sequence` on the chain that leads to `event`,
  /// which must be held.
  ///
  /// - Throws: ``StorageError`` where it is missing.
  /// - Complexity: that of ``branches(of:in:)``.
  public func ancestor(
    of event: EventReference, at sequence: UInt64,
    in transaction: borrowing some Transaction
  ) throws -> EventReference {
    guard sequence < event.sequence else { return event }
    var ancestor: EventReference?
    try forEachEvent(from: sequence, to: event, in: transaction) { found, _ in
      ancestor = found
      return false
    }
    guard let ancestor else {
      throw EventLog.missing(
        EventReference(writer: event.writer, sequence: sequence, hashPrefix: 0))
    }
    return ancestor
  }
}
