package import Encodings

extension JSONWriter {
  /// Writes the output of `help --definitions`; its schema is
  /// `schemas/projections/help-definitions`.
  ///
  /// - Parameters:
  ///   - program: The program and its version.
  ///   - commands: All commands.
  ///   - topics: The topics of help.
  package mutating func definitions(
    of program: String, _ commands: [CommandDefinition], topics: [HelpTopic]
  ) {
    object { writer in
      writer.member("program", program)
      writer.member(
        "sections", Set(commands.map(\.section)).sorted().map(\.title))
      writer.objects("commands", commands) { $0.definition($1) }
      writer.objects("topics", topics) { writer, topic in
        writer.member("name", topic.name)
        writer.member("title", topic.title)
        writer.member("examples", topic.examples)
        writer.objects("blocks", topic.blocks) { $0.block($1) }
      }
    }
  }

  private mutating func definition(_ command: CommandDefinition) {
    member("path", command.path)
    member("summary", command.summary)
    member("discussion", command.discussion)
    member("section", command.section.title)
    member("hidden", command.isHidden)
    member("writes", command.isWriting)
    objects("arguments", command.arguments) { writer, argument in
      writer.member("name", argument.name)
      writer.member("optional", argument.isOptional)
      writer.member("repeatable", argument.isRepeatable)
      writer.values(argument.completion)
      writer.member("help", argument.help)
    }
    objects("options", command.options) { writer, option in
      writer.member("name", option.name)
      writer.member("short", option.short.map { String($0) })
      writer.member("value", option.value)
      writer.member("repeatable", option.isRepeatable)
      writer.member("group", option.group.title)
      writer.values(option.completion)
      writer.member("help", option.help)
    }
    member("examples", command.examples)
  }

  /// Writes the kind of a completion, and its words if there are few.
  private mutating func values(_ completion: Completion) {
    let (name, words): (String, [String]?) =
      switch completion {
      case .none: ("nothing", nil)
      case .lookup(let name): (name, nil)
      case .command: ("command", nil)
      case .file: ("file", nil)
      case .directory: ("directory", nil)
      case .choice(let words): ("choice", words)
      case .list(let words): ("list", words)
      case .suggestion(let words): ("suggestion", words)
      }
    member("completes", name)
    if let words { member("words", words) }
  }

  private mutating func block(_ block: HelpBlock) {
    switch block {
    case .paragraph(let text): member("paragraph", text)
    case .examples(let lines): member("examples", lines)
    case .list(let entries):
      objects("list", entries) { writer, entry in
        writer.member("term", entry.term)
        writer.member("meaning", entry.meaning)
      }
    }
  }
}
