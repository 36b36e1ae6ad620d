public import JournalEvents
internal import JournalTime
public import LMDBKit

extension EventLog {
  /// Visits all events in canonical or reverse canonical order, until `body`
  /// returns `false`.
  ///
  /// Each writer's chain is in canonical order already. The visit merges the
  /// chains, including forked branches, and keeps one position for each.
  ///
  /// `stamp` allows events below it to be omitted: a forward visit starts near
  /// it, and a backward visit stops there. A backward visit can begin before
  /// the event at `end`.
  ///
  /// - Complexity: O(*n* log *w*) for *n* events visited and *w* branches. Each
  ///   step may move some kilobytes of positions.
  public func forEachEvent(
    _ direction: LogDirection, since stamp: Stamp = .zero,
    before end: LogPosition? = nil, in transaction: borrowing some Transaction,
    _ body: (VisitedEvent, RawSpan) throws -> Bool
  ) throws {
    let vector = try vector(in: transaction)
    try transaction.withCursor(log) { cursor in
      var merge = ChainMerge(direction: direction, limit: end)
      for (writer, tips) in vector {
        try merge.add(writer, tips, since: stamp, &cursor)
      }
      try merge.run(since: stamp, &cursor, body)
    }
  }
}

/// A merge of the writers' chains into canonical order.
private struct ChainMerge: ~Copyable {
  /// A branch of a chain, with the next event to visit.
  struct Branch {
    var position: LogPosition
    let isForked: Bool
    /// The sequence number at which an unforked chain ends in this direction.
    let end: UInt64
  }

  let direction: LogDirection
  /// The place before which a backward visit begins; `nil` for the end.
  let limit: LogPosition?
  /// The branches, the next one last. Replacing it is cheap even among a
  /// thousand writers, because each writes little at a time.
  private var branches: [Branch] = []
  /// The tips of forked chains that a forward visit has not yet reached.
  private var forkTips: Set<EventReference> = []

  init(direction: LogDirection, limit: LogPosition?) {
    self.direction = direction
    self.limit = limit
  }

  mutating func add(
    _ writer: WriterID, _ tips: WriterTips, since stamp: Stamp,
    _ cursor: inout Cursor
  ) throws {
    switch direction {
    case .backward:
      for tip in tips.tips {
        var position = LogPosition(of: tip.reference(of: writer), at: tip.stamp)
        if let limit, !tips.isForked, position >= limit {
          guard
            let last = try Self.lastPosition(
              of: writer, tip.sequence, before: limit, &cursor)
          else { continue }
          position = last
        }
        insert(Branch(position: position, isForked: tips.isForked, end: 1))
      }
    case .forward:
      let last = tips.tips.map(\.sequence).max() ?? 0
      let first =
        tips.isForked
        ? 1 : try Self.firstSequence(of: writer, last, since: stamp, &cursor)
      let count = branches.count
      try addChildren(
        of: writer, at: first, after: nil, isForked: tips.isForked, end: last,
        &cursor)
      guard first > last || branches.count > count else {
        throw Self.missing(first, of: writer)
      }
      guard tips.isForked else { return }
      forkTips.formUnion(tips.tips.map { $0.reference(of: writer) })
    }
  }

  /// Returns the first sequence number at or after a stamp, by binary search in
  /// an unforked chain, whose stamps ascend.
  private static func firstSequence(
    of writer: WriterID, _ last: UInt64, since stamp: Stamp,
    _ cursor: inout Cursor
  ) throws -> UInt64 {
    guard stamp > .zero else { return 1 }
    return try (1..<last + 1).sortedIndex(after: { sequence in
      try Self.seek(&cursor, writer, sequence)
        && position(at: cursor).position.stamp < stamp
    })
  }

  /// Returns the last position before another one, by binary search in an
  /// unforked chain of `last` events; `nil` for none.
  private static func lastPosition(
    of writer: WriterID, _ last: UInt64, before limit: LogPosition,
    _ cursor: inout Cursor
  ) throws -> LogPosition? {
    let next = try (1..<last + 1).sortedIndex(after: { sequence in
      try Self.seek(&cursor, writer, sequence)
        && position(at: cursor).position < limit
    })
    guard next > 1 else { return nil }
    guard try Self.seek(&cursor, writer, next - 1),
      case let found = try position(at: cursor).position,
      found.writer == writer, found.sequence == next - 1
    else { throw missing(next - 1, of: writer) }
    return found
  }

  /// Adds the branches that start at `sequence` and whose predecessor has the
  /// hash prefix `parent`, or all if that is `nil`.
  private mutating func addChildren(
    of writer: WriterID, at sequence: UInt64, after parent: UInt64?,
    isForked: Bool, end: UInt64, _ cursor: inout Cursor
  ) throws {
    var found = try Self.seek(&cursor, writer, sequence)
    while found {
      let visited = try Self.position(at: cursor)
      let position = visited.position
      guard position.writer == writer, position.sequence == sequence else {
        return
      }
      if parent == nil || visited.header.previous.prefix == parent {
        insert(Branch(position: position, isForked: isForked, end: end))
      }
      found = try cursor.next()
    }
  }

  mutating func run(
    since stamp: Stamp, _ cursor: inout Cursor,
    _ body: (VisitedEvent, RawSpan) throws -> Bool
  ) throws {
    while let branch = branches.popLast() {
      // Backward, the branches of a fork meet.
      while branches.last?.position == branch.position { branches.removeLast() }
      guard try visit(branch, since: stamp, &cursor, body) else { return }
    }
    if let tip = forkTips.first {
      throw Self.missing(tip.sequence, of: tip.writer)
    }
  }

  /// Visits a branch as long as its event is the next in order. Returns whether
  /// to continue with other branches.
  private mutating func visit(
    _ branch: Branch, since stamp: Stamp, _ cursor: inout Cursor,
    _ body: (VisitedEvent, RawSpan) throws -> Bool
  ) throws -> Bool {
    let rival = branches.last?.position
    let writer = branch.position.writer
    let key = LogKey.bytes(of: branch.position.reference)
    guard try cursor.seek(atOrAfter: key.span.bytes) else {
      throw EventLog.missing(branch.position.reference)
    }
    var expected: EventReference? = branch.position.reference
    var last = branch.position.sequence
    // Kept outside the outcome, which is copied for each event.
    var fork: EventHeader?
    while true {
      let outcome = try cursor.withEntry { key, bytes -> Outcome in
        guard let reference = LogKey.reference(key) else {
          throw Self.noReference
        }
        guard reference.writer == writer else { return .chainEnded }
        let visited = try VisitedEvent(bytes, stored: reference)
        // Report a gap instead of ending there.
        guard expected != nil || reference.sequence == sequence(after: last)
        else { throw Self.missing(sequence(after: last), of: writer) }
        last = reference.sequence
        if let expected, reference != expected {
          throw EventLog.missing(expected)
        }
        if let rival, expected == nil, comesBefore(rival, visited.position) {
          return .overtaken(visited.position)
        }
        if direction == .backward, visited.position.stamp < stamp {
          return .ended
        }
        // A forked chain is visited from its tips.
        let isSkipped =
          branch.isForked && limit.map { visited.position >= $0 } ?? false
        guard try isSkipped || body(visited, bytes) else { return .stopped }
        guard branch.isForked else { return .visited }
        fork = visited.header
        return .forked(visited.position.hashPrefix)
      }
      expected = nil
      switch outcome {
      case .visited:
        let moved =
          direction == .forward ? try cursor.next() : try cursor.previous()
        if !moved { return try checkEnd(of: branch, at: last) }
      case .chainEnded: return try checkEnd(of: branch, at: last)
      case .ended: return true
      case .stopped: return false
      case .overtaken(let position):
        insert(Branch(position: position, isForked: false, end: branch.end))
        return true
      case .forked(let hashPrefix):
        forkTips.remove(branch.position.reference)
        if let fork { try addNext(after: fork, hashPrefix, &cursor) }
        return true
      }
    }
  }

  private func sequence(after sequence: UInt64) -> UInt64 {
    direction == .forward ? sequence + 1 : sequence &- 1
  }

  /// Checks that an unforked chain ended in the right place; returns `true`.
  private func checkEnd(of branch: Branch, at last: UInt64) throws -> Bool {
    guard branch.isForked || last == branch.end else {
      throw Self.missing(sequence(after: last), of: branch.position.writer)
    }
    return true
  }

  private static func missing(
    _ sequence: UInt64, of writer: WriterID
  ) -> StorageError {
    .damagedEvent(
      EventReference(writer: writer, sequence: sequence, hashPrefix: 0),
      reason: "it is missing from its writer's chain")
  }

  private enum Outcome {
    case visited
    /// The cursor is at another writer's events.
    case chainEnded
    /// The rest of the branch is before the requested time.
    case ended
    /// The visitor stopped.
    case stopped
    /// Another branch's event comes first.
    case overtaken(LogPosition)
    /// The event with this hash prefix was visited, and several events may
    /// follow it.
    case forked(UInt64)
  }

  private static let noReference = StorageError.damagedValue(
    database: LogDatabase.log, reason: "a key names no event")

  private mutating func addNext(
    after header: EventHeader, _ hashPrefix: UInt64, _ cursor: inout Cursor
  ) throws {
    switch direction {
    case .forward:
      try addChildren(
        of: header.writer, at: header.sequence + 1,
        after: hashPrefix, isForked: true, end: 0, &cursor)
    case .backward:
      guard let parent = header.predecessor else { return }
      let key = LogKey.bytes(of: parent)
      guard try cursor.seek(atOrAfter: key.span.bytes) else {
        throw EventLog.missing(parent)
      }
      let position = try Self.position(at: cursor).position
      guard position.reference == parent else {
        throw EventLog.missing(parent)
      }
      insert(Branch(position: position, isForked: true, end: 1))
    }
  }

  private mutating func insert(_ branch: Branch) {
    let place = branches.sortedIndex(after: {
      comesBefore(branch.position, $0.position)
    })
    branches.insert(branch, at: place)
  }

  private func comesBefore(_ left: LogPosition, _ right: LogPosition) -> Bool {
    direction == .forward ? left < right : right < left
  }

  private static func seek(
    _ cursor: inout Cursor, _ writer: WriterID, _ sequence: UInt64
  ) throws -> Bool {
    let key = LogKey.prefix(sequence, of: writer)
    return try cursor.seek(atOrAfter: key.span.bytes)
  }

  private static func position(
    at cursor: borrowing Cursor
  ) throws -> VisitedEvent {
    try cursor.withEntry { key, bytes in
      guard let reference = LogKey.reference(key) else { throw noReference }
      return try VisitedEvent(bytes, stored: reference)
    }
  }
}
