internal import CLMDB

/// A position in a database, moving in the order of keys (compared as bytes).
///
/// ``Transaction/withCursor(_:_:)`` lends a cursor, which starts before the
/// first entry. Moves return whether they found an entry; after one that did
/// not, `next` and `previous` find nothing until `first`, `last` or `seek` sets
/// a new position.
public struct Cursor: ~Copyable {
  /// LMDB's cursor; `nil` for a database that does not exist.
  private let handle: OpaquePointer?

  /// A Boolean value that indicates whether writes may move the entry's bytes.
  let isWriting: Bool

  var key = UnsafeRawBufferPointer(start: nil, count: 0)

  var value = UnsafeRawBufferPointer(start: nil, count: 0)

  private var place = Place.start

  private enum Place {
    case start
    case entry
    case nowhere
  }

  init(handle: OpaquePointer?, isWriting: Bool) {
    self.handle = handle
    self.isWriting = isWriting
  }

  /// Moves to the least key.
  public mutating func first() throws(LMDBError) -> Bool {
    try move(MDB_FIRST)
  }

  /// Moves to the greatest key.
  public mutating func last() throws(LMDBError) -> Bool {
    try move(MDB_LAST)
  }

  /// Moves to the next greater key; at the start, to the least.
  ///
  /// After the entry was deleted, this is the one that followed it.
  public mutating func next() throws(LMDBError) -> Bool {
    switch place {
    case .start: try move(MDB_FIRST)
    case .entry: try move(MDB_NEXT)
    case .nowhere: false
    }
  }

  /// Moves to the next smaller key; at the start, to the greatest.
  public mutating func previous() throws(LMDBError) -> Bool {
    switch place {
    case .start: try move(MDB_LAST)
    case .entry: try move(MDB_PREV)
    case .nowhere: false
    }
  }

  /// Moves to the least key that is not below `key`, which may have any
  /// length.
  public mutating func seek(atOrAfter key: RawSpan) throws(LMDBError) -> Bool {
    // LMDB refuses the empty key, which is below all others.
    guard !key.isEmpty else { return try first() }
    return try move(MDB_SET_RANGE, to: key)
  }

  /// Moves to the greatest key below `key`, which may have any length.
  public mutating func seek(before key: RawSpan) throws(LMDBError) -> Bool {
    guard !key.isEmpty else {
      place = .nowhere
      return false
    }
    return try seek(atOrAfter: key) ? move(MDB_PREV) : last()
  }

  /// Moves to a key that is not empty, as a look-up by key does: unlike
  /// ``seek(atOrAfter:)`` it reads only the page that the tree leads to.
  mutating func seek(to key: RawSpan) throws(LMDBError) -> Bool {
    try move(MDB_SET_KEY, to: key)
  }

  /// Lends the entry that the last move found.
  ///
  /// The bytes are valid until `body` returns, or until the transaction
  /// writes to the same database.
  ///
  /// - Precondition: The last move found an entry, and it was not deleted.
  /// - Throws: The error of `body`, or `damaged`.
  public func withEntry<R>(
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> R
  ) throws -> R {
    precondition(key.baseAddress != nil, "the cursor is at no entry")
    guard isWriting else { return try body(key.bytes, value.bytes) }
    let entry = try current()
    return try body(entry.key.bytes, entry.value.bytes)
  }

  /// The current bytes of the entry, which a write may have moved.
  private func current() throws(LMDBError) -> (
    key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer
  ) {
    var key = MDB_val()
    var value = MDB_val()
    let status = mdb_cursor_get(handle, &key, &value, MDB_GET_CURRENT)
    // LMDB moves to a page without checking that it has entries.
    guard status == MDB_SUCCESS else {
      throw LMDBError(code: .damaged, operation: "mdb_cursor_get")
    }
    return (UnsafeRawBufferPointer(key), UnsafeRawBufferPointer(value))
  }

  private mutating func move(
    _ operation: MDB_cursor_op, to key: RawSpan
  ) throws(LMDBError) -> Bool {
    guard let handle else { return false }
    var value = MDB_val()
    var found = MDB_val()
    let status = key.withMDBValue { key in
      let status = mdb_cursor_get(handle, &key, &value, operation)
      found = key
      return status
    }
    return try settle(status, key: found, value: value)
  }

  private mutating func move(
    _ operation: MDB_cursor_op
  ) throws(LMDBError) -> Bool {
    guard let handle else { return false }
    var key = MDB_val()
    var value = MDB_val()
    let status = mdb_cursor_get(handle, &key, &value, operation)
    return try settle(status, key: key, value: value)
  }

  @inline(__always)
  private mutating func settle(
    _ status: Int32, key: MDB_val, value: MDB_val
  ) throws(LMDBError) -> Bool {
    guard status == MDB_SUCCESS else {
      place = .nowhere
      self.key = UnsafeRawBufferPointer(start: nil, count: 0)
      // Only this status is an end; any other is a failure.
      if status == MDB_NOTFOUND { return false }
      try check("mdb_cursor_get", status)
      return false
    }
    place = .entry
    self.key = UnsafeRawBufferPointer(key)
    self.value = UnsafeRawBufferPointer(value)
    return true
  }
}

extension UnsafeRawBufferPointer {
  init(_ value: MDB_val) {
    self.init(start: value.mv_data, count: value.mv_size)
  }
}
