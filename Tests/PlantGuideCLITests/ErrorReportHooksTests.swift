import Glibc
import JournalExchange
import JournalReports
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct ErrorReportHooksTests {
  private func text(_ reason: HookError.Reason) -> String {
    let path = "/home/ada/plants/hooks/on-append"
    return ErrorReport(describing: HookError(path: path, reason))
      .text(for: Terminal(isTerminal: false), as: .warning)
  }

  private let start =
    "plantguide: warning: the hook /home/ada/plants/hooks/on-append "
  private let end = "; your change is recorded\n"

  @Test(
    arguments: [
      (.noFile, "is not a file, so it did not run", "remove it"),
      (
        .notOwned, "belongs to another user, so it did not run",
        "put a copy of your own in its place"
      ),
      (
        .writableByOthers, "can be changed by other users, so it did not run",
        "chmod go-w /home/ada/plants/hooks/on-append"
      ),
      (
        .weakPlace("/home/ada", isForeign: false),
        "did not run: other users could replace it, because "
          + "/home/ada can be changed by them", "chmod go-w /home/ada"
      ),
      (
        .weakPlace("/home", isForeign: true),
        "did not run: other users could replace it, because "
          + "/home belongs to another user",
        "keep the journal in a directory of your own"
      ),
      (
        .notExecutable, "is not executable, so it did not run",
        "chmod u+x /home/ada/plants/hooks/on-append"
      ),
      (
        .notStarted(errno: ENOEXEC), "could not be started: Exec format error",
        "begin it with the line of its interpreter, such as #!/bin/sh"
      ),
      (
        .notStarted(errno: ENOMEM),
        "could not be started: Cannot allocate memory", nil
      ),
      (.failed(3), "ended with status 3", nil),
      (.signalled(9), "was ended by signal 9", nil),
      (
        .timedOut(seconds: 10), "did not end within 10 seconds and was stopped",
        "give it longer: plantguide settings set hookSeconds 60"
      ),
    ] as [(HookError.Reason, String, String?)])
  func aHookThatFailsIsToldAsAWarning(
    reason: HookError.Reason, fault: String, hint: String?
  ) {
    let hint = hint.map { "hint: \($0)\n" } ?? ""
    #expect(text(reason) == start + fault + end + hint)
  }
}
