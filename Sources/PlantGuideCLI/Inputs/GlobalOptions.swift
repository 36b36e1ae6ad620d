internal import TerminalKit

/// The options that mean the same in every command that takes them.
enum GlobalOptions {
  static let json = Flag(
    "json", help: "Print JSON for programs to read", group: .common)

  static let asOf = Option(
    "as-of", value: "WHEN", completion: .day,
    help: "Show what was recorded by that day's end, or by an instant",
    group: .common)

  static let now = Option(
    "now", value: "INSTANT",
    help: "Take this for the present instant, to repeat a run", group: .common)

  static let yes = Flag(
    "yes", short: "y", help: "Answer every question with yes",
    group: .common)

  static let dryRun = Flag(
    "dry-run", help: "Show what would happen, and write nothing",
    group: .common)

  static let color = Option(
    "color", value: "WHEN",
    completion: .choice(ColorChoice.allCases.map(\.rawValue)),
    help: "Colour the output: auto, always or never", group: .common)

  static let noPager = Flag(
    "no-pager", help: "Print long output at once, not page by page",
    group: .common)

  static let help = OptionDefinition.help

  /// What a command that shows something takes.
  static let reading = [json, asOf, now, color, noPager, help]

  /// What a command takes that shows something in a form of its own.
  static let readingText = [asOf, now, color, help]

  /// What a command takes that looks at the log itself.
  static let inspecting = [json, now, color, noPager, help]

  /// What a command takes that changes the stored form, but adds no event by
  /// a rule of care.
  static let maintaining = [json, now, yes, color, help]

  /// What a command that writes takes.
  static let writing = [json, now, yes, dryRun, color, help]
}
