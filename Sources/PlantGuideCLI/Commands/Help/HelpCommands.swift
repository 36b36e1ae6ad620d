internal import TerminalKit
internal import TextKit

extension Command {
  /// Explains commands and topics.
  static let help = Command(
    definition: CommandDefinition(
      path: ["help"],
      summary: "Explain a command or a topic, or list them all",
      arguments: [
        ArgumentDefinition(
          name: "COMMAND|TOPIC", isOptional: true, isRepeatable: true,
          completion: .command,
          help: "A command or topic; the beginning is enough"
        )
      ],
      options: [.all, .definitions, .help],
      examples: [
        "plantguide help", "plantguide help --all", "plantguide help water",
        "plantguide help schedule set", "plantguide help room",
        "plantguide help dates",
        "plantguide help --definitions > commands.json",
      ], section: .program, needsHome: false)
  ) { context in
    let commands = Command.all.map(\.definition)
    if context.arguments[.definitions] {
      return try context.printJSON { writer in
        writer.definitions(
          of: ProcessFacts.program, commands, topics: HelpTopic.all)
      }
    }
    let parser = CommandLineParser(commands: commands, topics: HelpTopic.all)
    let words = Command.spelledOut(context.arguments.positional)
      .prefix { !$0.hasPrefix("-") }
    let found = try parser.explain(words)
    try context.output.write(
      HelpText.text(
        for: found, topics: HelpTopic.all, width: context.terminal.width,
        hasRare: context.arguments[.all]
          || !context.arguments.positional.isEmpty))
  }

  /// Prints the script that makes a shell complete command lines.
  static let completions = Command(
    definition: CommandDefinition(
      path: ["completions"],
      summary: "Print a script with which a shell completes commands",
      arguments: [
        ArgumentDefinition(
          name: "SHELL", completion: .choice(Shell.allCases.map(\.rawValue)),
          help: "bash, zsh or fish")
      ],
      options: [.help],
      examples: [
        "plantguide completions bash > plantguide.bash",
        "plantguide completions zsh > _plantguide",
        "plantguide completions fish > plantguide.fish",
      ],
      discussion: """
        'make install' and the Debian package install the scripts. Otherwise, \
        in ~/.bashrc write: source <(plantguide completions bash). In \
        ~/.zshrc, after compinit, write: source <(plantguide completions zsh). \
        In fish's configuration write: plantguide completions fish | source.
        """,
      section: .program, needsHome: false)
  ) { context in
    try context.output.write(try context.shell().completionScript)
  }
}

extension OptionDefinition {
  fileprivate static let all = Flag(
    "all", help: "List rarely used commands too")
  fileprivate static let definitions = Flag(
    "definitions", help: "Print every command, option and example as JSON")
}

extension CommandContext {
  /// The shell that the first argument names.
  func shell() throws -> Shell {
    let name = arguments.positional[0]
    guard let shell = Shell(rawValue: name) else {
      throw UsageError(
        "'\(name)' is no shell that can be helped",
        hint: "there are "
          + Phrase.list(Shell.allCases.map(\.rawValue), joinedBy: "and"),
        usage: command.usage)
    }
    return shell
  }
}
