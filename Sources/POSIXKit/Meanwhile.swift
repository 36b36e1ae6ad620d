internal import CPOSIXShims
internal import Glibc
internal import Synchronization

/// Work in a thread of its own while the calling thread continues.
///
/// The thread takes the captures of `work`, returns its value, and shares
/// nothing else. If it cannot start, or has not begun when the value is needed,
/// the calling thread does the work.
public struct Meanwhile<Value: Sendable>: Sendable {
  private let job: Job
  /// A Boolean value that indicates whether a thread does the work.
  public let hasThread: Bool

  /// Begins the work.
  ///
  /// - Parameters:
  ///   - isLong: Whether it is worth a thread; otherwise it is done when the
  ///     value is needed.
  ///   - work: The work.
  public init(
    where isLong: Bool = true, _ work: @escaping @Sendable () -> Value
  ) {
    let job = Job(work)
    self.job = job
    hasThread = isLong && startThread { _ = job.value }
  }

  /// The result of the work. Waits until the work is done.
  public var value: Value { job.value }

  private final class Job: Sendable {
    private enum State {
      case waiting(@Sendable () -> Value)
      case done(Value)
    }

    private let state: Mutex<State>

    init(_ work: @escaping @Sendable () -> Value) {
      state = Mutex(.waiting(work))
    }

    var value: Value {
      state.withLock { state in
        switch state {
        case .done(let value): return value
        case .waiting(let work):
          let value = work()
          // Releases the captures, which are not needed any more.
          state = .done(value)
          return value
        }
      }
    }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs `body` in a detached thread, or not at all if the system refuses one.
///
/// - Returns: Whether there is a thread.
private func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  // Other threads wait for signals. Signals of faults cannot be blocked.
  var all = sigset_t()
  var before = sigset_t()
  sigfillset(&all)
  for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
    sigdelset(&all, fault)
  }
  pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  let argument = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { argument in
      if let argument {
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
      }
      return nil
    }, argument.toOpaque())
  if status == 0 { pthread_detach(thread) } else { argument.release() }
  return status == 0
}
