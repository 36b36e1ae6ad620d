import JournalCare
import JournalEvents
import JournalProjections
import JournalTime
import Testing

@testable import PlantGuideCLI

/// Tests of the messages about refusals by the rules of care.
struct ErrorReportRulesTests {
  private static let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  private static let id = "00000000-0000-0001-0000-000000000002"
  private static let shortID = ShortID.text(of: plant)
  private static let task = TaskID(bits: UUIDBits(high: 1, low: 2))

  @Test(
    arguments: [
      (
        .unknownPlant(plant), "there is no plant \(id)",
        "see 'plantguide list' for all plants", .nothingMatched
      ),
      (
        .plantExists(plant), "there is a plant \(id) already",
        "leave 'id' out, and a new one is made", .wrongUsage
      ),
      (
        .removedPlant(plant, name: "Monty"), "'Monty' was removed",
        "bring it back first: plantguide restore \(shortID)",
        .wrongUsage
      ),
      (
        .nicknameTaken("Monty", by: plant),
        "the nickname 'Monty' belongs to another plant",
        "choose another nickname", .wrongUsage
      ),
      (
        .restoredNicknameTaken("Monty", of: plant, by: plant),
        "the nickname 'Monty' belongs to another plant",
        "bring it back under another: plantguide restore \(shortID) --name NICKNAME",
        .wrongUsage
      ),
      (
        .nicknameIsShortID("k7q2xy", of: plant),
        "'k7q2xy' is the short id of another plant",
        "choose another nickname", .wrongUsage
      ),
      (
        .circularLineage(plant, parent: plant),
        "the plant \(shortID) comes from this one, so this one cannot come from it",
        "if it is the other way round, first: plantguide edit \(shortID) --clear from",
        .wrongUsage
      ),
      (
        .unknownRoom(plant), "there is no room \(id)",
        "see 'plantguide room list' for all rooms", .nothingMatched
      ),
      (
        .roomExists(plant, name: "Hall"), "there is a room 'Hall' already",
        "choose another name", .wrongUsage
      ),
      (
        .otherRoomStays,
        "the room 'Other' stays: plants without a room show in it", nil,
        .wrongUsage
      ),
      (
        .unknownTask(task, plant: plant), "there is no open task \(id)",
        "see 'plantguide show' for the plant's open tasks", .nothingMatched
      ),
      (
        .nothingDue(.misting, plant: plant, name: "Monty"),
        "'Monty' has no open task of kind misting",
        "give it a schedule: plantguide schedule set 'Monty' misting --every 7d",
        .nothingMatched
      ),
      (
        .notDueYet(
          .misting, name: "Monty", on: .latest.advanced(by: -1), due: .latest),
        "misting of 'Monty' is due on \(Day.latest), so skipping "
          + "\(Day.latest.advanced(by: -1)) would move nothing",
        "leave --due out, which skips \(Day.latest), or name a later day",
        .wrongUsage
      ),
      (
        .badSetting(key: "units", reason: "must be \"metric\""),
        "the setting 'units' must be \"metric\"", nil, .wrongUsage
      ),
    ] as [(CareError, String, String?, ExitCode)])
  func aRefusedCommandSaysWhyAndWhatToDo(
    error: CareError, message: String, hint: String?, code: ExitCode
  ) {
    let report = ErrorReport(describing: error)
    #expect(report.message == message)
    #expect(report.hint == hint)
    #expect(report.exitCode == code)
  }

  @Test(
    arguments: [
      (.noEvents, "an action needs an event"),
      (.noAction, "an event was recorded outside of an action"),
      (
        .eventTooLong(2_000_000),
        "an event of 2000000 bytes is too long; at most 1048576 are kept"
      ),
    ] as [(ActionError, String)])
  func anActionThatCannotBeWrittenSaysWhy(
    error: ActionError, message: String
  ) {
    #expect(ErrorReport(describing: error).message == message)
    #expect(ErrorReport(describing: error).exitCode == .wrongUsage)
  }
}
