import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import LMDBKit
import Testing

@testable import PlantGuideCLI

/// Tests of the messages about faults in stored or received data.
struct ErrorReportStorageTests {
  private static let event = EventReference(
    writer: WriterID(bits: UUIDBits(high: 1, low: 2)), sequence: 7,
    hashPrefix: 3)
  private static let name =
    "event 7 of writer 00000000-0000-0001-0000-000000000002"
  private static let verify =
    "'plantguide log repair' saves what is whole and fetches the rest; 'plantguide log verify' lists the events that are not whole"

  private func check(
    _ error: any Error, _ message: String, _ hint: String?, _ code: ExitCode
  ) {
    let report = ErrorReport(describing: error)
    #expect(report.message == message)
    #expect(report.hint == hint)
    #expect(report.exitCode == code)
  }

  @Test(
    arguments: [
      (
        .damagedValue(database: "due", reason: "a key names no plant"),
        "the journal's data is damaged: a key names no plant (database 'due')",
        "run 'plantguide log rebuild'; if that fails too, 'plantguide log repair'",
        .damagedData
      ),
      (
        .damagedEvent(event, reason: "it is missing"),
        "\(name) is damaged: it is missing", verify, .damagedData
      ),
      (
        .damagedIndex,
        "the events are intact, but the index of streams is damaged",
        "'plantguide log repair' saves what is whole, and fetches the rest from remotes and backups",
        .damagedData
      ),
      (
        .newerFormat(found: 9, known: 1),
        "the journal has format 9; this program knows up to 1",
        "install the newer program; nothing was changed", .newerFormat
      ),
      (
        .identity(path: "/p/identity", reason: "is not an identity file"),
        "/p/identity: is not an identity file",
        "restore it from a backup, or remove it: this home then continues under a new writer",
        .damagedData
      ),
      (
        .noJournal(path: "/p"), "there is no journal in /p",
        "add a plant, or set PLANTGUIDE_HOME to the journal's directory",
        .nothingMatched
      ),
    ] as [(StorageError, String, String, ExitCode)])
  func aStoredFaultSaysWhereAndWhatToDo(
    error: StorageError, message: String, hint: String, code: ExitCode
  ) {
    check(error, message, hint, code)
  }

  @Test(
    arguments: [
      (
        .malformed(.payloadTooShort),
        "an event is damaged: the payload is shorter than its salt; nothing was taken",
        again
      ),
      (
        .tooLong(2_000_000),
        "an event of 2000000 bytes is longer than 1048576; nothing was taken",
        again
      ),
      (
        .badPayload(event),
        "\(name) lacks the payload that it names; nothing was taken", again
      ),
      (
        .badLink(event), "\(name) does not begin a chain; nothing was taken",
        again
      ),
      (
        .unknownPredecessor(event, tips: .none),
        "\(name) does not continue what is held of its writer; nothing was taken",
        "bring the events before it first"
      ),
      (
        .stampNotRising(event),
        "\(name) has a stamp that is not later than the one before; nothing was taken",
        again
      ),
      (
        .stampTooFar(event),
        "\(name) has a stamp so late that no other could follow; nothing was taken",
        "the clock of whoever wrote it is broken, or it was forged"
      ),
      (
        .badAction(event),
        "\(name) names an action that it cannot belong to; nothing was taken",
        again
      ),
    ] as [(ReceiveError, String, String)])
  func whatIsNotTakenSaysWhy(
    error: ReceiveError, message: String, hint: String
  ) {
    check(error, message, hint, .wrongUsage)
  }

  private static let again = "fetch the events again"

  @Test(
    arguments: [
      (
        .malformed(CBORError(.truncated, at: 3)),
        "not an event: the bytes end too early at byte 3"
      ),
      (.missingField("key"), "the field 'key' is missing"),
      (
        .badField("at", reason: "is no instant"),
        "the field 'at' is no instant"
      ),
      (.payloadTooShort, "the payload is shorter than its salt"),
    ] as [(EventDecodingError, String)])
  func anEventThatCannotBeReadIsDamage(
    error: EventDecodingError, message: String
  ) {
    check(error, "an event is damaged: \(message)", Self.verify, .damagedData)
  }

  @Test func anEventOfANewerFormatIsLeftAlone() {
    check(
      EventDecodingError.unknownVersion(7),
      "event format 7 is newer than this program",
      "install the newer program; nothing was changed", .newerFormat)
  }

  @Test(
    arguments: [
      (.truncated, "the bytes end too early"),
      (.typeMismatch, "an item has the wrong type"),
      (.notShortest, "a number is not in its shortest form"),
      (.invalidUTF8, "a text is not valid UTF-8"),
      (.unsupported, "a CBOR feature outside the format is used"),
      (.tooDeep, "items are nested too deeply"),
      (.badKeys, "map keys are not sorted, unique texts"),
      (.trailingBytes, "bytes follow the last item"),
      (.outOfRange, "a value is out of range"),
    ] as [(CBORError.Code, String)])
  func bytesOfAnotherFormSayWhere(code: CBORError.Code, explanation: String) {
    check(
      CBORError(code, at: 3),
      "the data is damaged: \(explanation) at byte 3", Self.verify,
      .damagedData)
  }

  @Test func aJournalThatDoesNotFitSaysWhatToDo() {
    let one = JournalID(bits: UUIDBits(high: 0, low: 1))
    let two = JournalID(bits: UUIDBits(high: 0, low: 2))
    check(
      JournalError.otherJournal(held: [one], received: [two]),
      "the events belong to journal \(two), and this one is \(one); nothing was taken",
      "to keep both apart, set PLANTGUIDE_HOME to the home of that journal; to make both one, add --merge",
      .wrongUsage)
    check(
      JournalError.unknownJournal,
      "the events do not say which journal they belong to; nothing was taken",
      "the export is cut off; export the events again", .wrongUsage)
    let fault = LMDBError(
      code: .panic, operation: "mdb_txn_commit", path: "/p/lmdb")
    check(
      JournalError.committedWithFault(fault),
      "the action is stored, but the disk reported a fault: \(fault)",
      "do not repeat the command; check the disk and make a backup", .system)
  }
}
