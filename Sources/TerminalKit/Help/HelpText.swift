/// Writes what `help` shows.
package struct HelpText {
  /// The columns of a line.
  package let width: Int

  /// What an invocation that asks for help shows; nothing for others.
  package static func text(
    for invocation: Invocation, topics: [HelpTopic], width: Int,
    hasRare: Bool = true
  ) -> String {
    let help = HelpText(width: width)
    return switch invocation {
    case .overview(let commands):
      help.overview(
        commands, topics: commands.count > 1 ? topics : [], hasRare: hasRare)
    case .help(let command): help.text(of: command)
    case .topic(let topic): help.text(of: topic)
    case .run, .version: ""
    }
  }

  /// Commands with their summaries, under the headings of their sections.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - topics: What else help explains.
  ///   - hasRare: Whether commands are listed that few people need.
  /// - Returns: The text.
  package func overview(
    _ commands: [CommandDefinition], topics: [HelpTopic] = [],
    hasRare: Bool = true
  ) -> String {
    let commands = commands.filter { hasRare || !$0.isRare }
    var blocks = ["usage: \(CommandLineParser.usage)"]
    for section in Set(commands.map(\.section)).sorted() {
      let members = commands.filter { $0.section == section && !$0.isHidden }
      blocks += block(
        section.title, entries: members.map { ($0.name, $0.summary) })
    }
    blocks += block(
      "what holds for many commands",
      entries: topics.map { ($0.name, $0.title) })
    let program = CommandLineParser.program
    blocks.append(
      topics.isEmpty
        ? "'\(program) help COMMAND' says more about one of them."
        : "'\(program) help COMMAND' or '\(program) help TOPIC' says more"
          + (hasRare
            ? "."
            : ", and '\(program) help --all' lists rarely used commands too."))
    return Self.joined(blocks)
  }

  /// How one command is used.
  package func text(of command: CommandDefinition) -> String {
    var blocks = [
      TextWrapping.wrap(
        "usage: \(command.synopsis)", width: width, indent: 0, hanging: 7),
      TextWrapping.wrap(command.summary + ".", width: width),
    ]
    blocks += block(
      "arguments", entries: command.arguments.map { ($0.name, $0.help) })
    let groups = Set(command.options.map(\.group)).subtracting([.common])
    for group in groups.sorted() {
      let options = command.options.filter { $0.group == group }
      blocks += block(
        group.title, entries: options.map { ($0.label, $0.help) })
    }
    blocks += paragraphs(command.discussion)
    if !command.examples.isEmpty {
      blocks.append("examples:\n" + Self.indented(command.examples))
    }
    blocks += commonOptions(of: command)
    return Self.joined(blocks)
  }

  /// What holds for many commands.
  package func text(of topic: HelpTopic) -> String {
    var blocks = [topic.title]
    for block in topic.blocks {
      switch block {
      case .paragraph(let text): blocks += paragraphs(text)
      case .list(let entries):
        blocks.append(columns(entries.map { ($0.term, $0.meaning) }))
      case .examples(let lines): blocks.append(Self.indented(lines))
      }
    }
    return Self.joined(blocks)
  }

  private static func joined(_ blocks: [String]) -> String {
    blocks.joined(separator: "\n\n") + "\n"
  }

  /// Command lines, which are never wrapped: they are there to be copied.
  private static func indented(_ lines: [String]) -> String {
    lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n")
      .map { TextWrapping.wrap(String($0), width: width) }
  }
}

extension HelpText {
  private typealias Entry = (label: String, help: String)

  /// The widest left column; a longer label has a line of its own. On a narrow
  /// terminal the explanations need the room more.
  private var widestLabel: Int { min(24, width / 3) }

  /// A heading above its entries; nothing where there are none.
  private func block(_ heading: String, entries: [Entry]) -> [String] {
    entries.isEmpty ? [] : ["\(heading):\n\(columns(entries))"]
  }

  /// The options of a command that a topic explains; nothing without any.
  private func commonOptions(of command: CommandDefinition) -> [String] {
    let names = command.options.filter { $0.group == .common }
      .map { "--\($0.name)" }
    guard !names.isEmpty else { return [] }
    let text =
      "\(HelpSection.common.title): \(names.joined(separator: ", ")); "
      + "see '\(CommandLineParser.program) help options'"
    return [TextWrapping.wrap(text, width: width, indent: 0, hanging: 2)]
  }

  /// Two columns, the right of which is wrapped.
  private func columns(_ entries: [Entry]) -> String {
    let longest = entries.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    let column = min(longest, widestLabel) + 4
    return entries.map { entry in
      let label = TextWidth.padded("  " + entry.label, to: column - 2) + "  "
      let body = TextWrapping.wrap(
        entry.help, width: width, indent: column, hanging: column)
      return TextWidth.columns(of: label) > column
        ? "  \(entry.label)\n\(body)"
        : label + body.drop { $0 == " " }
    }.joined(separator: "\n")
  }
}
