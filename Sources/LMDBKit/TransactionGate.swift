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
    /// Live transactions by thread.
    var live: [pthread_t: Int] = [:]

    /// Whether some thread waits for, or has, the environment for itself.
    var isExclusive = false
  }

  private let monitor = Monitor(State())

  /// Whether the calling thread has a live transaction.
  var isHeldByThisThread: Bool {
    let thread = pthread_self()
    return monitor.withLock { $0.live[thread] != nil }
  }

  /// Counts a transaction of the calling thread, when nobody needs the
  /// environment for itself.
  ///
  /// A thread that already reads may read again without waiting: whoever
  /// waits for its end would wait forever. It may not write, since growing
  /// the map would have to wait for the thread itself.
  ///
  /// - Returns: Whether it is the thread's only one.
  func enter(_ kind: Kind) throws(LMDBError) -> Bool {
    let thread = pthread_self()
    let count = try monitor.withLock {
      !$0.isExclusive || $0.live[thread] != nil
    } _: { state throws(LMDBError) in
      guard kind == .read || state.live[thread] == nil else {
        throw LMDBError(code: .nestedTransaction, operation: "mdb_txn_begin")
      }
      state.live[thread, default: 0] += 1
      return state.live[thread]
    }
    lmdbkit_guard_enter()
    return count == 1
  }

  /// Takes back one `enter` of the calling thread.
  func leave() {
    lmdbkit_guard_leave()
    let thread = pthread_self()
    monitor.withLock { state in
      let remaining = (state.live[thread] ?? 1) - 1
      state.live[thread] = remaining > 0 ? remaining : nil
    }
  }

  /// Runs `body` while no transaction is live and none can begin.
  func exclusively<R>(
    _ operation: String, _ body: () throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    let thread = pthread_self()
    try monitor.withLock {
      !$0.isExclusive || $0.live[thread] != nil
    } _: { state throws(LMDBError) in
      guard state.live[thread] == nil else {
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
