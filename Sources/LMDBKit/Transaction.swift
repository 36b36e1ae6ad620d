internal import CLMDB

/// A transaction of either kind, for code that reads in it: it takes
/// `borrowing some Transaction`.
public typealias Transaction = TransactionProtocol & ~Copyable

/// What both kinds of transaction can do: read.
public protocol TransactionProtocol: ~Copyable {
  /// LMDB's handle of the transaction.
  var handle: TransactionHandle { get }
}

/// A snapshot of the environment.
///
/// It sees what was committed before it began and nothing later, however long
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
  /// - Returns: What `body` returned, or nil if there is no such key.
  /// - Throws: `LMDBError`, or what `body` threw.
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

  /// Whether a key is there.
  public func contains(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> Bool {
    try handle.find(key, in: database) != nil
  }

  /// The number of the commit that is seen, or by which this transaction is
  /// going to be seen; it rises with each.
  public var number: UInt64 { UInt64(mdb_txn_id(handle.transaction)) }

  /// How many bytes the pages of a database take.
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

  /// Lends a cursor over a database to `body`, before its first entry. It
  /// keeps its place while this transaction writes.
  ///
  /// - Throws: `LMDBError`, or what `body` threw.
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
  /// - Throws: `LMDBError`, or what `body` threw.
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
  /// - Throws: `LMDBError`, or what `body` threw.
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
/// Both kinds of transaction are a face of this. It must not outlive the
/// transaction, and is of no use outside of this module.
public struct TransactionHandle {
  /// Nil in an environment without a file, where every database is missing.
  let transaction: OpaquePointer?
  let databases: UnsafePointer<UInt32>
  let environment: UInt64
  /// Whether writes may move the bytes that are read.
  var isWriting: Bool

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
    try statistics(of: database)?.ms_entries ?? 0
  }

  /// What LMDB counts of a database; nil for one that does not exist.
  ///
  /// - Throws: `damaged` for a count that no file has, as damage may make it
  ///   any number, below 0 too.
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

  fileprivate func begins(with prefix: [UInt8]) -> Bool {
    byteCount >= prefix.count
      && withUnsafeBytes { $0.prefix(prefix.count).elementsEqual(prefix) }
  }
}
