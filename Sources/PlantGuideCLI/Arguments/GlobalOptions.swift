/// The options that mean the same in every command that takes them.
enum GlobalOptions {
  static let json = OptionDefinition(
    name: "json", help: "Print JSON for programs to read.")

  static let asOf = OptionDefinition(
    name: "as-of", value: "WHEN",
    help: "Show what was recorded by that day's end, or by an instant.")

  static let now = OptionDefinition(
    name: "now", value: "INSTANT",
    help: "Take this for the present instant, to repeat a run.")

  static let yes = OptionDefinition(
    name: "yes", short: "y", help: "Answer every question with yes.")

  static let dryRun = OptionDefinition(
    name: "dry-run", help: "Show what would happen, and write nothing.")

  static let color = OptionDefinition(
    name: "color", value: "WHEN",
    completion: .choice(ColorChoice.allCases.map(\.rawValue)),
    help: "Colour the output: auto, always or never.")

  static let help = OptionDefinition(
    name: "help", short: "h", help: "Show this help.")

  /// What a command that shows something takes.
  static let reading = [json, asOf, now, color, help]

  /// What a command takes that shows something in a form of its own.
  static let readingText = [asOf, now, color, help]

  /// What a command takes that looks at the log itself.
  static let inspecting = [json, now, color, help]

  /// What a command takes that changes the stored form, but adds no event by
  /// a rule of care.
  static let maintaining = [json, now, yes, color, help]

  /// What a command that writes takes.
  static let writing = [json, now, yes, dryRun, color, help]
}
