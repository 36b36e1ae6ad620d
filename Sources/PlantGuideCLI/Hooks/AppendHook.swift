internal import Glibc
internal import JournalLog

/// The user's program `hooks/on-append`, which learns of every event that a
/// command of this home has appended.
///
/// The events are stored before it runs, so nothing that it does or fails to
/// do can lose them.
struct AppendHook {
  /// Where it lies.
  let path: String

  /// The hook of a home; `nil` where there is none, which costs one system
  /// call.
  init?(of home: JournalHome) {
    path = home.hooksDirectory + "/on-append"
    guard access(path, F_OK) == 0 else { return nil }
  }

  /// The variable that is set while a hook runs: what a hook appends itself
  /// is not told to hooks again.
  static let variable = "PLANTGUIDE_HOOK"

  /// Refuses a program that is not the user's own.
  func check() throws(HookError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw HookError(path: path, .notStarted(errno: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw HookError(path: path, .noFile)
    }
    guard status.st_uid == geteuid() else {
      throw HookError(path: path, .notOwned)
    }
    guard status.st_mode & 0o022 == 0 else {
      throw HookError(path: path, .writableByOthers)
    }
    guard access(path, X_OK) == 0 else {
      throw HookError(path: path, .notExecutable)
    }
  }

  /// Runs the hook with what `next` gives, piece by piece, on its standard
  /// input. Its own output goes to standard error, so that the command's
  /// output stays what it is.
  ///
  /// A hook that stops reading is not fed further, which is no fault.
  ///
  /// - Throws: ``HookError``, or what `next` threw.
  func run(
    environment: [String], seconds: Int64, _ next: () throws -> [UInt8]?
  ) throws {
    try check()
    let deadline = Deadline(seconds: seconds)
    let (child, pipe) = try start(environment)
    do {
      while let bytes = try next(), pipe.write(bytes, until: deadline) {}
    } catch {
      close(pipe.writingEnd)
      _ = child.wait(until: deadline)
      throw error
    }
    close(pipe.writingEnd)
    switch child.wait(until: deadline) {
    case .exited(0): return
    case .exited(let status): throw HookError(path: path, .failed(status))
    case .signalled(let signal):
      throw HookError(path: path, .signalled(signal))
    case .timedOut: throw HookError(path: path, .timedOut(seconds: seconds))
    }
  }

  private func start(
    _ environment: [String]
  ) throws(HookError) -> (ChildProcess, Pipe) {
    do throws(SpawnError) {
      let pipe = try Pipe()
      pipe.setNonBlocking()
      defer { close(pipe.readingEnd) }
      do throws(SpawnError) {
        let child = try ChildProcess.start(
          path, arguments: [], environment: environment,
          descriptors: [
            .init(own: pipe.readingEnd, inChild: STDIN_FILENO),
            .init(own: STDERR_FILENO, inChild: STDOUT_FILENO),
          ], leadsGroup: true)
        return (child, pipe)
      } catch {
        close(pipe.writingEnd)
        throw error
      }
    } catch {
      throw HookError(path: path, .notStarted(errno: error.errno))
    }
  }
}
