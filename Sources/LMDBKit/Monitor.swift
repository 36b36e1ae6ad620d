internal import Glibc

/// A value that threads share in turns, with waiting for changes.
///
/// `Synchronization.Mutex` has no condition variable, which waiting for live
/// transactions to end needs.
///
/// Unchecked because the compiler cannot see that the value is only used while
/// the mutex is held.
final class Monitor<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    change = .allocate(capacity: 1)
    change.initialize(to: pthread_cond_t())
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    change.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until `isReady`, then runs `body` and wakes the waiting threads.
  func withLock<R, Failure: Error>(
    waitingUntil isReady: (State) -> Bool = { _ in true },
    _ body: (inout State) throws(Failure) -> R
  ) throws(Failure) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(state) { pthread_cond_wait(change, mutex) }
    defer { pthread_cond_broadcast(change) }
    return try body(&state)
  }
}
