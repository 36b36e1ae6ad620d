internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalTime
internal import TerminalKit

// The options that mean the same in every command that takes them.
extension OptionDefinition {
  static let json = Flag(
    "json", help: "Print JSON for programs to read", group: .common)
  static let asOf = Option(
    "as-of", value: "WHEN", completion: .day,
    help: "Show only what was recorded by that day's end, or by an instant",
    group: .common)
  static let now = Option(
    "now", value: "INSTANT",
    help: "Use this as the present instant, to repeat a run", group: .common
  ) { try DateInput.exactInstant($0).instant }
  static let yes = Flag(
    "yes", short: "y", help: "Answer every question with yes", group: .common)
  static let dryRun = Flag(
    "dry-run", help: "Show what would happen, without writing",
    group: .common)
  static let noPager = Flag(
    "no-pager", help: "Print long output without a pager",
    group: .common)

  static let room = Option(
    "room", short: "r", value: "ROOM", completion: .room,
    help: "The room, by name or id")
  static let at = Option(
    "at", value: "WHEN", completion: .day,
    help:
      "When it happened: yesterday, 'yesterday 18:00', 2026-03-08, an instant")
  static let note = Option(
    "note", short: "n", value: "TEXT", help: "A remark", read: NameInput.note)
  static let noNote = Flag("no-note", help: "Remove the remark")
  static let removed = Flag(
    "removed", help: "Include plants that left the collection")
  static let limit = limit("Show at most this many lines")

  /// The option that bounds how many lines are shown.
  static func limit(_ help: String) -> Option<Int> {
    Option(
      "limit", value: "COUNT", help: help, expects: "a whole number from 1"
    ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  }

  /// The options of every command that writes.
  static let writing: [OptionDefinition] = [at, note] + GlobalOptions.writing
}

/// The options that commands of a sort take.
enum GlobalOptions {
  /// The options that may also come before the command.
  static let all: [OptionDefinition] = [
    .json, .asOf, .now, .yes, .dryRun, .color, .noPager,
  ]

  /// The options of a command that shows something.
  static let reading: [OptionDefinition] = [
    .json, .asOf, .now, .color, .noPager, .help,
  ]

  /// The options of a command that shows something in its own form.
  static let readingText: [OptionDefinition] = [.asOf, .now, .color, .help]

  /// The options of a command that looks at the log itself.
  static let inspecting: [OptionDefinition] = [
    .json, .now, .color, .noPager, .help,
  ]

  /// The options of a command that changes the stored form, but adds no event
  /// by a rule of care.
  static let maintaining: [OptionDefinition] = [
    .json, .now, .yes, .color, .help,
  ]

  /// The options of a command that writes.
  static let writing: [OptionDefinition] = [
    .json, .now, .yes, .dryRun, .color, .help,
  ]
}

// The options that `add` and `edit` share.
extension OptionDefinition {
  static let nickname = Option(
    "name", value: "NICKNAME", help: "The nickname",
    read: NameInput.nickname)
  static let family = Option(
    "family", value: "NAME", completion: .family, help: "The botanical family"
  ) { try NameInput.name($0, "the family") }
  static let genus = Option(
    "genus", value: "NAME", completion: .genus, help: "The genus"
  ) { try NameInput.name($0, "the genus") }
  static let category = Option(
    "category", value: "NAME", help: "The sort of plant"
  ) { try NameInput.name($0, "the category") }
  static let location = Option(
    "location", value: "PLACE",
    completion: .choice(GrowingLocation.allCases.map(\.rawValue)),
    help: "indoor, outdoor, greenhouse or balcony")
  static let acquired = Option(
    "acquired", value: "DAY", completion: .day, help: "The day you got it")
  static let parent = Option(
    "from", value: "PLANT", completion: .plant, help: "The parent plant")
}
