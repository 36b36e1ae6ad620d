internal import Encodings
public import ErrorKit
internal import Glibc
internal import POSIXKit
internal import TextKit

/// The job of this user on this machine that runs `remind` every quarter of an
/// hour: a timer of systemd, or a line of the crontab.
public struct ReminderTimer: Sendable {
  /// The program that runs the job.
  public enum Kind: String, Sendable, CaseIterable {
    /// The user's manager of services.
    case systemd
    /// The daemon that reads the crontab.
    case cron
  }

  /// The state of the job.
  public struct State: Sendable, Hashable {
    /// The program that runs the job.
    public let kind: Kind
    /// The home of the journal of which the job reminds; `nil` if the job does
    /// not say it.
    public let home: String?
    /// A Boolean value that indicates whether the job runs by itself.
    public let isEnabled: Bool
    /// The time at which the job was made, in seconds since 1970; `nil` if
    /// nothing keeps it.
    public let madeAt: Int?
  }

  /// The name of the units, without their suffixes.
  static let unit = "plantguide-remind"

  /// The path of the program that the job starts.
  private let program: String
  /// The home of the journal.
  private let home: String
  /// The directory of the user's units.
  private let directory: String

  /// Creates the job of a journal.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - home: The path of the journal's home.
  ///   - configuration: The directory of the user's configurations.
  /// - Throws: ``ReminderTimerError/strangePath(_:)``.
  public init(
    program: String, home: String, configuration: String
  ) throws(ReminderTimerError) {
    for path in [program, home, configuration] {
      guard path.hasPrefix("/"), path.utf8.allSatisfy({ $0 >= 0x20 }) else {
        throw .strangePath(path)
      }
    }
    self.program = program
    self.home = home
    directory = "\(configuration)/systemd/user"
  }

  private var serviceFile: String { "\(directory)/\(Self.unit).service" }
  private var timerFile: String { "\(directory)/\(Self.unit).timer" }

  // MARK: Texts

  /// The service, which runs the job once.
  package var service: String {
    """
    # 'plantguide remind setup' wrote this file, and writes it again.
    [Unit]
    Description=Remind of the care of plants
    Documentation=man:plantguide(1)

    [Service]
    Type=oneshot
    Environment=\(Self.quoted("PLANTGUIDE_HOME=\(home)"))
    ExecStart=\(Self.quoted(program)) remind
    # A network that is away is no fault of the unit: 'plantguide doctor' tells.
    SuccessExitStatus=4
    # A note on the desktop waits for its answer after the job has ended.
    KillMode=process
    NoNewPrivileges=yes

    """
  }

  /// The timer, which starts the service.
  package var timer: String {
    """
    # 'plantguide remind setup' wrote this file, and writes it again.
    [Unit]
    Description=Remind of the care of plants every quarter of an hour
    Documentation=man:plantguide(1)

    [Timer]
    OnCalendar=*:0/15
    # At once if the machine was off.
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// The line of the crontab.
  package var cronLine: String {
    let command =
      "PLANTGUIDE_HOME=\(ShellQuoting.quoted(home)) "
      + "\(ShellQuoting.quoted(program)) remind >/dev/null \(Crontab.mark)"
    // cron takes a bare percent sign as the end of the line.
    return "*/15 * * * * "
      + command.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "\\%")
  }

  /// Returns the texts that make a job: files of units, or a line.
  package func texts(for kind: Kind) -> [String] {
    switch kind {
    case .systemd: [service, timer]
    case .cron: [cronLine + "\n"]
    }
  }

  /// Returns a word as unit files have it.
  private static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\\", "\"": text += "\\\(scalar)"
      case "%": text += "%%"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Returns the word that ``quoted(_:)`` wrote.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 else {
      return nil
    }
    var word = ""
    var rest = text.dropFirst().dropLast()
    while let character = rest.popFirst() {
      if character == "\\" || character == "%" {
        guard let next = rest.popFirst() else { return nil }
        word.append(next)
      } else {
        word.append(character)
      }
    }
    return word
  }

  // MARK: The machine

  private static let systemctl = UserTool(name: "systemctl")

  /// Runs a tool, with the variable by which it finds the user's manager of
  /// services: neither a job of cron nor `su` sets it.
  private static func run(
    _ tool: UserTool, _ arguments: [String], input: [UInt8] = []
  ) throws(FileSystemError) -> UserTool.Result {
    let directory = "/run/user/\(getuid())"
    let isUnknown =
      ProcessEnvironment["XDG_RUNTIME_DIR"] == nil
      && FileSystem.isDirectory(directory)
    return try tool.run(
      arguments, input: input,
      variables: isUnknown ? ["XDG_RUNTIME_DIR": directory] : [:])
  }

  /// The program that can run jobs here; `nil` if there is none. The user's
  /// manager of services is preferred.
  public static var available: Kind? {
    if systemctl.isInstalled,
      (try? run(systemctl, ["--user", "show-environment"]))?.isDone == true
    {
      return .systemd
    }
    return Crontab.isInstalled ? .cron : nil
  }

  /// A Boolean value that indicates whether the user's jobs end with the last
  /// session; `false` if that is unknown.
  public static var endsWithSession: Bool {
    let loginctl = UserTool(name: "loginctl")
    guard loginctl.isInstalled,
      let result = try? run(
        loginctl,
        ["show-user", "\(getuid())", "--property=Linger", "--value"])
    else { return false }
    return result.isDone && result.output.hasPrefix("no")
  }

  /// The jobs that exist, whatever journal they are for.
  ///
  /// - Throws: `FileSystemError`.
  public var states: [State] {
    get throws {
      var states: [State] = []
      if FileSystem.exists(timerFile) {
        let state = try? Self.run(
          Self.systemctl, ["--user", "is-enabled", "\(Self.unit).timer"])
        let lines = try Self.lines(of: serviceFile)
        let prefix = "Environment="
        let words = lines.first { $0.hasPrefix(prefix) }
          .flatMap { Self.unquoted($0.dropFirst(prefix.count)) }
        states.append(
          State(
            kind: .systemd, home: words.flatMap(Self.home(of:)),
            isEnabled: state?.isDone ?? false,
            madeAt: try? FileStatus(of: timerFile).modifiedAt))
      }
      if let line = try cronLine(besides: states) {
        let text = line.split(
          separator: "\\%", omittingEmptySubsequences: false
        )
        .joined(separator: "%")
        let words = ShellQuoting.words(of: text) ?? []
        states.append(
          State(
            kind: .cron, home: words.compactMap(Self.home(of:)).first,
            isEnabled: true, madeAt: nil))
      }
      return states
    }
  }

  /// Returns the job's line in the crontab. If there are units, a crontab that
  /// cannot be read has no line: the user may have no right to it.
  private func cronLine(besides states: [State]) throws -> String? {
    guard Crontab.isInstalled else { return nil }
    do {
      return try Crontab.ofUser().line
    } catch {
      guard !states.isEmpty else { throw error }
      return nil
    }
  }

  private static func home(of word: String) -> String? {
    let prefix = "PLANTGUIDE_HOME="
    return word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : nil
  }

  private static func lines(of path: String) throws -> [Substring] {
    let bytes = try File.contents(of: path) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  // MARK: Changes

  /// Makes the job run, in place of any other.
  ///
  /// - Throws: ``ReminderTimerError`` or `FileSystemError`.
  public func install(_ kind: Kind) throws {
    switch kind {
    case .systemd:
      // A user without the right to a crontab has no line in it; 'doctor' finds
      // a line that could not be removed.
      try? removeCronLine()
      try FileSystem.makeDirectory(directory, isShared: true)
      try File.replace(serviceFile, with: Array(service.utf8))
      try File.replace(timerFile, with: Array(timer.utf8))
      try Self.tellSystemd(["daemon-reload"])
      try Self.tellSystemd(["enable", "--now", "\(Self.unit).timer"])
    case .cron:
      var crontab = try Crontab.ofUser()
      crontab.setLine(cronLine)
      try removeUnits()
      try crontab.install()
    }
  }

  /// Returns whether a job is for this journal, or does not say for which.
  public func isOwn(_ state: State) -> Bool {
    guard let other = state.home, other != home else { return true }
    guard let status = try? FileStatus(of: home),
      let otherStatus = try? FileStatus(of: other)
    else { return false }
    return status.isSameFile(as: otherStatus)
  }

  /// Ends the job of this journal.
  ///
  /// - Throws: ``ReminderTimerError`` or `FileSystemError`.
  public func remove() throws {
    for state in try states where isOwn(state) {
      switch state.kind {
      case .systemd: try removeUnits()
      case .cron: try removeCronLine()
      }
    }
  }

  private func removeUnits() throws {
    let exists =
      FileSystem.isAnything(timerFile) || FileSystem.isAnything(serviceFile)
    guard exists else { return }
    // The files go even if nobody can be told.
    let result = try? Self.run(
      Self.systemctl, ["--user", "disable", "--now", "\(Self.unit).timer"])
    try FileSystem.remove(timerFile)
    try FileSystem.remove(serviceFile)
    if result?.isDone == true { try Self.tellSystemd(["daemon-reload"]) }
  }

  private func removeCronLine() throws {
    guard Crontab.isInstalled else { return }
    var crontab = try Crontab.ofUser()
    guard crontab.removeLine() else { return }
    try crontab.install()
  }

  private static func tellSystemd(_ arguments: [String]) throws {
    let result = try run(systemctl, ["--user"] + arguments)
    guard result.isDone else {
      throw ReminderTimerError.refused(systemctl.name, result.errors)
    }
  }
}

/// An error of the job that runs `remind`.
public enum ReminderTimerError: DescribedError, Sendable, Hashable {
  /// A path that no job can have.
  case strangePath(String)
  /// The crontab is longer than is read.
  case longCrontab
  /// A program of the system refused something, with these words.
  case refused(String, String)

  public var facts: ErrorFacts {
    switch self {
    case .strangePath(let path):
      .init(
        .invalidInput, "a timer cannot use the path \(path)",
        "use a path from / without line breaks")
    case .longCrontab:
      .init(
        .system, "your crontab is too long to be changed",
        "shorten it, or have something else run 'plantguide remind'")
    case .refused(let tool, let words):
      .init(
        .system,
        "\(tool) refused: \(Self.line(of: words))",
        "run 'plantguide remind setup' again when it works")
    }
  }

  /// The first line of a program's words.
  private static func line(of words: String) -> String {
    let line = words.split(separator: "\n").first ?? "it gave no reason"
    return SafeText.shown(String(line))
  }
}
