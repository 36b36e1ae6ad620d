internal import Encodings
public import JournalEvents
public import LMDBKit

/// The direction in which events are visited.
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
      var walk = StreamWalk(of: stream, direction)
      while let entry = try walk.next(&cursor) {
        guard try body(entry) else { return }
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
      var walks: [(head: StreamEntry, rest: StreamWalk)] = []
      for stream in wanted {
        var walk = StreamWalk(of: stream, direction)
        if let head = try walk.next(&cursor) { walks.append((head, walk)) }
      }
      let isLater: (StreamEntry, StreamEntry) -> Bool = { left, right in
        direction == .forward
          ? left.position > right.position : left.position < right.position
      }
      walks.sort { isLater($0.head, $1.head) }
      while let (head, rest) = walks.popLast() {
        guard try body(head) else { return }
        var walk = rest
        guard let next = try walk.next(&cursor) else { continue }
        let place =
          walks.lastIndex { isLater($0.head, next) }.map { $0 + 1 } ?? 0
        walks.insert((next, walk), at: place)
      }
    }
  }

  /// Visits the events of one stream until `body` returns `false`.
  public func forEachEvent(
    of stream: StreamID, _ direction: LogDirection = .forward,
    in transaction: borrowing some Transaction,
    _ body: (StreamEntry, RawSpan) throws -> Bool
  ) throws {
    try forEachEvent(of: [stream], direction, in: transaction, body)
  }

  /// Visits the events of several streams in canonical order, or against it,
  /// until `body` returns `false`.
  public func forEachEvent(
    of streams: Set<StreamID>, _ direction: LogDirection = .forward,
    in transaction: borrowing some Transaction,
    _ body: (StreamEntry, RawSpan) throws -> Bool
  ) throws {
    var key: [UInt8] = []
    try transaction.withCursor(log) { events in
      try forEachEntry(of: streams, direction, in: transaction) { entry in
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

  /// The end of the stream's keys: keys go on with a stamp, which is below 2^47
  /// and so never begins with 0xff.
  static func end(of stream: StreamID) -> [UInt8] { stream.bytes + [0xff] }

  static func missing(_ reference: EventReference) -> StorageError {
    .damagedEvent(reference, reason: "the index names it, but it is missing")
  }
}

/// A walk over the entries of one stream, run by run.
private struct StreamWalk {
  private let stream: StreamID
  private let direction: LogDirection
  /// The remaining entries of the current run, the next one last.
  private var entries: [StreamEntry] = []
  /// The key of the current run; at first the beginning of the stream.
  private var key: [UInt8]
  private var hasBegun = false

  init(of stream: StreamID, _ direction: LogDirection) {
    self.stream = stream
    self.direction = direction
    key = direction == .forward ? stream.bytes : EventLog.end(of: stream)
  }

  mutating func next(_ cursor: inout Cursor) throws -> StreamEntry? {
    if entries.isEmpty { try readRun(&cursor) }
    return entries.popLast()
  }

  private mutating func readRun(_ cursor: inout Cursor) throws {
    let found =
      switch direction {
      case .forward:
        try cursor.seek(atOrAfter: key.span.bytes)
          && (!hasBegun || cursor.next())
      case .backward: try cursor.seek(before: key.span.bytes)
      }
    hasBegun = true
    guard found else { return }
    try cursor.withEntry { key, value in
      guard
        StreamID(bytes: key.extracting(first: min(16, key.byteCount)))
          == stream
      else { return }
      self.key = key.copied
      try StreamRun.read(key, value, into: &entries)
    }
    if direction == .forward { entries.reverse() }
  }
}
