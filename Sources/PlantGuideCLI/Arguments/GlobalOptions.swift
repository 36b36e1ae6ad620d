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

  static let color = OptionDefinition(
    name: "color", value: "WHEN",
    help: "Colour the output: auto, always or never.")

  static let help = OptionDefinition(
    name: "help", short: "h", help: "Show this help.")

  /// What a command that shows something takes.
  static let reading = [json, asOf, now, color, help]

  /// What a command takes that looks at the log itself.
  static let inspecting = [json, now, color, help]

  /// What a command that writes takes.
  static let writing = [json, now, yes, color, help]
}
