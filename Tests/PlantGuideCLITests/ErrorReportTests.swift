import Encodings
import Glibc
import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTime
import LMDBKit
import POSIXKit
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct ErrorReportTests {
  private func text(
    _ error: any Error,
    _ circumstances: ErrorReport.Circumstances = .init(command: "water")
  ) -> String {
    ErrorReport(describing: error, during: circumstances)
      .text(for: Terminal(isTerminal: false))
  }

  private let monty = NameCandidate("k7q", "Monty")
  private let monstera = NameCandidate("p2d", "Monstera on the stairs")

  @Test func anAmbiguousNameListsWhatItCouldBe() {
    let error = PlantNameError.ambiguous(
      name: "mon", candidates: [monty, monstera])
    let first = "plantguide: error: 'mon' could be Monty (k7q) or Monstera on "
    #expect(
      text(error) == first + """
        the stairs (p2d); nothing was written.
        hint: name one of them by its short id: plantguide water k7q

        """)
    #expect(
      text(error, .init(isWriting: false)) == first + """
        the stairs (p2d)
        hint: name one of them by its short id: k7q

        """)
  }

  @Test func whatWroteSomethingBeforeDoesNotSayThatItWroteNothing() {
    let error = JournalError.notCommitted(
      LMDBError(code: .mapFull, operation: "mdb_txn_commit", path: "/p"))
    #expect(text(error).contains("(mdb_txn_commit); nothing was written\n"))
    #expect(
      !text(error, .init(hasWritten: true)).contains("nothing was written"))
  }

  @Test func manyCandidatesAreCounted() {
    let candidates = (1...9).map { NameCandidate("s\($0)", "Fern \($0)") }
    let error = PlantNameError.ambiguous(name: "fern", candidates: candidates)
    let report = ErrorReport(describing: error)
    #expect(
      report.message
        == "'fern' could be Fern 1 (s1), Fern 2 (s2), Fern 3 (s3), "
        + "Fern 4 (s4) or 5 others; nothing was written.")
    #expect(report.exitCode == .wrongUsage)
  }

  @Test func anUnknownNameProposesAnother() {
    #expect(
      text(PlantNameError.notFound(name: "Mnoty", suggestions: ["Monty"]))
        == """
        plantguide: error: no plant is called 'Mnoty'
        hint: did you mean 'Monty'?

        """)
    #expect(
      text(RoomNameError.notFound(name: "Attic", suggestions: [])) == """
        plantguide: error: no room is called 'Attic'
        hint: see 'plantguide room list' for all rooms

        """)
  }

  @Test func aNearNameIsNotTakenUnasked() {
    let error = PlantNameError.near(name: "Mnoty", candidate: monty)
    #expect(
      text(error) == """
        plantguide: error: no plant is called 'Mnoty'; nothing was written
        hint: did you mean Monty? Write the whole name or its short id: k7q

        """)
    #expect(ErrorReport(describing: error).exitCode == .wrongUsage)
  }

  @Test func anAmbiguousRoomIsNotProposedAsAPlant() {
    let error = RoomNameError.ambiguous(
      name: "bath",
      candidates: [NameCandidate("id1", "Bath"), NameCandidate("id2", "BATH")])
    #expect(
      text(error) == """
        plantguide: error: 'bath' could be Bath (id1) or BATH (id2); nothing \
        was written.
        hint: write the room's whole name or its id, such as id1

        """)
  }

  @Test func whatMatchesNothingEndsItsSentence() {
    let report = ErrorReport(
      describing: NothingMatched(reason: "no plant matches"))
    #expect(report.message == "no plant matches; nothing was written")
    #expect(report.exitCode == .nothingMatched)
    let undo = ErrorReport(
      describing: NothingMatched(reason: "nothing to undo"))
    #expect(undo.message == "nothing to undo; nothing was written")
  }

  @Test func wrongUsageBringsTheUsageLine() throws {
    let parser = CommandLineParser(commands: [Command.roomAdd.definition])
    let error = try #require(throws: UsageError.self) {
      try parser.parse(["room", "add"])
    }
    #expect(
      text(error) == """
        plantguide: error: 'room add' needs NAME
        hint: NAME: The name of the room
        usage: plantguide room add NAME [OPTION...]
        see 'plantguide help room add'

        """)
  }

  @Test func aReaderThatWentAwayIsNoFault() {
    let report = ErrorReport(describing: OutputError.closed)
    #expect(report.exitCode == .done)
    #expect(report.text(for: Terminal(isTerminal: false)) == "")
  }

  @Test func aLineOfInputIsNamed() {
    let error = LineError(
      line: 3,
      underlying: FieldError("intervalDays", "must be from 1 to 36500"))
    #expect(
      text(error) == """
        plantguide: error: line 3: field 'intervalDays' must be from 1 to \
        36500; nothing was written.

        """)
    let ambiguous = LineError(
      line: 12,
      underlying: PlantNameError.ambiguous(
        name: "mon", candidates: [monty, monstera]))
    #expect(
      ErrorReport(describing: ambiguous).message
        == "line 12: 'mon' could be Monty (k7q) or Monstera on the stairs "
        + "(p2d); nothing was written.")
  }

  @Test func aQuestionThatNobodyCanAnswerIsRefused() {
    #expect(
      text(PromptError.needsAnswer("Water 12 plants?")) == """
        plantguide: error: 'Water 12 plants?' needs an answer, and there is no \
        terminal to ask on; nothing was written
        hint: to agree beforehand, add --yes

        """)
  }

  @Test func aFullDiskSaysWhatToDo() {
    let error = FileSystemError(
      operation: "write", path: "/home/ada/plants/identity", code: ENOSPC)
    #expect(
      text(error) == """
        plantguide: error: /home/ada/plants/identity: No space left on device \
        (write)
        hint: free some space on the disk, then try again

        """)
  }

  @Test func messagesAreSafeToShow() {
    let error = PlantNameError.notFound(
      name: "\u{1B}]0;x\u{7}\n", suggestions: ["a\u{202E}b"])
    let report = ErrorReport(describing: error)
    #expect(
      report.message == "no plant is called '\\u{1B}]0;x\\u{7}\\u{A}'")
    #expect(report.hint == "did you mean 'a\\u{202E}b'?")
  }

  @Test func onlyTheLabelsAreColoured() {
    let terminal = Terminal(isTerminal: true, usesColor: true)
    let error = UsageError("no", hint: "yes")
    #expect(
      ErrorReport(describing: error).text(for: terminal)
        == "\u{1B}[1;35mplantguide: error:\u{1B}[0m no\n"
        + "\u{1B}[36mhint:\u{1B}[0m yes\n")
  }

  private static func lmdb(_ code: LMDBError.Code) -> LMDBError {
    LMDBError(code: code, operation: "mdb_put", path: "/home/ada/lmdb")
  }

  @Test(
    arguments: [
      (UsageError("x"), ExitCode.wrongUsage),
      (PlantNameError.notFound(name: "x", suggestions: []), .nothingMatched),
      (FieldError("a", "b"), .wrongUsage),
      (ActionError.noEvents, .wrongUsage),
      (CareError.otherRoomStays, .wrongUsage),
      (CareError.badSetting(key: "x", reason: "y"), .wrongUsage),
      (StorageError.damagedValue(database: "x", reason: "y"), .damagedData),
      (StorageError.newerFormat(found: 9, known: 1), .newerFormat),
      (StorageError.identity(path: "x", reason: "y"), .damagedData),
      (StorageError.noJournal(path: "x"), .nothingMatched),
      (EventDecodingError.unknownVersion(7), .newerFormat),
      (EventDecodingError.payloadTooShort, .damagedData),
      (ReceiveError.malformed(.unknownVersion(7)), .newerFormat),
      (ReceiveError.tooLong(1), .wrongUsage),
      (CBORError(.truncated, at: 3), .damagedData),
      (lmdb(.damaged), .damagedData),
      (lmdb(.missing), .damagedData),
      (lmdb(.networkFileSystem), .system),
      (lmdb(.versionMismatch), .newerFormat),
      (lmdb(.mapFull), .system),
      (lmdb(.init(rawValue: EROFS)), .system),
      (lmdb(.init(rawValue: EIO)), .system),
      (
        FileSystemError(operation: "open", path: "x", code: EACCES), .system
      ),
      (TimeZoneError.invalidName("x"), .wrongUsage),
      (TimeZoneError.malformed(identifier: "x", reason: "y"), .system),
      (JournalError.otherJournal(held: [], received: []), .wrongUsage),
      (JournalError.committedWithFault(lmdb(.panic)), .system),
      (OutputError.failed(errno: ENOSPC), .system),
      (
        LineError(line: 1, underlying: EventDecodingError.unknownVersion(7)),
        .newerFormat
      ),
    ] as [(any Error & Sendable, ExitCode)])
  func everyErrorHasItsExitCode(error: any Error & Sendable, code: ExitCode) {
    let report = ErrorReport(describing: error)
    #expect(report.exitCode == code)
    #expect(!report.message.isEmpty)
  }
}
