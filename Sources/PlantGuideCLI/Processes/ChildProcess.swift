internal import Glibc
internal import TerminalKit

/// A program that this one has started and waits for.
struct ChildProcess {
  /// How it ended.
  enum Ending: Sendable, Hashable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// It was stopped, as it took too long.
    case timedOut
  }

  /// A descriptor of this process that the program gets under a number.
  struct Descriptor {
    let own: Int32
    let inChild: Int32
  }

  private let id: pid_t
  /// Whom a signal reaches: the process, or its group with all that it has
  /// started.
  private let target: pid_t

  /// Starts the program at `path`, with no shell between.
  ///
  /// It begins with the usual handling of signals, of which this process
  /// ignores one, and gets no other descriptors than the standard three.
  ///
  /// - `leadsGroup`: Whether what it starts is stopped with it. A person's
  ///   Ctrl-C at the terminal does not reach such a group.
  /// - Throws: ``SpawnError``.
  static func start(
    _ path: String, arguments: [String], environment: [String],
    descriptors: [Descriptor], leadsGroup: Bool
  ) throws(SpawnError) -> ChildProcess {
    // Where somebody ignores it, the system keeps no status of a child.
    signal(SIGCHLD, SIG_DFL)
    withSignals { pthread_sigmask(SIG_BLOCK, &$0, nil) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in descriptors {
      posix_spawn_file_actions_adddup2(
        &actions, descriptor.own, descriptor.inChild)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    configure(&attributes, leadsGroup: leadsGroup)
    var id: pid_t = 0
    let status = CStringList.with([path] + arguments) { words in
      CStringList.with(environment) { variables in
        posix_spawn(&id, path, &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { throw SpawnError(errno: status) }
    return ChildProcess(id: id, target: leadsGroup ? -id : id)
  }

  /// Waits for its end, and stops it at the deadline: first so that it can
  /// put things in order, a second later without asking.
  func wait(until deadline: Deadline) -> Ending {
    if let ending = end(before: deadline) { return ending }
    kill(target, SIGTERM)
    let ending = end(before: Deadline(seconds: 1))
    // A group outlives its leader; a lone process that ended is nobody's
    // number any more.
    if ending == nil || target < 0 { kill(target, SIGKILL) }
    if ending == nil {
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }
    return .timedOut
  }

  /// How it ended; `nil` while it runs. Once it is told, there is nobody left
  /// to wait for.
  func endingIfAny() -> Ending? {
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    if found == id {
      // The macros WIFEXITED and WEXITSTATUS, which are not imported.
      let signal = status & 0x7f
      return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
    return found < 0 && errno != EINTR ? .signalled(0) : nil
  }

  /// How it ended; `nil` while it runs at the deadline.
  private func end(before deadline: Deadline) -> Ending? {
    while true {
      if let ending = endingIfAny() { return ending }
      var left = deadline.timeLeft
      guard deadline.millisecondsLeft > 0 else { return nil }
      Self.withSignals { _ = sigtimedwait(&$0, nil, &left) }
    }
  }

  /// Lends the set of the one signal that tells of a child's end. It is
  /// blocked, so that it waits to be asked for.
  @discardableResult
  private static func withSignals<R>(
    _ body: (inout sigset_t) -> R
  ) -> R {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCHLD)
    return body(&signals)
  }

  private static func configure(
    _ attributes: inout posix_spawnattr_t, leadsGroup: Bool
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The group's number is the process's own.
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = leadsGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
  }
}

/// A program that the system could not start.
struct SpawnError: Error, Sendable, Hashable {
  /// The system's error number.
  let errno: Int32
}
