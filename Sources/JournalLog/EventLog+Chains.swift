public import JournalEvents
public import LMDBKit

/// The chains of writers: what sync asks of the log.
extension EventLog {
  /// Visits the events of the chain that leads to `tip`, in their order.
  ///
  /// - Parameters:
  ///   - first: The sequence to begin with.
  ///   - tip: The event to end with, which must be held.
  ///   - transaction: What to read in.
  ///   - body: Is lent each event's stored bytes; `false` ends the visit.
  /// - Throws: ``StorageError`` where an event is missing or stored under
  ///   another one's key, or what `body` threw.
  /// - Complexity: O(*n*) for *n* events visited; where the writer's chain has
  ///   branches, with as much memory.
  public func forEachEvent(
    from first: UInt64, to tip: EventReference,
    in transaction: borrowing some Transaction,
    _ body: (EventReference, RawSpan) throws -> Bool
  ) throws {
    guard first <= tip.sequence else { return }
    guard try tips(of: tip.writer, in: transaction).isForked else {
      return try forEachEvent(
        ofUnforked: tip.writer, first...tip.sequence, in: transaction, body)
    }
    var chain = [tip]
    chain.reserveCapacity(Int(clamping: tip.sequence - first + 1))
    while let last = chain.last, last.sequence > first {
      chain.append(try predecessor(of: last, in: transaction))
    }
    for event in chain.reversed() {
      let goesOn = try withEvent(event, in: transaction) { try body(event, $0) }
      guard let goesOn else { throw Self.missing(event) }
      guard goesOn else { return }
    }
  }

  private func forEachEvent(
    ofUnforked writer: WriterID, _ sequences: ClosedRange<UInt64>,
    in transaction: borrowing some Transaction,
    _ body: (EventReference, RawSpan) throws -> Bool
  ) throws {
    try transaction.withCursor(log) { cursor in
      let start = LogKey.prefix(sequences.lowerBound, of: writer)
      var isFound = try cursor.seek(atOrAfter: start.span.bytes)
      for sequence in sequences {
        let goesOn = try cursor.withFoundEntry(isFound) { key, bytes in
          guard let event = LogKey.reference(key), event.writer == writer,
            event.sequence == sequence
          else { return nil as Bool? }
          return try body(event, bytes)
        }
        guard let goesOn else {
          throw Self.missing(
            EventReference(writer: writer, sequence: sequence, hashPrefix: 0))
        }
        guard goesOn else { return }
        isFound = try cursor.next()
      }
    }
  }

  /// The event of the sequence `sequence` on the chain that leads to `event`,
  /// which must be held.
  ///
  /// - Complexity: O(1); where the writer's chain has branches, O(*n*) for *n*
  ///   events between.
  public func ancestor(
    of event: EventReference, at sequence: UInt64,
    in transaction: borrowing some Transaction
  ) throws -> EventReference {
    guard sequence < event.sequence else { return event }
    guard try tips(of: event.writer, in: transaction).isForked else {
      let prefix = LogKey.prefix(sequence, of: event.writer)
      let found = try transaction.withCursor(log) { cursor in
        let isFound = try cursor.seek(atOrAfter: prefix.span.bytes)
        return try cursor.withFoundEntry(isFound) { key, _ in
          LogKey.reference(key)
        }
      }
      guard let found, found.writer == event.writer, found.sequence == sequence
      else {
        throw Self.missing(
          EventReference(
            writer: event.writer, sequence: sequence, hashPrefix: 0))
      }
      return found
    }
    var ancestor = event
    while ancestor.sequence > sequence {
      ancestor = try predecessor(of: ancestor, in: transaction)
    }
    return ancestor
  }

  /// The last event that the chains to both events have; `nil` for none. Both
  /// must be held.
  public func commonAncestor(
    of one: EventReference, _ other: EventReference,
    in transaction: borrowing some Transaction
  ) throws -> EventReference? {
    let shared = min(one.sequence, other.sequence)
    var one = try ancestor(of: one, at: shared, in: transaction)
    var other = try ancestor(of: other, at: shared, in: transaction)
    while one != other {
      guard one.sequence > 1 else { return nil }
      one = try predecessor(of: one, in: transaction)
      other = try predecessor(of: other, in: transaction)
    }
    return one
  }

  /// The event before one that is not its writer's first.
  private func predecessor(
    of event: EventReference, in transaction: borrowing some Transaction
  ) throws -> EventReference {
    let predecessor = try withEvent(event, in: transaction) {
      try VisitedEvent($0, stored: event).header.predecessor
    }
    guard let found = predecessor, let predecessor = found else {
      throw Self.missing(event)
    }
    return predecessor
  }
}

extension Cursor {
  /// Lends the entry of a move that found one; `nil` where it did not.
  fileprivate func withFoundEntry<R>(
    _ isFound: Bool, _ body: (_ key: RawSpan, _ value: RawSpan) throws -> R?
  ) throws -> R? {
    isFound ? try withEntry(body) : nil
  }
}
