/// A snapshot of the environment.
///
/// It sees what was committed before it began and nothing later, however long
/// it lives; the pages it sees cannot be reused meanwhile, so keep it short.
public struct ReadTransaction: ~Copyable {
  let handle: TransactionHandle
}

extension WriteTransaction {
  /// The same transaction for code that only reads; it sees what was written
  /// so far. It must not outlive this one.
  package var reading: ReadTransaction { ReadTransaction(handle: handle) }
}

extension ReadTransaction: Transaction {
  /// Lends the bytes stored under a key to `body`; see ``Transaction``.
  public func get<R>(
    _ key: RawSpan, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R? {
    guard let found = try handle.find(key, in: database) else { return nil }
    return try body(found.bytes)
  }

  /// Whether a key is there.
  public func contains(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> Bool {
    try handle.find(key, in: database) != nil
  }

  /// The number of entries.
  ///
  /// - Complexity: O(1).
  public func count(of database: Database) throws(LMDBError) -> Int {
    try handle.count(of: database)
  }

  /// Lends a cursor over a database to `body`; see ``Transaction``.
  public func withCursor<R>(
    _ database: Database, _ body: (inout Cursor) throws -> R
  ) throws -> R {
    try handle.withCursor(database, isWriting: false, body)
  }
}
