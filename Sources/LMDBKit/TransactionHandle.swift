internal import CLMDB

/// LMDB's handle of a live transaction with the table of database handles.
///
/// Both kinds of transaction are a face of this. It must not outlive the
/// transaction, hence never leaves one.
struct TransactionHandle {
  /// Nil in an environment without a file, where every database is missing.
  let transaction: OpaquePointer?
  let databases: UnsafePointer<UInt32>
  let environment: UInt64

  /// LMDB's handle of a database, or nil if it does not exist.
  func handle(of database: Database) -> MDB_dbi? {
    precondition(
      database.environment == environment,
      "the database belongs to another environment")
    let handle = databases[database.slot]
    // Zero is the list of free pages, which is never named.
    return handle == 0 ? nil : handle
  }

  /// The bytes stored under a key, inside the map or a dirty page.
  func find(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> UnsafeRawBufferPointer? {
    guard let handle = handle(of: database), isStorable(key) else { return nil }
    var value = MDB_val()
    let status = key.withMDBValue { key in
      mdb_get(transaction, handle, &key, &value)
    }
    if status == MDB_NOTFOUND { return nil }
    try check("mdb_get", status)
    return UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
  }

  func count(of database: Database) throws(LMDBError) -> Int {
    guard let handle = handle(of: database) else { return 0 }
    var statistics = MDB_stat()
    try check("mdb_stat", mdb_stat(transaction, handle, &statistics))
    return Int(clamping: statistics.ms_entries)
  }

  func withCursor<R>(
    _ database: Database, isWriting: Bool, _ body: (inout Cursor) throws -> R
  ) throws -> R {
    guard let handle = handle(of: database) else {
      var empty = Cursor(handle: nil, isWriting: isWriting)
      return try body(&empty)
    }
    var opened: OpaquePointer?
    try check("mdb_cursor_open", mdb_cursor_open(transaction, handle, &opened))
    // Cursors must be closed before a writing transaction ends.
    defer { mdb_cursor_close(opened) }
    var cursor = Cursor(handle: opened, isWriting: isWriting)
    return try body(&cursor)
  }
}

/// Whether LMDB can hold the key.
func isStorable(_ key: RawSpan) -> Bool {
  (1...511).contains(key.byteCount)
}

extension RawSpan {
  /// Lends the bytes as LMDB takes them. LMDB does not write to them.
  @inline(__always)
  func withMDBValue<R>(_ body: (inout MDB_val) -> R) -> R {
    withUnsafeBytes { bytes in
      var value = MDB_val(
        mv_size: bytes.count,
        mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      return body(&value)
    }
  }
}
