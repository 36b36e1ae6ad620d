internal import CLMDB
internal import Glibc
internal import POSIXKit
internal import Synchronization

extension Environment {
  /// Runs `body` in a snapshot.
  ///
  /// Reads may nest. Keep them short: the pages of a snapshot are not reused,
  /// and a writer of this process that needs a larger map waits for its end.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  public func read<R>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try readKeeping { try body($0) }
  }

  /// Runs `body` in a snapshot that it may keep in a value of its own; that
  /// value must not outlive `body`.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  package func readKeeping<R>(
    _ body: (consuming ReadTransaction) throws -> R
  ) throws -> R {
    guard !isVoid else {
      return try body(ReadTransaction(handle: wrap(nil, isWriting: false)))
    }
    let transaction = try begin(.read)
    defer {
      mdb_txn_abort(transaction)
      gate.leave()
    }
    do {
      return try body(
        ReadTransaction(handle: wrap(transaction, isWriting: false)))
    } catch {
      // If the lock file was removed, writers that use a new one do not know of
      // this snapshot, and reuse its pages.
      let opened = files.withLock { $0 }
      guard
        opened?.lock == LockFile(directory: directory).identity
          || opened?.data != DataFile(directory: directory).identity
      else { throw failure(.replaced, "mdb_txn_begin") }
      throw error
    }
  }

  /// Runs `body`, then commits durably; aborts if it throws.
  ///
  /// `body` runs again after the map was enlarged, so its only effects must be
  /// in the transaction; ``WriteTransaction/attempt`` counts the runs.
  ///
  /// - Parameters:
  ///   - commits: Whether the changes are kept; otherwise all are discarded.
  ///   - body: Reads and writes.
  /// - Returns: The result of `body`.
  /// - Throws: `LMDBError`, or the error of `body`. If the commit failed, the
  ///   changes may or may not be stored: look before trying again.
  public func write<R>(
    commits: Bool = true, _ body: (borrowing WriteTransaction) throws -> R
  ) throws -> R {
    try writeKeeping(commits: commits) { try body($0) }
  }

  /// Runs `body` as ``write(_:)`` does; it may keep the transaction in a value
  /// of its own, which must not outlive `body`.
  ///
  /// - Throws: `LMDBError`, or the error of `body`.
  package func writeKeeping<R>(
    commits: Bool = true, _ body: (consuming WriteTransaction) throws -> R
  ) throws -> R {
    var attempt = 1
    while true {
      if let result = try runWrite(attempt, commits: commits, body) {
        return result.value
      }
      try grow()
      attempt += 1
    }
  }

  /// Keeps an optional result apart from the absence of one.
  struct Outcome<R> {
    let value: R
  }

  /// Runs `body` once; returns `nil` if the map was too small.
  private func runWrite<R>(
    _ attempt: Int, commits: Bool,
    _ body: (consuming WriteTransaction) throws -> R
  ) throws -> Outcome<R>? {
    guard access == .readWrite else {
      throw failure(.readOnly, "mdb_txn_begin")
    }
    // A process that uses the files alone would wait for itself.
    guard !gate.isHeldByThisThread, !isAlone.load(ordering: .acquiring) else {
      throw failure(.nestedTransaction, "mdb_txn_begin")
    }
    let data = try lockData()
    defer { data.unlock() }
    let handle = try begin(.write)
    defer { gate.leave() }
    try checkMayWrite(handle)
    mapWasFull.store(false, ordering: .relaxed)
    let result: R
    do {
      result = try body(
        WriteTransaction(
          handle: wrap(handle, isWriting: true), attempt: attempt,
          environment: self))
    } catch {
      mdb_txn_abort(handle)
      guard mapWasFull.load(ordering: .relaxed) else { throw error }
      return nil
    }
    let isFull = mapWasFull.load(ordering: .relaxed)
    guard commits, !isFull else {
      mdb_txn_abort(handle)
      return isFull ? nil : Outcome(value: result)
    }
    return try commit(handle) ? Outcome(value: result) : nil
  }

  /// Commits; `false` if the map was too small. Always frees the handle.
  private func commit(_ transaction: OpaquePointer) throws(LMDBError) -> Bool {
    let status = mdb_txn_commit(transaction)
    if status == MDB_MAP_FULL { return false }
    guard status == MDB_SUCCESS else {
      needsReopening.store(true, ordering: .releasing)
      throw exactCause(
        of: failure(.init(rawValue: status), "mdb_txn_commit"),
        at: DataFile(directory: directory).path)
    }
    return true
  }

  private func wrap(
    _ transaction: OpaquePointer?, isWriting: Bool
  ) -> TransactionHandle {
    TransactionHandle(
      transaction: transaction, databases: UnsafePointer(handles),
      environment: id, isWriting: isWriting)
  }

  /// Enters the gate and begins a transaction in it.
  private func begin(
    _ kind: TransactionGate.Kind
  ) throws(LMDBError) -> OpaquePointer {
    guard process == getpid() else {
      throw failure(.forked, "mdb_txn_begin")
    }
    while true {
      if needsReopening.load(ordering: .acquiring) { try reopen() }
      let isOutermost = try gate.enter(kind)
      var transaction: OpaquePointer?
      let status = beginEntered(kind, &transaction)
      if status == MDB_SUCCESS, let transaction {
        guard isOutermost, isSearchDue(transaction) else { return transaction }
        mdb_txn_abort(transaction)
      }
      gate.leave()
      try recover(from: status)
    }
  }

  /// Returns whether a missing database may exist by now.
  private func isSearchDue(_ transaction: OpaquePointer) -> Bool {
    access == .readOnly && isMissingDatabases
      && mdb_txn_id(transaction) != searched
  }

  private func beginEntered(
    _ kind: TransactionGate.Kind, _ transaction: inout OpaquePointer?
  ) -> Int32 {
    guard let handle else { return MDB_PANIC }
    let flags = kind == .read ? UInt32(MDB_RDONLY) : 0
    let status = mdb_txn_begin(handle, nil, flags, &transaction)
    guard status == MDB_READERS_FULL else { return status }
    // This look-up frees the places of readers that died.
    var dead: Int32 = 0
    guard mdb_reader_check(handle, &dead) == MDB_SUCCESS, dead > 0 else {
      return status
    }
    return mdb_txn_begin(handle, nil, flags, &transaction)
  }

  /// Resolves the obstacle to beginning a transaction, or throws.
  private func recover(from status: Int32) throws(LMDBError) {
    switch status {
    case MDB_SUCCESS:
      try searchMissingDatabases()
    case MDB_MAP_RESIZED:
      guard !gate.isHeldByThisThread else {
        throw failure(.mapResized, "mdb_txn_begin")
      }
      try adoptMapSize()
    case MDB_PANIC:
      guard !isClosed.load(ordering: .acquiring) else {
        throw failure(.closed, "mdb_txn_begin")
      }
      guard !gate.isHeldByThisThread else {
        throw failure(.panic, "mdb_txn_begin")
      }
      needsReopening.store(true, ordering: .releasing)
    default:
      try check("mdb_txn_begin", status, path: directory)
    }
  }
}
