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
    var live = LiveTransactions()

    /// Whether some thread waits for, or has, the environment for itself.
    var isExclusive = false
  }

  private let monitor = Monitor(State())

  /// Whether the calling thread has a live transaction.
  var isHeldByThisThread: Bool {
    let thread = pthread_self()
    return monitor.withLock { $0.live[thread] > 0 }
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
      !$0.isExclusive || $0.live[thread] > 0
    } _: { state throws(LMDBError) in
      guard kind == .read || state.live[thread] == 0 else {
        throw LMDBError(code: .nestedTransaction, operation: "mdb_txn_begin")
      }
      state.live[thread] += 1
      return state.live[thread]
    }
    lmdbkit_guard_enter()
    return count == 1
  }

  /// Takes back one `enter` of the calling thread.
  func leave() {
    lmdbkit_guard_leave()
    let thread = pthread_self()
    monitor.withLock { $0.live[thread] -= 1 }
  }

  /// Runs `body` while no transaction is live and none can begin.
  func exclusively<R>(
    _ operation: String, _ body: () throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    let thread = pthread_self()
    try monitor.withLock {
      !$0.isExclusive || $0.live[thread] > 0
    } _: { state throws(LMDBError) in
      guard state.live[thread] == 0 else {
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

/// How many transactions each thread has.
///
/// There are few threads, most often one: a list of them is searched faster
/// than a table is made.
private struct LiveTransactions {
  private var threads: [pthread_t] = []
  private var counts: [Int] = []

  /// Whether no thread has any.
  var isEmpty: Bool { threads.isEmpty }

  /// How many `thread` has.
  subscript(thread: pthread_t) -> Int {
    get { threads.firstIndex(of: thread).map { counts[$0] } ?? 0 }
    set {
      let place = threads.firstIndex(of: thread)
      switch (place, newValue > 0) {
      case (let place?, true):
        counts[place] = newValue
      case (let place?, false):
        threads.remove(at: place)
        counts.remove(at: place)
      case (nil, true):
        threads.append(thread)
        counts.append(newValue)
      case (nil, false):
        break
      }
    }
  }
}
