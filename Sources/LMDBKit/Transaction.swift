internal import CLMDB

/// A transaction of either kind, for code that reads in it: it takes
/// `borrowing some Transaction`.
public typealias Transaction = TransactionProtocol & ~Copyable

/// The reading operations of both kinds of transaction.
public protocol TransactionProtocol: ~Copyable {
  /// LMDB's handle of the transaction.
  var handle: TransactionHandle { get }
}

/// A snapshot of the environment.
///
/// It sees everything committed before it began and nothing later, however long
/// it lives; the pages it sees cannot be reused meanwhile, so keep it short.
public struct ReadTransaction: Transaction {
  public let handle: TransactionHandle
}

extension TransactionProtocol where Self: ~Copyable {
  /// Lends the bytes stored under a key to `body`.
  ///
  /// The bytes are valid until `body` returns, or until this transaction
  /// writes to the same database.
  ///
  /// - Returns: The result of `body`, or `nil` if there is no such key.
  /// - Throws: `LMDBError`, or the error of `body`.
  public func get<R>(
    _ key: RawSpan, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    guard let found = try handle.find(key, in: database) else { return nil }
    return try body(found.bytes)
  }

  /// Lends the bytes stored under a key to `body`, as with a span of bytes.
  public func get<R>(
    _ key: [UInt8], in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    try get(key.span.bytes, in: database, body)
  }

  /// Returns whether a key exists.
  public func contains(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> Bool {
    try handle.find(key, in: database) != nil
  }

  /// The number of the commit that this transaction sees or will create; it
  /// rises with each commit.
  public var number: UInt64 { UInt64(mdb_txn_id(handle.transaction)) }

  /// Returns the size of a database's pages in bytes.
  ///
  /// - Complexity: O(1).
  public func byteCount(of database: Database) throws(LMDBError) -> Int {
    guard let statistics = try handle.statistics(of: database) else { return 0 }
    let pages =
      statistics.ms_branch_pages + statistics.ms_leaf_pages
      + statistics.ms_overflow_pages
    return pages * Int(statistics.ms_psize)
  }

  /// The number of entries.
  ///
  /// - Complexity: O(1).
  public func count(of database: Database) throws(LMDBError) -> Int {
    try handle.count(of: database)
  }

  /// Lends a cursor over a database to `body`, before its first entry. It keeps
  /// its position while this transaction writes.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  public func withCursor<R>(
    _ database: Database, _ body: (inout Cursor) throws -> R
  ) throws -> R {
    try handle.withCursor(database, body)
  }

  /// Visits the entries from the key `start` on, in the order of keys, until
  /// `body` returns `false`.
  ///
  /// The bytes are valid until `body` returns, or until this transaction
  /// writes to the same database.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  public func forEachEntry(
    of database: Database, from start: [UInt8] = [],
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    try handle.withCursor(database) { cursor in
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found, try cursor.withEntry(body) { found = try cursor.next() }
    }
  }

  /// Visits the entries whose keys begin with `prefix`, in the order of keys,
  /// until `body` returns `false`; see ``forEachEntry(of:from:_:)``.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  public func forEachEntry(
    of database: Database, withPrefix prefix: [UInt8],
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    try forEachEntry(of: database, from: prefix) { key, value in
      try key.begins(with: prefix) && body(key, value)
    }
  }
}

/// LMDB's handle of a live transaction with the table of database handles.
///
/// Both kinds of transaction wrap it. It must not outlive the transaction, and
/// is of no use outside this module.
public struct TransactionHandle {
  /// `nil` in an environment without a file, where every database is missing.
  let transaction: OpaquePointer?
  let databases: UnsafePointer<UInt32>
  let environment: UInt64
  /// A Boolean value that indicates whether writes may move read bytes.
  var isWriting: Bool

  /// LMDB's handle of a database, or `nil` if it does not exist.
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
    try statistics(of: database)?.ms_entries ?? 0
  }

  /// LMDB's statistics of a database; `nil` if it does not exist.
  ///
  /// - Throws: `damaged` for a count that no file has; damage may even make it
  ///   negative.
  func statistics(of database: Database) throws(LMDBError) -> MDB_stat? {
    guard let handle = handle(of: database) else { return nil }
    var statistics = MDB_stat()
    try check("mdb_stat", mdb_stat(transaction, handle, &statistics))
    let counts = [
      statistics.ms_branch_pages, statistics.ms_leaf_pages,
      statistics.ms_overflow_pages, statistics.ms_entries,
    ]
    let possible = 0...Int.max >> 24
    guard counts.allSatisfy(possible.contains) else {
      throw LMDBError(
        code: .damaged, operation: "mdb_stat", path: database.name)
    }
    return statistics
  }

  func withCursor<R>(
    _ database: Database, _ body: (inout Cursor) throws -> R
  ) throws -> R {
    var opened: OpaquePointer?
    if let handle = handle(of: database) {
      try check(
        "mdb_cursor_open", mdb_cursor_open(transaction, handle, &opened))
    }
    // Cursors must be closed before a writing transaction ends.
    defer { if let opened { mdb_cursor_close(opened) } }
    var cursor = Cursor(handle: opened, isWriting: isWriting)
    return try body(&cursor)
  }
}

/// Returns whether LMDB can store the key.
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

  fileprivate func begins(with prefix: [UInt8]) -> Bool {
    byteCount >= prefix.count
      && withUnsafeBytes { $0.prefix(prefix.count).elementsEqual(prefix) }
  }
}
