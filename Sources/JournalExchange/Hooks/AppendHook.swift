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
  ///   - next: Returns the next input; `nil` at the end.
  /// - Throws: ``HookError``, or errors of `next`.
  package func run(
    variables: [String: String], seconds: Int64, said: inout HookOutput,
    _ next: () throws -> [UInt8]?
  ) throws {
    try check()
    var hook = try start(variables, until: Deadline(seconds: seconds))
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

  private func start(
    _ variables: [String: String], until deadline: Deadline
  ) throws(HookError) -> HookConversation {
    do throws(FileSystemError) {
      return try HookConversation(
        with: path, variables: variables, until: deadline)
    } catch {
      throw HookError(path: path, .notStarted(errno: error.code))
    }
  }
}
