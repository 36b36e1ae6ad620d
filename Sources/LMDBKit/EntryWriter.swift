internal import CLMDB

/// A position at which entries are stored and deleted, lending the values they
/// replace. Entries near the previous one are found without searching from the
/// root.
public struct EntryWriter: ~Copyable {
  private let handle: OpaquePointer?
  private let transaction: WriteTransaction

  fileprivate init(
    handle: OpaquePointer?, in transaction: consuming WriteTransaction
  ) {
    self.handle = handle
    self.transaction = transaction
  }

  /// Stores a value, after lending `body` the value it replaces, if any.
  ///
  /// - Throws: As ``WriteTransaction/put(_:_:in:)``.
  public mutating func put(
    _ key: RawSpan, _ value: RawSpan, replacing body: (RawSpan) -> Void
  ) throws(LMDBError) {
    guard isStorable(key) else {
      throw LMDBError(code: .badKeySize, operation: "mdb_cursor_put")
    }
    var replaced = MDB_val()
    var status = key.withMDBValue { key in
      value.withMDBValue { value in
        let status = mdb_cursor_put(
          handle, &key, &value, UInt32(MDB_NOOVERWRITE))
        replaced = value
        return status
      }
    }
    if status == MDB_KEYEXIST {
      body(UnsafeRawBufferPointer(replaced).bytes)
      status = key.withMDBValue { key in
        value.withMDBValue { value in
          mdb_cursor_put(handle, &key, &value, UInt32(MDB_CURRENT))
        }
      }
    }
    try transaction.checkWrite("mdb_cursor_put", status)
  }

  /// Deletes an entry, after lending `body` its value, if any.
  ///
  /// - Throws: As ``WriteTransaction/delete(_:in:)``.
  public mutating func delete(
    _ key: RawSpan, replacing body: (RawSpan) -> Void
  ) throws(LMDBError) {
    guard isStorable(key) else { return }
    var value = MDB_val()
    let status = key.withMDBValue { key in
      mdb_cursor_get(handle, &key, &value, MDB_SET)
    }
    if status == MDB_NOTFOUND { return }
    try check("mdb_cursor_get", status)
    body(UnsafeRawBufferPointer(value).bytes)
    try transaction.checkWrite("mdb_cursor_del", mdb_cursor_del(handle, 0))
  }
}

extension WriteTransaction {
  /// Lends `body` a writer of entries of a database.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  public func withWriter<R>(
    of database: Database, _ body: (inout EntryWriter) throws -> R
  ) throws -> R {
    let target = try existing(database, operation: "mdb_cursor_open")
    var opened: OpaquePointer?
    try check(
      "mdb_cursor_open",
      mdb_cursor_open(handle.transaction, target, &opened))
    defer { mdb_cursor_close(opened) }
    var writer = EntryWriter(handle: opened, in: shared)
    return try body(&writer)
  }
}
