/// Writes what `help` shows.
enum HelpText {
  /// All commands with their summaries, under the headings of their sections.
  static func overview(
    _ commands: [CommandDefinition], width: Int = 80
  ) -> String {
    var blocks = ["usage: \(CommandLineParser.usage)"]
    for section in CommandSection.allCases {
      let members = commands.filter { $0.section == section }
      guard !members.isEmpty else { continue }
      blocks.append(
        block(
          section.rawValue,
          entries: members.map { ($0.name, $0.summary) }, width: width))
    }
    blocks.append("'plantguide help COMMAND' says more about one of them.")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// How one command is used.
  static func text(of command: CommandDefinition, width: Int = 80) -> String {
    var blocks = [
      TextWrapping.wrap(
        "usage: \(command.usage)", width: width, indent: 0, hanging: 7),
      TextWrapping.wrap(command.summary, width: width),
    ]
    if !command.arguments.isEmpty {
      blocks.append(
        block(
          "arguments", entries: command.arguments.map { ($0.name, $0.help) },
          width: width))
    }
    if !command.options.isEmpty {
      blocks.append(
        block(
          "options", entries: command.options.map { ($0.label, $0.help) },
          width: width))
    }
    if !command.discussion.isEmpty {
      blocks.append(paragraphs(command.discussion, width: width))
    }
    if !command.examples.isEmpty {
      // Never wrapped: examples are there to be copied.
      blocks.append(
        (["examples:"] + command.examples.map { "  \($0)" })
          .joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// A heading and two columns, the right of which is wrapped.
  private static func block(
    _ heading: String, entries: [(label: String, help: String)], width: Int
  ) -> String {
    let longest = entries.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    let column = min(longest, 24) + 4
    let lines = entries.map { entry in
      let label = TextWidth.padded("  " + entry.label, to: column - 2) + "  "
      let start = TextWidth.columns(of: label)
      let body = TextWrapping.wrap(
        entry.help, width: width, indent: column, hanging: column)
      return start > column
        ? "  \(entry.label)\n\(body)"
        : label + body.drop { $0 == " " }
    }
    return (["\(heading):"] + lines).joined(separator: "\n")
  }

  private static func paragraphs(_ text: String, width: Int) -> String {
    text.split(separator: "\n\n")
      .map { TextWrapping.wrap(String($0), width: width) }
      .joined(separator: "\n\n")
  }
}
