package import JournalEvents
package import JournalQueries
internal import POSIXKit

/// The user's program `hooks/on-append`, which receives every event that a
/// command of this home has appended.
///
/// The events are stored before it runs, so the hook cannot lose them.
package struct AppendHook {
  /// The path of the hook.
  package let path: String

  /// Finds the hook in a home's directory of hooks; `nil` if there is none.
  /// That costs one system call.
  package init?(in directory: String) {
    path = directory + "/on-append"
    guard FileSystem.isAnything(path) else { return nil }
  }

  /// Creates the value for another program of the user at a path.
  package init(at path: String) { self.path = path }

  /// The variable that is set while a hook runs. Events that the hook appends
  /// itself start no hook.
  package static let variable = "PLANTGUIDE_HOOK"

  /// Refuses a program that is not the user's own, or that another user could
  /// replace.
  ///
  /// - Throws: ``HookError``.
  package func check() throws(HookError) {
    let status: FileStatus
    let weakPlace: WeakPlace?
    do throws(FileSystemError) {
      status = try FileStatus(of: path)
      weakPlace = try WeakPlace.first(onWayTo: path)
    } catch {
      throw HookError(path: path, .notStarted(errno: error.code))
    }
    guard status.kind == .file else { throw HookError(path: path, .noFile) }
    guard status.isOwn else {
      throw HookError(path: path, .notOwned)
    }
    guard status.permissions & 0o022 == 0 else {
      throw HookError(path: path, .writableByOthers)
    }
    if let weakPlace {
      throw HookError(
        path: path,
        .weakPlace(weakPlace.path, isForeign: weakPlace.isForeign))
    }
    guard FileSystem.isExecutable(path) else {
      throw HookError(path: path, .notExecutable)
    }
  }

  /// Runs the hook with the pieces of `next` on its standard input.
  ///
  /// If the hook stops reading, it gets no more input, which is not an error.
  ///
  /// - Parameters:
  ///   - variables: Variables in addition to this process's own.
  ///   - seconds: The time limit.
  ///   - said: Receives the hook's output and error output.
  ///   - inheritance: The variables of this process that it gets.
  ///   - next: Returns the next input; `nil` at the end.
  /// - Throws: ``HookError``, or errors of `next`.
  package func run(
    variables: [String: String], seconds: Int64, said: inout HookOutput,
    inheriting inheritance: Inheritance = .all,
    _ next: () throws -> [UInt8]?
  ) throws {
    try check()
    var hook = try start(
      variables.merging(inheritance.values) { own, _ in own }, inheritance,
      until: Deadline(seconds: seconds))
    let outcome = Result {
      while let bytes = try next(), hook.tell(bytes) {}
    }
    let ending = hook.finish()
    said = hook.said
    try outcome.get()
    switch ending {
    case .exited(0): return
    case .exited(let status): throw HookError(path: path, .failed(status))
    case .signalled(let signal):
      throw HookError(path: path, .signalled(signal))
    case .timedOut: throw HookError(path: path, .timedOut(seconds: seconds))
    }
  }

  /// The variables of this process that a hook gets.
  package enum Inheritance: Sendable {
    /// Every variable.
    case all
    /// The variables of a plain session: the others may contain secrets of a
    /// server or of channels.
    case plain

    /// The values of the variables that are passed on one by one.
    package var values: [String: String] {
      guard self == .plain else { return [:] }
      return Self.plainNames.reduce(into: [:]) {
        $0[$1] = ProcessEnvironment[$1]
      }
    }

    private static let plainNames = [
      "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE",
      "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC",
      "LC_TIME", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER",
      "WAYLAND_DISPLAY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
      "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]
  }

  /// Runs the hook on events that were appended to the journal of a home.
  ///
  /// - Parameters:
  ///   - home: The path of the home.
  ///   - action: The short id of the last action.
  ///   - setting: Returns the effective value of a setting.
  ///   - inheritance: The variables of this process that the hook gets.
  ///   - said: Receives the hook's output and error output.
  ///   - lines: Returns the next events as lines of JSON; `nil` at the end.
  /// - Throws: ``HookError``, or errors of `lines`.
  package func run(
    ofHomeAt home: String, after action: String,
    setting: (MachineSettingKey) -> SettingValue,
    inheriting inheritance: Inheritance = .all, said: inout HookOutput,
    _ lines: () throws -> [UInt8]?
  ) throws {
    let seconds: Int64 =
      if case .integer(let seconds) = setting(.hookSeconds) {
        seconds
      } else {
        10
      }
    let own = [
      "PLANTGUIDE_HOME": (try? FileSystem.canonicalPath(home)) ?? home,
      "PLANTGUIDE_ACTION": action, Self.variable: "on-append",
    ]
    try run(
      variables: own, seconds: seconds, said: &said, inheriting: inheritance,
      lines)
  }

  private func start(
    _ variables: [String: String], _ inheritance: Inheritance,
    until deadline: Deadline
  ) throws(HookError) -> HookConversation {
    do throws(FileSystemError) {
      return try HookConversation(
        with: path, variables: variables,
        keepsVariables: inheritance == .all, until: deadline)
    } catch {
      throw HookError(path: path, .notStarted(errno: error.code))
    }
  }
}
