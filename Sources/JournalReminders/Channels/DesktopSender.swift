internal import Glibc
internal import JournalExchange
internal import POSIXKit

extension SenderEnvironment {
  /// A Boolean value that indicates whether this user has a desktop's session,
  /// as `plantguide-notify` looks for it.
  public var hasSession: Bool {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return true
    }
    let directory = variable("XDG_RUNTIME_DIR") ?? ""
    return FileSystem.exists(
      (directory.hasPrefix("/") ? directory : "/run/user/\(getuid())")
        + "/bus")
  }
}

/// Shows each message as a note on the desktop, with `plantguide-notify`, which
/// then waits in the background for an answer.
final class DesktopSender: ReminderSender {
  /// The statuses of the program with which notes cannot be shown here and now.
  private static let unavailable: Set<Int32> = [3, 4]

  private let program: UserTool
  private let environment: SenderEnvironment

  /// - Throws: ``ReminderChannelError/noNotes(path:)``.
  init(_ environment: SenderEnvironment) throws(ReminderChannelError) {
    program = UserTool(name: environment.sibling("plantguide-notify"))
    self.environment = environment
    guard FileSystem.isExecutable(program.name) else {
      throw .noNotes(path: program.name)
    }
  }

  func send(_ message: ReminderMessage) throws -> String? {
    let result = try run(
      ["--program", environment.sibling("plantguide")], message.json)
    guard !result.isDone else {
      return result.output.split(separator: "\n").first.map(String.init)
    }
    throw error(of: result)
  }

  func withdraw(_ name: String) throws {
    let result = try run(["close", name])
    // A note goes with its session; what is no name, names no note.
    if case .exited(let status) = result.ending, 2...4 ~= status { return }
    guard result.isDone else { throw error(of: result) }
  }

  private func run(
    _ arguments: [String], _ input: [UInt8] = []
  ) throws(FileSystemError) -> UserTool.Result {
    // In the background it has another current directory.
    let home =
      (try? FileSystem.canonicalPath(environment.home)) ?? environment.home
    // The program gives up by itself before the time is over.
    return try program.run(
      arguments, input: input,
      variables: AppendHook.Inheritance.plain.values
        .merging(["PLANTGUIDE_HOME": home]) { $1 },
      keepsVariables: false, seconds: environment.share(of: 90))
  }

  private func error(of result: UserTool.Result) -> ReminderChannelError {
    let line = result.errors.split(separator: "\n").first ?? ""
    let prefix = "plantguide-notify: "
    let reason = String(
      line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
    switch result.ending {
    case .exited(let status) where Self.unavailable.contains(status):
      return .noDesktop(reason: reason)
    case .exited where !reason.isEmpty: return .noteFailed(reason: reason)
    default:
      return .noteFailed(reason: "'plantguide-notify' ended early")
    }
  }
}
