internal import CPOSIXShims
internal import Glibc

/// A program that this one has started and waits for.
public struct ChildProcess: Sendable {
  /// The end of a program.
  public enum Ending: Sendable, Hashable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// It was stopped, as it took too long.
    case timedOut

    // The macros WIFEXITED and WEXITSTATUS, which are not imported.
    init(status: Int32) {
      let signal = status & 0x7f
      self =
        signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
  }

  /// A descriptor of this process that the program gets under a number.
  public struct Descriptor: Sendable {
    let own: Int32
    let inChild: Int32

    /// Creates the assignment of one of this process's descriptors.
    public init(own: Int32, inChild: Int32) {
      self.own = own
      self.inChild = inChild
    }
  }

  private let id: pid_t
  /// The target of signals: the process, or its group with all that it has
  /// started.
  private let target: pid_t

  /// The number of programs that can run at a time: one per processor.
  public static var processorCount: Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// Blocks the signal of a child's end in the calling thread, so that the
  /// system keeps it for the thread that waits for the child.
  public static func blockEndSignal() {
    // Where somebody ignores it, the system keeps no status of a child.
    signal(SIGCHLD, SIG_DFL)
    withSignals { pthread_sigmask(SIG_BLOCK, &$0, nil) }
  }

  /// Returns the path of a program that is installed with this one: beside it,
  /// or in the directory of programs that nobody calls by name.
  public static func sibling(_ name: String) -> String {
    let own = FileSystem.target(ofLink: "/proc/self/exe") ?? ""
    let directory = FileSystem.parent(of: own) ?? "/usr/bin"
    let beside = "\(directory)/\(name)"
    let apart = "\(directory)/../libexec/plantguide/\(name)"
    return FileSystem.isExecutable(apart) && !FileSystem.isExecutable(beside)
      ? apart : beside
  }

  /// Starts a program, with no shell between.
  ///
  /// It gets the usual handling of signals, of which this process ignores one,
  /// and no descriptors but the standard three.
  ///
  /// - Parameters:
  ///   - program: Its path, or its name to be looked for in `PATH`.
  ///   - arguments: The arguments after its own name.
  ///   - variables: Added to this process's, or replacing them.
  ///   - keepsVariables: A Boolean value that indicates whether it gets this
  ///     process's variables.
  ///   - withholds: Returns whether the program does not get a variable of this
  ///     process.
  ///   - descriptors: The descriptors that it gets.
  ///   - leadsGroup: Whether stopping it also stops what it started. A person's
  ///     Ctrl-C at the terminal does not reach such a group.
  /// - Returns: The process, which must be waited for.
  /// - Throws: The system's refusal, such as `ENOENT`.
  public static func start(
    _ program: String, arguments: [String],
    variables: [String: String] = [:], keepsVariables: Bool = true,
    withholding withholds: (String) -> Bool = { _ in false },
    descriptors: [Descriptor], leadsGroup: Bool = false
  ) throws(FileSystemError) -> ChildProcess {
    blockEndSignal()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in descriptors {
      posix_spawn_file_actions_adddup2(
        &actions, descriptor.own, descriptor.inChild)
    }
    // A library may have opened something that lasts beyond this.
    posixkit_close_from(
      &actions, 1 + descriptors.reduce(2) { max($0, $1.inChild) })
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    configure(&attributes, flags: leadsGroup ? POSIX_SPAWN_SETPGROUP : 0)
    let id = try spawn(
      program, arguments: arguments, variables: variables,
      keepsVariables: keepsVariables, withholding: withholds, &actions,
      &attributes)
    return ChildProcess(id: id, target: leadsGroup ? -id : id)
  }

  private static func spawn(
    _ program: String, arguments: [String], variables: [String: String],
    keepsVariables: Bool = true,
    withholding withholds: (String) -> Bool = { _ in false },
    _ actions: inout posix_spawn_file_actions_t,
    _ attributes: inout posix_spawnattr_t
  ) throws(FileSystemError) -> pid_t {
    var id: pid_t = 0
    let status = withCStrings([program] + arguments) { words in
      withCStrings(
        variables.map { "\($0.key)=\($0.value)" }.sorted(),
        after: keepsVariables
          ? ProcessEnvironment.all { variables[$0] != nil || withholds($0) }
          : []
      ) { posix_spawnp(&id, program, &actions, &attributes, words, $0) }
    }
    guard status == 0 else {
      throw FileSystemError(
        operation: "posix_spawn", path: program, code: status)
    }
    return id
  }

  /// Starts a program that outlives this one: in a session of its own, at the
  /// root of all directories, so that it keeps no disk busy, and with nothing
  /// of this process's but its variables. Nobody waits for it.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: The arguments after its own name.
  ///   - variables: Added to this process's, or replacing them.
  /// - Throws: The system's refusal.
  public static func startDetached(
    _ program: String, arguments: [String], variables: [String: String]
  ) throws(FileSystemError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posixkit_detach(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    configure(&attributes, flags: posixkit_spawn_session)
    let id = try spawn(
      program, arguments: arguments, variables: variables, &actions,
      &attributes)
    // A server starts many of them, each of which the system would keep.
    posixkit_let_go(id)
  }

  /// Runs a command in a shell and waits for it. Meanwhile signals from the
  /// keyboard go to the command (`system(3)`).
  public static func run(
    shellCommand command: String
  ) throws(FileSystemError) -> Ending {
    Ending(status: try checked("system", command, system(command)))
  }

  /// Waits for its end.
  @discardableResult
  public func wait() -> Ending { Self.ending(of: id) }

  /// Waits for its end, and stops it at the deadline: first so that it can put
  /// things in order, a second later by force.
  public func wait(until deadline: Deadline) -> Ending {
    if let ending = end(before: deadline) { return ending }
    kill(target, SIGTERM)
    let ending = end(before: Deadline(seconds: 1))
    // A group outlives its leader; a lone process that ended is nobody's
    // number any more.
    if ending == nil || target < 0 { kill(target, SIGKILL) }
    if ending == nil { wait() }
    return .timedOut
  }

  /// Returns the ending; `nil` while it runs. After that the process is gone
  /// and must not be waited for again.
  public func endingIfAny() -> Ending? {
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    if found == id { return Ending(status: status) }
    return found < 0 && errno != EINTR ? .signalled(0) : nil
  }

  /// Waits for the end of a child; a missing one counts as ended by signal 0.
  static func ending(of id: pid_t) -> Ending {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { return .signalled(0) }
    }
    return Ending(status: status)
  }

  /// Returns the ending; `nil` if it still runs at the deadline.
  private func end(before deadline: Deadline) -> Ending? {
    while true {
      if let ending = endingIfAny() { return ending }
      var left = deadline.timeLeft
      guard deadline.millisecondsLeft > 0 else { return nil }
      Self.withSignals { _ = sigtimedwait(&$0, nil, &left) }
    }
  }

  /// Lends the set of the one signal that reports a child's end. It is blocked,
  /// so that it stays pending.
  @discardableResult
  private static func withSignals<R>(_ body: (inout sigset_t) -> R) -> R {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCHLD)
    return body(&signals)
  }

  private static func configure(
    _ attributes: inout posix_spawnattr_t, flags: Int32
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The group's number is the process's own.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags))
  }

  /// Lends texts, after others that are C's, as a C list: pointers that end
  /// with a null.
  private static func withCStrings<R>(
    _ texts: [String], after others: [UnsafeMutablePointer<CChar>?] = [],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(others + pointers + [nil])
  }

  /// Puts a program in the place of this one; returns only if that fails.
  ///
  /// - Throws: The system's refusal.
  public static func replaceThisProcess(
    by program: String, arguments: [String]
  ) throws(FileSystemError) {
    withCStrings([program] + arguments) { _ = execv(program, $0) }
    throw FileSystemError("execv", program)
  }
}

/// The variables of this process.
public enum ProcessEnvironment {
  /// The value of a variable; `nil` if it is not set, or is no text.
  public static subscript(name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Returns whether the value of a variable is no text. Replacing its bytes
  /// would name something else.
  public static func isUnreadable(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }

  /// The variables as raw bytes, without those whose names are left out.
  static func all(
    without isLeftOut: (String) -> Bool
  ) -> [UnsafeMutablePointer<CChar>?] {
    var kept: [UnsafeMutablePointer<CChar>?] = []
    var next = posixkit_environment()
    while let variable = next?.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if !isLeftOut(String(name)) { kept.append(variable) }
      next = next?.advanced(by: 1)
    }
    return kept
  }
}
