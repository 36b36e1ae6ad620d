internal import Encodings
internal import JournalEvents
public import LMDBKit

/// Adjacent entries of one stream in their stored form: the first is the key,
/// and the value contains the differences between successive entries. An entry
/// takes about 20 bytes, instead of 120 with a key of its own.
///
/// A run starts with the first event of a stream and with each event whose hash
/// starts with five zero bits. A run therefore has about thirty entries, and
/// the division depends only on the events, not on their order of arrival.
struct StreamRun {
  /// The entries in order; empty if no run was found.
  var entries: [StreamEntry] = []
  var value: [UInt8] = []

  /// Returns whether `entry` starts a run wherever it is in its stream.
  static func begins(with entry: StreamEntry) -> Bool {
    entry.position.hashPrefix >> 59 == 0
  }

  /// The flags of an entry. Their byte is omitted if they are zero, as for most
  /// entries, which have the preceding writer, a stamp without counter, and an
  /// action of their own.
  private enum Flag {
    static let counter: UInt8 = 1
    static let writer: UInt8 = 2
    static let sameAction: UInt8 = 4
    static let action: UInt8 = 8
  }

  /// Appends the stored value of entries, the first of which is the key.
  static func append(
    _ entries: ArraySlice<StreamEntry>, to value: inout [UInt8]
  ) {
    guard let first = entries.first else { return }
    value.append(bigEndian: first.actionHashPrefix)
    append(entries.dropFirst(), after: first, to: &value)
  }

  /// Appends the differences of further entries.
  private static func append(
    _ entries: ArraySlice<StreamEntry>, after last: StreamEntry,
    to value: inout [UInt8]
  ) {
    // Reserve once: most entries take about twenty bytes.
    value.reserveCapacity(value.count + 24 * entries.count)
    var last = last
    for entry in entries {
      append(entry, after: last, to: &value)
      last = entry
    }
  }

  private static func append(
    _ entry: StreamEntry, after last: StreamEntry, to value: inout [UInt8]
  ) {
    let stamp = entry.position.stamp
    let time = stamp.milliseconds - last.position.stamp.milliseconds
    let hasWriter = entry.position.writer != last.position.writer
    let sequence =
      hasWriter
      ? entry.position.sequence
      : entry.position.sequence &- last.position.sequence
    let timeBytes = byteCount(of: time)
    let sequenceBytes = byteCount(of: sequence)
    var flags: UInt8 = 0
    if stamp.counter != 0 { flags |= Flag.counter }
    if hasWriter { flags |= Flag.writer }
    if entry.actionHashPrefix == last.actionHashPrefix {
      flags |= Flag.sameAction
    } else if entry.actionHashPrefix != entry.position.hashPrefix {
      flags |= Flag.action
    }
    value.append(
      UInt8(timeBytes) | UInt8(sequenceBytes) << 3 | (flags == 0 ? 0 : 0x80))
    if flags != 0 { value.append(flags) }
    value.append(bigEndian: time, count: timeBytes)
    value.append(bigEndian: sequence, count: sequenceBytes)
    value.append(bigEndian: entry.position.hashPrefix)
    if flags & Flag.counter != 0 {
      value.append(bigEndian: UInt64(stamp.counter), count: 2)
    }
    if hasWriter { entry.position.writer.append(to: &value) }
    if flags & Flag.action != 0 {
      value.append(bigEndian: entry.actionHashPrefix)
    }
  }

  private static func byteCount(of number: UInt64) -> Int {
    8 - number.leadingZeroBitCount / 8
  }

  /// Replaces `entries` with those of a stored run.
  ///
  /// - Throws: ``StorageError/damagedValue(database:reason:)`` if its form is
  ///   invalid or its entries are out of order.
  static func read(
    _ key: RawSpan, _ value: RawSpan, into entries: inout [StreamEntry]
  ) throws(StorageError) {
    entries.removeAll(keepingCapacity: true)
    var reader = Reader(value)
    guard let action = reader.number(8),
      var last = StreamEntry(key: key, actionHashPrefix: action)
    else { throw damage }
    entries.append(last)
    while !reader.isAtEnd {
      guard let entry = reader.entry(after: last),
        last.position < entry.position
      else { throw damage }
      entries.append(entry)
      last = entry
    }
  }

  /// Replaces this run with a stored one.
  ///
  /// - Throws: As ``read(_:_:into:)``.
  mutating func read(_ key: RawSpan, _ value: RawSpan) throws(StorageError) {
    try Self.read(key, value, into: &entries)
    self.value.removeAll(keepingCapacity: true)
    value.withUnsafeBytes { self.value.append(contentsOf: $0) }
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
  }

  /// Adds entries to the value, up to the first that starts another run. It
  /// does not rewrite the existing ones, which took a third of the time to
  /// store the index.
  ///
  /// - Returns: The remaining entries; `nil` if the first new entry does not
  ///   come after all existing ones, and nothing was added.
  mutating func append(
    _ added: ArraySlice<StreamEntry>
  ) -> ArraySlice<StreamEntry>? {
    guard let last = entries.last, let first = added.first, last < first else {
      return nil
    }
    let end = added.firstIndex(where: Self.begins(with:)) ?? added.endIndex
    Self.append(added[..<end], after: last, to: &value)
    return added[end...]
  }

  private static let damage = StorageError.damagedValue(
    database: LogDatabase.streams, reason: "an entry has no such form")

  /// Reads the numbers of a value.
  private struct Reader: ~Escapable {
    private let bytes: RawSpan
    private var place = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.byteCount }

    @inline(__always)
    mutating func number(_ count: Int) -> UInt64? {
      guard count <= 8, count <= bytes.byteCount - place else { return nil }
      defer { place += count }
      return bytes.bigEndian(at: place, count: count)
    }

    mutating func entry(after last: StreamEntry) -> StreamEntry? {
      guard let head = number(1),
        let flags = head & 0x80 == 0 ? 0 : number(1).map({ UInt8($0) }),
        let time = number(Int(head & 7)),
        let sequence = number(Int(head >> 3 & 15)), let hash = number(8),
        flags < Flag.action << 1,
        let counter = flags & Flag.counter == 0 ? 0 : number(2)
      else { return nil }
      var reference = EventReference(
        writer: last.position.writer,
        sequence: last.position.sequence &+ sequence, hashPrefix: hash)
      if flags & Flag.writer != 0 {
        guard let high = number(8), let low = number(8) else { return nil }
        reference = EventReference(
          writer: WriterID(bits: UUIDBits(high: high, low: low)),
          sequence: sequence, hashPrefix: hash)
      }
      var action = flags & Flag.sameAction == 0 ? hash : last.actionHashPrefix
      if flags & Flag.action != 0 {
        guard let other = number(8) else { return nil }
        action = other
      }
      let milliseconds = last.position.stamp.milliseconds
        .addingReportingOverflow(time)
      guard !milliseconds.overflow,
        let stamp = Stamp(
          milliseconds: milliseconds.partialValue, counter: counter)
      else { return nil }
      return StreamEntry(
        stream: last.stream, position: LogPosition(of: reference, at: stamp),
        actionHashPrefix: action)
    }
  }
}

extension EventLog {
  /// Stores entries of the streams index, given in order. Existing ones remain.
  public func insert(
    _ entries: [StreamEntry], in transaction: borrowing WriteTransaction
  ) throws {
    try transaction.withCursor(streams) { cursor in
      // Created once, to reuse its memory.
      var held = StreamRun()
      var rest = entries[...]
      while let first = rest.first {
        let bound = try Self.readRun(around: first, into: &held, &cursor)
        let end = rest.firstIndex { entry in
          entry.stream != first.stream || bound.map { $0 <= entry } ?? false
        }
        let added = rest[..<(end ?? rest.endIndex)]
        rest = rest[added.endIndex...]
        try add(added, to: &held, in: transaction)
      }
    }
  }

  /// Reads the run that `entry` belongs to: the last that starts at or before
  /// it, or else the stream's first, which `entry` will then start. The run is
  /// empty if the stream has no entries.
  ///
  /// - Returns: The start of the stream's next run.
  private static func readRun(
    around entry: StreamEntry, into held: inout StreamRun,
    _ cursor: inout Cursor
  ) throws -> StreamEntry? {
    held.removeAll()
    var key: [UInt8] = []
    entry.appendKey(to: &key)
    // Just above the key of the entry.
    key.append(0)
    func head(_ found: Bool) throws -> StreamEntry? {
      guard found else { return nil }
      let head = try cursor.withEntry { key, _ in try Self.head(key) }
      return head.stream == entry.stream ? head : nil
    }
    if try head(cursor.seek(before: key.span.bytes)) == nil {
      guard try head(cursor.seek(atOrAfter: key.span.bytes)) != nil else {
        return nil
      }
    }
    try cursor.withEntry { try held.read($0, $1) }
    return try head(cursor.next())
  }

  /// Returns the action's hash prefix in the index for the event at `position`;
  /// `nil` if the index lacks the event.
  func actionHashPrefix(
    of stream: StreamID, at position: LogPosition,
    in transaction: borrowing some Transaction
  ) throws -> UInt64? {
    let wanted = StreamEntry(
      stream: stream, position: position, actionHashPrefix: 0)
    return try transaction.withCursor(streams) { cursor in
      var held = StreamRun()
      _ = try Self.readRun(around: wanted, into: &held, &cursor)
      return held.entries.first { $0.position == position }?.actionHashPrefix
    }
  }

  private static func head(_ key: RawSpan) throws -> StreamEntry {
    guard let head = StreamEntry(key: key, actionHashPrefix: 0) else {
      throw StorageError.damagedValue(
        database: LogDatabase.streams, reason: "a key has no such form")
    }
    return head
  }

  /// Stores entries that belong to a run, which may end within them.
  private func add(
    _ added: ArraySlice<StreamEntry>, to held: inout StreamRun,
    in transaction: borrowing WriteTransaction
  ) throws {
    guard let head = held.entries.first else {
      return try store(added, in: transaction)
    }
    var key: [UInt8] = []
    head.appendKey(to: &key)
    // The common case: the new entries are the latest.
    if let rest = held.append(added) {
      if rest.count < added.count {
        try transaction.put(key, held.value, in: streams)
      }
      return try store(rest, in: transaction)
    }
    let positions = Set(held.entries.map(\.position))
    let entries =
      (held.entries + added.filter { !positions.contains($0.position) })
      .sorted()
    if head.position != entries.first?.position {
      _ = try transaction.delete(key.span.bytes, in: streams)
    }
    try store(entries[...], in: transaction)
  }

  private func store(
    _ entries: ArraySlice<StreamEntry>,
    in transaction: borrowing WriteTransaction
  ) throws {
    var key: [UInt8] = []
    var value: [UInt8] = []
    var rest = entries
    while let head = rest.first {
      let end = rest.dropFirst().firstIndex(where: StreamRun.begins(with:))
      key.removeAll(keepingCapacity: true)
      value.removeAll(keepingCapacity: true)
      head.appendKey(to: &key)
      StreamRun.append(rest[..<(end ?? rest.endIndex)], to: &value)
      try transaction.put(key, value, in: streams)
      rest = rest[(end ?? rest.endIndex)...]
    }
  }

  /// Rewrites the whole index as runs. Version 1 of the layout stores each
  /// entry separately, which reads as a run of one.
  public func packStreams(in transaction: borrowing WriteTransaction) throws {
    var bound: [UInt8] = []
    while let stream = try stream(atOrAfter: bound, in: transaction) {
      var entries: [StreamEntry] = []
      try forEachEntry(of: stream, in: transaction) { entry in
        entries.append(entry)
        return true
      }
      var key: [UInt8] = []
      for entry in entries {
        key.removeAll(keepingCapacity: true)
        entry.appendKey(to: &key)
        _ = try transaction.delete(key.span.bytes, in: streams)
      }
      try store(entries[...], in: transaction)
      bound = Self.end(of: stream)
    }
  }

  private func stream(
    atOrAfter bound: [UInt8], in transaction: borrowing WriteTransaction
  ) throws -> StreamID? {
    try transaction.withCursor(streams) { cursor in
      guard try cursor.seek(atOrAfter: bound.span.bytes) else { return nil }
      return try cursor.withEntry { key, _ in try Self.head(key).stream }
    }
  }
}
