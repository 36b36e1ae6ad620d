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
    /// The thread of each live transaction. There are few, most often one: a
    /// list of them is searched faster than a table is made.
    var live: [pthread_t] = []

    /// Whether some thread waits for, or has, the environment for itself.
    var isExclusive = false
  }

  private let monitor = Monitor(State())

  /// Whether the calling thread has a live transaction.
  var isHeldByThisThread: Bool {
    let thread = pthread_self()
    return monitor.withLock { $0.live.contains(thread) }
  }

  /// Counts a transaction of the calling thread, when no thread needs the
  /// environment for itself.
  ///
  /// A thread that already reads may read again without waiting: whoever
  /// waits for its end would wait forever. It may not write, since growing
  /// the map would have to wait for the thread itself.
  ///
  /// - Returns: Whether it is the thread's only one.
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

  /// Takes back one `enter` of the calling thread.
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
