internal import Glibc
internal import TerminalKit

extension ErrorReport {
  /// How a hook failed. What it was told of is stored by then.
  static func ofHooks(_ error: any Error) -> ErrorReport? {
    guard let error = error as? HookError else { return nil }
    let (fault, hint) = words(for: error)
    return ErrorReport(
      "the hook \(error.path) \(fault); what was asked for is recorded",
      hint: hint, .system)
  }

  /// What is wrong with a hook, as the end of a sentence, and what mends it.
  static func words(
    for error: HookError
  ) -> (fault: String, hint: String?) {
    let path = ShellQuoting.quoted(error.path)
    switch error.reason {
    case .noFile: return ("is no file and did not run", "remove it")
    case .notOwned:
      return (
        "belongs to another user and did not run",
        "put a copy of your own in its place"
      )
    case .writableByOthers:
      return (
        "may be changed by others and did not run", "chmod go-w \(path)"
      )
    case .notExecutable:
      return ("is not executable and did not run", "chmod u+x \(path)")
    case .notStarted(let errno):
      return (
        "could not be started: \(String(cString: strerror(errno)))",
        errno == ENOEXEC || errno == ENOENT
          ? "begin it with the line of its interpreter, such as #!/bin/sh"
          : nil
      )
    case .failed(let status): return ("ended with status \(status)", nil)
    case .signalled(let signal):
      return ("was ended by signal \(signal)", nil)
    case .timedOut(let seconds):
      return (
        "did not end within \(seconds) seconds and was stopped",
        "give it longer: plantguide settings set hookSeconds 60"
      )
    }
  }
}
