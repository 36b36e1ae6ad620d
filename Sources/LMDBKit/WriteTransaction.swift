internal import CLMDB
internal import Synchronization

/// A transaction that writes; there is only one at a time.
///
/// It sees its own writes. ``Environment/write(_:)`` commits or aborts it.
public struct WriteTransaction: Transaction {
  public let handle: TransactionHandle

  /// 1 in the first run of the body, 2 when it runs again after the map was
  /// enlarged, and so on.
  public let attempt: Int

  /// The environment, which notes if the map was too small for a write.
  let environment: Environment

  /// The same transaction, for a value that works in it. That value must not
  /// outlive this one.
  package var shared: WriteTransaction {
    WriteTransaction(handle: handle, attempt: attempt, environment: environment)
  }

  /// The same transaction for code that only reads; it sees everything written
  /// so far. It must not outlive this one.
  package var reading: ReadTransaction {
    var handle = handle
    handle.isWriting = false
    return ReadTransaction(handle: handle)
  }
}

extension WriteTransaction {
  /// Stores a value, replacing any previous one.
  ///
  /// - Parameters:
  ///   - key: 1 to 511 bytes.
  ///   - value: Any bytes, or none.
  ///   - database: The database.
  /// - Throws: `badKeySize`, or LMDB's error. After `mapFull` the body only has
  ///   to return or throw; it then runs again with a larger map.
  public func put(
    _ key: RawSpan, _ value: RawSpan, in database: Database
  ) throws(LMDBError) {
    try checkWrite("mdb_put", try store(key, value, in: database, 0))
  }

  /// Stores a value, as with spans of bytes.
  public func put(
    _ key: [UInt8], _ value: [UInt8], in database: Database
  ) throws(LMDBError) {
    try put(key.span.bytes, value.span.bytes, in: database)
  }

  /// Stores a value whose key most likely follows all others: then pages are
  /// filled to their end, where ``put(_:_:in:)`` splits them.
  ///
  /// - Throws: As ``put(_:_:in:)``.
  public func append(
    _ key: RawSpan, _ value: RawSpan, in database: Database
  ) throws(LMDBError) {
    let status = try store(key, value, in: database, UInt32(MDB_APPEND))
    // LMDB's status for a key that does not follow all others.
    guard status != MDB_KEYEXIST else {
      return try put(key, value, in: database)
    }
    try checkWrite("mdb_put", status)
  }

  /// Stores a value with some flags; returns LMDB's status.
  private func store(
    _ key: RawSpan, _ value: RawSpan, in database: Database, _ flags: UInt32
  ) throws(LMDBError) -> CInt {
    guard isStorable(key) else {
      throw LMDBError(code: .badKeySize, operation: "mdb_put")
    }
    let target = try existing(database, operation: "mdb_put")
    return key.withMDBValue { key in
      value.withMDBValue { value in
        mdb_put(handle.transaction, target, &key, &value, flags)
      }
    }
  }

  /// Deletes an entry.
  ///
  /// - Returns: Whether there was one.
  public func delete(
    _ key: RawSpan, in database: Database
  ) throws(LMDBError) -> Bool {
    guard isStorable(key) else { return false }
    let target = try existing(database, operation: "mdb_del")
    let status = key.withMDBValue { key in
      mdb_del(handle.transaction, target, &key, nil)
    }
    if status == MDB_NOTFOUND { return false }
    try checkWrite("mdb_del", status)
    return true
  }

  /// Deletes all entries of a database.
  public func removeAll(in database: Database) throws(LMDBError) {
    let target = try existing(database, operation: "mdb_drop")
    try checkWrite("mdb_drop", mdb_drop(handle.transaction, target, 0))
  }

  func existing(
    _ database: Database, operation: StaticString
  ) throws(LMDBError) -> MDB_dbi {
    guard let handle = handle.handle(of: database) else {
      throw LMDBError(code: .notFound, operation: operation.description)
    }
    return handle
  }

  func checkWrite(
    _ operation: StaticString, _ status: Int32
  ) throws(LMDBError) {
    if status == MDB_MAP_FULL {
      environment.mapWasFull.store(true, ordering: .relaxed)
    }
    try check(operation, status)
  }
}
