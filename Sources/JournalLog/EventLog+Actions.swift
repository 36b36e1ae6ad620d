public import JournalEvents
public import LMDBKit

extension EventLog {
  /// Visits the events of an action in the order of their sequence, forked
  /// branches side by side; visits none if the action is unknown.
  public func forEachEvent(
    of action: ActionReference, in transaction: borrowing some Transaction,
    _ body: (RecordedEvent) throws -> Void
  ) throws {
    guard let first = try event(action.first, in: transaction) else { return }
    var current = [first]
    while !current.isEmpty {
      for event in current { try body(event) }
      current = try current.flatMap { event in
        try successors(of: event, within: action, in: transaction)
      }
    }
  }

  /// Returns the actions that the events at `sequence` of `writer` belong to.
  /// There may be several if the chain is forked.
  public func actions(
    containing sequence: UInt64, of writer: WriterID,
    in transaction: borrowing some Transaction
  ) throws -> [ActionReference] {
    var actions: [ActionReference] = []
    try forEachEvent(at: sequence, of: writer, in: transaction) {
      reference, bytes in
      let visited = try VisitedEvent(bytes, stored: reference)
      let action = try action(
        of: visited.header, at: visited.position, in: transaction)
      if let action, !actions.contains(action) { actions.append(action) }
    }
    return actions
  }

  /// Returns the events of an action.
  public func events(
    of action: ActionReference, in transaction: borrowing some Transaction
  ) throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    try forEachEvent(of: action, in: transaction) { events.append($0) }
    return events
  }

  /// Returns the events that follow `event` in the chain and belong to the same
  /// action. There are several if the chain forks.
  private func successors(
    of event: RecordedEvent, within action: ActionReference,
    in transaction: borrowing some Transaction
  ) throws -> [RecordedEvent] {
    var successors: [RecordedEvent] = []
    try forEachEvent(
      at: event.header.sequence + 1, of: event.header.writer, in: transaction
    ) { reference, bytes in
      let candidate = try Self.checked(bytes, as: reference)
      if candidate.header.previous == event.hash,
        candidate.header.action == action.first.sequence
      {
        successors.append(candidate)
      }
    }
    return successors
  }

  /// Visits the events at `sequence` of `writer`: one per forked branch.
  private func forEachEvent(
    at sequence: UInt64, of writer: WriterID,
    in transaction: borrowing some Transaction,
    _ body: (EventReference, RawSpan) throws -> Void
  ) throws {
    let prefix = LogKey.prefix(sequence, of: writer)
    try transaction.forEachEntry(of: log, withPrefix: prefix) { key, bytes in
      guard let reference = LogKey.reference(key) else { return false }
      try body(reference, bytes)
      return true
    }
  }
}
