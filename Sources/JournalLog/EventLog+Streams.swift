internal import Encodings
public import JournalEvents
public import LMDBKit

/// Which way events are visited.
public enum LogDirection: Sendable {
  /// In canonical order.
  case forward
  /// Against it, the newest first.
  case backward
}

extension EventLog {
  /// Visits the index entries of one stream until `body` returns `false`.
  public func forEachEntry(
    of stream: StreamID, _ direction: LogDirection = .forward,
    in transaction: borrowing some Transaction,
    _ body: (StreamEntry) throws -> Bool
  ) throws {
    try transaction.withCursor(streams) { cursor in
      var found = try Self.start(of: stream, direction, &cursor)
      while found {
        let entry = try cursor.withEntry { key, value in
          try Self.entry(key, value)
        }
        guard entry.stream == stream, try body(entry) else { return }
        found =
          direction == .forward ? try cursor.next() : try cursor.previous()
      }
    }
  }

  /// Visits the index entries of several streams in canonical order, or
  /// against it, until `body` returns `false`.
  ///
  /// - Complexity: O(*n* log *m*) for *n* entries visited in an index of *m*,
  ///   beside one seek for each stream.
  public func forEachEntry(
    of wanted: Set<StreamID>, _ direction: LogDirection,
    in transaction: borrowing some Transaction,
    _ body: (StreamEntry) throws -> Bool
  ) throws {
    if wanted.count == 1, let only = wanted.first {
      return try forEachEntry(of: only, direction, in: transaction, body)
    }
    try transaction.withCursor(streams) { cursor in
      var heads: [StreamEntry] = []
      for stream in wanted {
        guard try Self.start(of: stream, direction, &cursor) else { continue }
        let head = try cursor.withEntry { try Self.entry($0, $1) }
        if head.stream == stream { heads.append(head) }
      }
      let isLater: (StreamEntry, StreamEntry) -> Bool = { left, right in
        direction == .forward
          ? left.position > right.position : left.position < right.position
      }
      heads.sort(by: isLater)
      while let head = heads.popLast() {
        guard try body(head) else { return }
        guard let next = try Self.next(after: head, direction, &cursor) else {
          continue
        }
        let place =
          heads.lastIndex { isLater($0, next) }.map { $0 + 1 } ?? 0
        heads.insert(next, at: place)
      }
    }
  }

  private static func next(
    after entry: StreamEntry, _ direction: LogDirection, _ cursor: inout Cursor
  ) throws -> StreamEntry? {
    var key: [UInt8] = []
    entry.appendKey(to: &key)
    let hasMoved =
      direction == .forward
      ? try cursor.seek(atOrAfter: key.span.bytes) && cursor.next()
      : try cursor.seek(before: key.span.bytes)
    guard hasMoved else { return nil }
    let found = try cursor.withEntry { try Self.entry($0, $1) }
    return found.stream == entry.stream ? found : nil
  }

  /// Visits the events of one stream until `body` returns `false`.
  public func forEachEvent(
    of stream: StreamID, _ direction: LogDirection = .forward,
    in transaction: borrowing some Transaction,
    _ body: (StreamEntry, RawSpan) throws -> Bool
  ) throws {
    var key: [UInt8] = []
    try transaction.withCursor(log) { events in
      try forEachEntry(of: stream, direction, in: transaction) { entry in
        key.removeAll(keepingCapacity: true)
        LogKey.append(entry.position.reference, to: &key)
        guard try events.seek(atOrAfter: key.span.bytes) else {
          throw Self.missing(entry.position.reference)
        }
        return try events.withEntry { found, bytes in
          guard found.equals(key.span.bytes) else {
            throw Self.missing(entry.position.reference)
          }
          return try body(entry, bytes)
        }
      }
    }
  }

  private static func start(
    of stream: StreamID, _ direction: LogDirection, _ cursor: inout Cursor
  ) throws -> Bool {
    var bound = stream.bytes
    guard direction == .backward else {
      return try cursor.seek(atOrAfter: bound.span.bytes)
    }
    // Above every key of the stream: keys go on with a stamp, which is below
    // 2^47 and so never begins with 0xff.
    bound.append(0xff)
    return try cursor.seek(before: bound.span.bytes)
  }

  static func entry(_ key: RawSpan, _ value: RawSpan) throws -> StreamEntry {
    guard let entry = StreamEntry(key: key, value: value) else {
      throw StorageError.damagedValue(
        database: LogDatabase.streams, reason: "an entry has no such form")
    }
    return entry
  }

  static func missing(_ reference: EventReference) -> StorageError {
    .damagedEvent(reference, reason: "the index names it, but it is not there")
  }
}
