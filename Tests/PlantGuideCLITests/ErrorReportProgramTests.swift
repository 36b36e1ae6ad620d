import ErrorKit
import Glibc
import JournalDoctor
import JournalExchange
import POSIXKit
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct ErrorReportProgramTests {
  private func text(_ error: any Error) -> String {
    ErrorReport(describing: error).text(for: Terminal(isTerminal: false))
  }

  private func problem(_ kind: ErrorKind) -> Finding {
    .problem(.home, "x", nil, kind)
  }

  @Test func doctorSaysHowManyProblemsThereAre() {
    #expect(
      text(DoctorError([problem(.system)])) == """
        plantguide: error: there is a problem
        hint: see the remedies above

        """)
    #expect(
      text(DoctorError([problem(.system), problem(.system)])) == """
        plantguide: error: there are 2 problems
        hint: see the remedies above

        """)
  }

  @Test func theGravestProblemGivesTheExitStatus() {
    let all: [ErrorKind] = [.system, .newerFormat, .damagedData]
    func kind(_ kinds: [ErrorKind]) -> ErrorKind {
      DoctorError(kinds.map(problem)).facts.kind
    }
    #expect(kind(all) == .damagedData)
    #expect(kind([.system, .newerFormat]) == .newerFormat)
    #expect(kind([.system]) == .system)
  }

  @Test func aRemovalThatWasNotConfirmedRemovesNothing() {
    #expect(
      text(NotConfirmed(name: "Ada's plants")) == """
        plantguide: error: removing the journal needs its name typed, and \
        there is no terminal to ask on; nothing was removed
        hint: plantguide delete-all --confirm 'Ada'\\''s plants'

        """)
    #expect(
      text(DeletionError.otherName("yes", name: "Ada")) == """
        plantguide: error: 'yes' is not the journal's name, 'Ada'; nothing was \
        removed

        """)
    #expect(
      text(
        DeletionError.removedWithFault(
          backup: "/b",
          FileSystemError(operation: "fsync", path: "/h", code: EIO))) == """
          plantguide: error: the journal is removed, and its backup is /b, \
          but the disk reported a fault: /h: Input/output error (fsync)
          hint: do not repeat the command; check the disk

          """)
  }

  @Test func aProgramThatCannotBeStartedIsTold() {
    #expect(
      text(
        FileSystemError(
          operation: "posix_spawn", path: "less", code: ENOMEM)) == """
          plantguide: error: less: Cannot allocate memory (posix_spawn)
          hint: end other programs, then try again

          """)
  }
}
