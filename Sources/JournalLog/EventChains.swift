public import JournalEvents
public import LMDBKit

/// The chains of writers: what sync asks of the log.
///
/// If a writer's chain has branches, all of its events are read once, and again
/// after more arrived.
public final class EventChains {
  private let log: EventLog
  private var known: [WriterID: Known] = [:]
  private var searches: [WriterID: Search] = [:]
  private var interruptionCount = 0
  /// The number of events that were read to find branching points.
  public private(set) var visitedCount = 0
  /// Returns a Boolean value that indicates whether the caller has waited long
  /// enough. A search then throws ``Interruption``, and a visit ends after an
  /// event.
  public var isOverdue: () -> Bool = { false }

  /// The error of a search that is not finished. Repeating the call continues
  /// the search.
  public struct Interruption: Error {}

  /// The branches of a writer, as of a commit.
  private struct Known {
    var commit: UInt64
    let tips: WriterTips
    let branches: WriterBranches
  }

  /// A search for branches that was interrupted.
  private struct Search {
    let tips: WriterTips
    var finder = WriterBranches.Finder()
    /// The key to go on with.
    var next: [UInt8]
    /// The number of the last interruption.
    var interruption = 0
  }

  /// The number of entries that are visited between two looks at the time.
  private static let stride = 64
  /// The number of tips and of events on branches that are remembered. A single
  /// writer may have more.
  private static let memory = 1 << 17
  /// The number of interrupted searches that are remembered.
  private static let mostSearches = 8
  /// The number of other interruptions after which a search counts as given up.
  private static let patience = 64

  /// Creates the chains of a log.
  public init(of log: EventLog) { self.log = log }

  /// The points at which the branches of a writer's chain part.
  ///
  /// - Precondition: The transaction has not written since it asked for them.
  /// - Throws: ``StorageError`` if an event is missing; ``Interruption``.
  /// - Complexity: O(1); if the chain has branches that were not asked for
  ///   since they changed, O(*n*) in its events, and memory for those that
  ///   share their sequence.
  public func branches(
    of writer: WriterID, in transaction: borrowing some Transaction
  ) throws -> WriterBranches {
    let commit = transaction.number
    if let known = known[writer], known.commit == commit {
      return known.branches
    }
    let tips = try log.tips(of: writer, in: transaction)
    guard tips.isForked else { return WriterBranches() }
    // Tips stand for all events before them.
    if known[writer]?.tips == tips {
      known[writer]?.commit = commit
    } else {
      let branches = try search(writer, leadingTo: tips, in: transaction)
      let size = known.values.reduce(tips.tips.count + branches.placeCount) {
        $0 + $1.tips.tips.count + $1.branches.placeCount
      }
      if size > Self.memory { known = [:] }
      known[writer] = Known(commit: commit, tips: tips, branches: branches)
    }
    return known[writer]?.branches ?? WriterBranches()
  }

  private func search(
    _ writer: WriterID, leadingTo tips: WriterTips,
    in transaction: borrowing some Transaction
  ) throws -> WriterBranches {
    var current = Search(tips: tips, next: writer.bytes)
    if let begun = searches.removeValue(forKey: writer), begun.tips == tips {
      current = begun
    }
    let start = visitedCount
    var isInterrupted = false
    try transaction.forEachEntry(of: log.log, from: current.next) {
      key, bytes in
      guard let event = LogKey.reference(key) else {
        throw StorageError.damagedValue(
          database: LogDatabase.log, reason: "a key names no event")
      }
      guard event.writer == writer else { return false }
      if isOver(after: visitedCount - start) {
        isInterrupted = true
        current.next = LogKey.bytes(of: event)
        return false
      }
      let header = try VisitedEvent(bytes, stored: event).header
      visitedCount += 1
      guard current.finder.add(event, after: header.previous.prefix) else {
        throw EventLog.missing(header.predecessor ?? event)
      }
      return true
    }
    guard !isInterrupted else {
      keep(current, of: writer)
      throw Interruption()
    }
    current.finder.finish()
    return current.finder.found
  }

  /// Keeps an interrupted search.
  ///
  /// If there are too many, the oldest goes that was given up. If none was, the
  /// new one is not kept: callers who take turns would otherwise remove each
  /// other's, and no search would end.
  private func keep(_ search: Search, of writer: WriterID) {
    interruptionCount += 1
    if searches.count >= Self.mostSearches {
      let oldest = searches.min {
        $0.value.interruption < $1.value.interruption
      }
      guard let oldest,
        interruptionCount - oldest.value.interruption > Self.patience
      else { return }
      searches[oldest.key] = nil
    }
    searches[writer] = search
    searches[writer]?.interruption = interruptionCount
  }

  /// Returns a Boolean value that indicates whether the time is over. It checks
  /// the time once in many entries.
  private func isOver(after count: Int) -> Bool {
    count > 0 && count % Self.stride == 0 && isOverdue()
  }

  /// Visits the events of the chain that leads to `tip`, in their order. An
  /// overdue visit ends early, but not before the first event.
  ///
  /// - Parameters:
  ///   - first: The sequence to begin with.
  ///   - tip: The event to end with, which must be held.
  ///   - transaction: The transaction to read in.
  ///   - body: Is lent each event's stored bytes; `false` ends the visit.
  /// - Throws: ``StorageError`` if an event is missing or stored under another
  ///   one's key, or the error of `body`.
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
    var count = 0
    let start = LogKey.prefix(first, of: writer)
    try transaction.forEachEntry(of: log.log, from: start) { key, bytes in
      guard sequence <= tip.sequence, let event = LogKey.reference(key),
        event.writer == writer, event.sequence <= sequence
      else { return false }
      count += 1
      if sequence > first, isOver(after: count) {
        sequence = tip.sequence + 1
        return false
      }
      while let last = path.last?.last, last < sequence { path.removeLast() }
      // Other events share the sequence with the one that leads to the tip.
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
  /// - Throws: ``StorageError`` if it is missing.
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
