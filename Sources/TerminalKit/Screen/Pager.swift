internal import Glibc

/// A program that shows long output page by page, such as `less`.
///
/// It is started as it is, without a shell, so its command is words parted by
/// blanks.
package final class Pager {
  private let process: pid_t
  /// Where its input is written.
  package let fileDescriptor: Int32
  private var isRunning = true

  /// The words of the command that the environment asks for; `nil` where it
  /// asks for none: an empty variable, or `cat`.
  ///
  /// `PLANTGUIDE_PAGER` goes before this machine's setting, that before
  /// `PAGER`, and `less` is what there is by default.
  ///
  /// - `setting`: This machine's, read only where it can count.
  package static func command(
    environment: EnvironmentVariables, setting: () -> String?
  ) -> [String]? {
    let text =
      environment["PLANTGUIDE_PAGER"] ?? setting() ?? environment["PAGER"]
      ?? "less -FRX"
    let words = text.split(separator: " ").map(String.init)
    return words.isEmpty || words == ["cat"] ? nil : words
  }

  /// Starts a pager; `nil` where there is no such program.
  package init?(_ command: [String]) {
    var ends: [Int32] = [0, 0]
    guard let name = command.first, pipe(&ends) == 0 else { return nil }
    // The pager would wait for an end of input that it holds open itself.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard let process = Self.spawn(name, command, input: ends[0]) else {
      close(ends[1])
      return nil
    }
    self.process = process
    fileDescriptor = ends[1]
    // Ctrl-C is the pager's business as long as it runs.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Ends its input and waits until the reader has seen enough.
  package func finish() {
    guard isRunning else { return }
    isRunning = false
    close(fileDescriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }

  private static func spawn(
    _ name: String, _ command: [String], input: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This program ignores broken pipes; its children must not inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    return CStringList.with(command) { arguments in
      CStringList.with(environment()) { environment in
        var process: pid_t = 0
        let error = posix_spawnp(
          &process, name, &actions, &attributes, arguments, environment)
        return error == 0 ? process : nil
      }
    }
  }

  /// The environment, in which `less` learns to let colours through and to
  /// end where all fits on a screen; what the user says goes before.
  private static func environment() -> [String] {
    var variables: [String] = []
    var next = environ
    while let entry = next.pointee {
      variables.append(String(cString: entry))
      next += 1
    }
    if getenv("LESS") == nil { variables.append("LESS=FRX") }
    return variables
  }
}
