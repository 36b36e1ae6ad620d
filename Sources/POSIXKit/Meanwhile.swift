internal import CPOSIXShims
internal import Glibc
internal import Synchronization

/// Work that a thread of its own does while the one that asked goes on.
///
/// The thread gets what `work` captures and hands over its value, and shares
/// nothing else. Where none can be started, or it has not begun when the value
/// is wanted, the work is done then.
public struct Meanwhile<Value: Sendable> {
  private let job: Job

  /// Begins the work.
  ///
  /// - Parameters:
  ///   - isLong: Whether it is worth a thread; else it is done when the value
  ///     is asked for.
  ///   - work: What to do.
  public init(
    where isLong: Bool = true, _ work: @escaping @Sendable () -> Value
  ) {
    let job = Job(work)
    self.job = job
    if isLong { startThread { _ = job.value } }
  }

  /// What came of it. Waits for the thread to have done it.
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
          // What it worked on is not needed any more.
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

/// Runs `body` in a thread, which nobody waits for; not at all where the system
/// refuses one.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  // Signals are for the thread that waits for them. What a fault raises cannot
  // be held back.
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
}
