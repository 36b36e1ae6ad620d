internal import TextKit

/// Formats the texts of `help`.
package struct HelpText {
  /// The columns of a line.
  package let width: Int

  /// Returns the text for an invocation that asks for help; empty for others.
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

  /// Returns the commands and their summaries by section.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - topics: The topics of help besides commands.
  ///   - hasRare: Whether rarely used commands are listed.
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

  /// Returns the help on a command.
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
      blocks.append("examples:\n" + indented(command.examples))
    }
    blocks += commonOptions(of: command)
    return Self.joined(blocks)
  }

  /// Returns the help on a topic.
  package func text(of topic: HelpTopic) -> String {
    var blocks = [topic.title]
    for block in topic.blocks {
      switch block {
      case .paragraph(let text): blocks += paragraphs(text)
      case .list(let entries):
        blocks.append(columns(entries.map { ($0.term, $0.meaning) }))
      case .examples(let lines): blocks.append(indented(lines))
      }
    }
    return Self.joined(blocks)
  }

  private static func joined(_ blocks: [String]) -> String {
    blocks.joined(separator: "\n\n") + "\n"
  }

  /// Returns command lines. A line that is too long continues after a backslash,
  /// so that it can be copied.
  private func indented(_ lines: [String]) -> String {
    lines.map { "  \(continued($0))" }.joined(separator: "\n")
  }

  private func continued(_ line: String) -> String {
    guard TextWidth.columns(of: line) + 2 > width else { return line }
    var text = ""
    // Two columns of indentation, and two for the backslash.
    var room = width - 4
    for word in Self.words(of: line) {
      let columns = TextWidth.columns(of: word)
      if text.isEmpty {
        text = word
      } else if columns < room {
        text += " \(word)"
        room -= 1
      } else {
        text += " \\\n    \(word)"
        room = width - 6
      }
      room -= columns
    }
    return text
  }

  /// Returns the words of a command line; a text in quotes is one.
  private static func words(of line: String) -> [String] {
    var words = [""]
    var quote: Character?
    for character in line {
      if character == " ", quote == nil {
        words.append("")
        continue
      }
      if quote == character {
        quote = nil
      } else if quote == nil, "'\"".contains(character) {
        quote = character
      }
      words[words.count - 1].append(character)
    }
    return words
  }

  private func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n")
      .map { TextWrapping.wrap(String($0), width: width) }
  }
}

extension HelpText {
  private typealias Entry = (label: String, help: String)

  /// The widest left column; longer labels have lines of their own. On a narrow
  /// terminal, the explanations need the space more.
  private var widestLabel: Int { min(24, width / 3) }

  /// Returns a heading and its entries; empty without entries.
  private func block(_ heading: String, entries: [Entry]) -> [String] {
    entries.isEmpty ? [] : ["\(heading):\n\(columns(entries))"]
  }

  /// Returns a note on a command's common options; empty if there are none.
  private func commonOptions(of command: CommandDefinition) -> [String] {
    let names = command.options.filter { $0.group == .common }
      .map { "--\($0.name)" }
    guard !names.isEmpty else { return [] }
    let text =
      "\(HelpSection.common.title): \(names.joined(separator: ", ")); "
      + "see '\(CommandLineParser.program) help options'"
    return [TextWrapping.wrap(text, width: width, indent: 0, hanging: 2)]
  }

  /// Returns two columns, the right one wrapped.
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
