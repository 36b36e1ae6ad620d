package import Encodings

extension JSONWriter {
  /// What `help --definitions` prints; its schema is
  /// `schemas/projections/help-definitions`.
  ///
  /// - Parameters:
  ///   - program: The program and its version.
  ///   - commands: All of its commands.
  ///   - topics: What help explains besides.
  package mutating func definitions(
    of program: String, _ commands: [CommandDefinition], topics: [HelpTopic]
  ) {
    object { writer in
      writer.member("program", program)
      writer.member(
        "sections", Set(commands.map(\.section)).sorted().map(\.title))
      writer.member("commands") { writer in
        writer.array { writer in
          for command in commands { writer.definition(command) }
        }
      }
      writer.member("topics") { writer in
        writer.array { writer in
          for topic in topics { writer.topic(topic) }
        }
      }
    }
  }

  private mutating func definition(_ command: CommandDefinition) {
    object { writer in
      writer.member("path", command.path)
      writer.member("summary", command.summary)
      writer.member("discussion", command.discussion)
      writer.member("section", command.section.title)
      writer.member("hidden", command.isHidden)
      writer.member("writes", command.isWriting)
      writer.member("arguments") { writer in
        writer.array { writer in
          for argument in command.arguments { writer.definition(argument) }
        }
      }
      writer.member("options") { writer in
        writer.array { writer in
          for option in command.options { writer.definition(option) }
        }
      }
      writer.member("examples", command.examples)
    }
  }

  private mutating func definition(_ argument: ArgumentDefinition) {
    object { writer in
      writer.member("name", argument.name)
      writer.member("optional", argument.isOptional)
      writer.member("repeatable", argument.isRepeatable)
      writer.values(argument.completion)
      writer.member("help", argument.help)
    }
  }

  private mutating func definition(_ option: OptionDefinition) {
    object { writer in
      writer.member("name", option.name)
      writer.member("short", option.short.map { String($0) })
      writer.member("value", option.value)
      writer.member("repeatable", option.isRepeatable)
      writer.member("group", option.group.title)
      writer.values(option.completion)
      writer.member("help", option.help)
    }
  }

  /// What can be completed, and the words where there are only a few.
  private mutating func values(_ completion: Completion) {
    switch completion {
    case .none: member("completes", "nothing")
    case .lookup(let name): member("completes", name)
    case .command: member("completes", "command")
    case .file: member("completes", "file")
    case .directory: member("completes", "directory")
    case .choice(let words): values("choice", words)
    case .list(let words): values("list", words)
    case .suggestion(let words): values("suggestion", words)
    }
  }

  private mutating func values(_ name: String, _ words: [String]) {
    member("completes", name)
    member("words", words)
  }

  private mutating func topic(_ topic: HelpTopic) {
    object { writer in
      writer.member("name", topic.name)
      writer.member("title", topic.title)
      writer.member("examples", topic.examples)
      writer.member("blocks") { writer in
        writer.array { writer in
          for block in topic.blocks { writer.block(block) }
        }
      }
    }
  }

  private mutating func block(_ block: HelpBlock) {
    object { writer in
      switch block {
      case .paragraph(let text): writer.member("paragraph", text)
      case .examples(let lines): writer.member("examples", lines)
      case .list(let entries):
        writer.member("list") { writer in
          writer.array { writer in
            for entry in entries {
              writer.object { writer in
                writer.member("term", entry.term)
                writer.member("meaning", entry.meaning)
              }
            }
          }
        }
      }
    }
  }
}
