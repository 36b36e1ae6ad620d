/// What both kinds of transaction can do: read.
///
/// Code that reads in either takes `borrowing some Transaction & ~Copyable`.
public protocol Transaction: ~Copyable {
  /// Lends the bytes stored under a key to `body`.
  ///
  /// The bytes are valid until `body` returns, or until this transaction
  /// writes to the same database.
  ///
  /// - Returns: What `body` returned, or nil if there is no such key.
  /// - Throws: `LMDBError`, or what `body` threw.
  func get<R>(
    _ key: RawSpan, in database: Database, _ body: (RawSpan) throws -> R
  ) throws -> R?

  /// Whether a key is there.
  func contains(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> Bool

  /// The number of entries.
  ///
  /// - Complexity: O(1).
  func count(of database: Database) throws(LMDBError) -> Int

  /// Lends a cursor over a database to `body`, before its first entry.
  ///
  /// - Throws: `LMDBError`, or what `body` threw.
  func withCursor<R>(
    _ database: Database, _ body: (inout Cursor) throws -> R
  ) throws -> R
}
