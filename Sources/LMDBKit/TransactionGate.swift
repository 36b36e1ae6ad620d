internal import CLMDBShims
internal import Glibc

/// Counts the live transactions of one environment, so that the map is
/// replaced only when there are none.
struct TransactionGate {
  enum Kind {
    case read
    case write
  }

  private struct State {
    /// The thread of each live transaction. There are few, most often one, so
    /// searching a list is faster than creating a table.
    var live: [pthread_t] = []

    /// A Boolean value that indicates whether a thread has, or waits for,
    /// exclusive access.
    var isExclusive = false
  }

  private let monitor = Monitor(State())

  /// A Boolean value that indicates whether the calling thread has a
  /// transaction.
  var isHeldByThisThread: Bool {
    let thread = pthread_self()
    return monitor.withLock { $0.live.contains(thread) }
  }

  /// Counts a transaction of the calling thread, once no thread needs exclusive
  /// access.
  ///
  /// A thread that reads may read again without waiting, since a thread waiting
  /// for its end would otherwise wait forever. It may not write, since growing
  /// the map would have to wait for the thread itself.
  ///
  /// - Returns: Whether it is the thread's only transaction.
  func enter(_ kind: Kind) throws(LMDBError) -> Bool {
    let thread = pthread_self()
    let isOnly = try monitor.withLock {
      !$0.isExclusive || $0.live.contains(thread)
    } _: { state throws(LMDBError) in
      let isOnly = !state.live.contains(thread)
      guard kind == .read || isOnly else {
        throw LMDBError(code: .nestedTransaction, operation: "mdb_txn_begin")
      }
      state.live.append(thread)
      return isOnly
    }
    lmdbkit_guard_enter()
    return isOnly
  }

  /// Reverses an `enter` of the calling thread.
  func leave() {
    lmdbkit_guard_leave()
    let thread = pthread_self()
    monitor.withLock { state in
      if let place = state.live.firstIndex(of: thread) {
        state.live.remove(at: place)
      }
    }
  }

  /// Runs `body` while no transaction is live and none can begin.
  func exclusively<R>(
    _ operation: String, _ body: () throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    let thread = pthread_self()
    try monitor.withLock {
      !$0.isExclusive || $0.live.contains(thread)
    } _: { state throws(LMDBError) in
      guard !state.live.contains(thread) else {
        throw LMDBError(code: .nestedTransaction, operation: operation)
      }
      state.isExclusive = true
    }
    defer { monitor.withLock { $0.isExclusive = false } }
    monitor.withLock(waitingUntil: { $0.live.isEmpty }, { _ in })
    lmdbkit_guard_enter()
    defer { lmdbkit_guard_leave() }
    return try body()
  }
}
