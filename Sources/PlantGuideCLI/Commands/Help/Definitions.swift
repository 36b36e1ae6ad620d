internal import Encodings
internal import JournalViews

extension JSONWriter {
  /// What `help --definitions` prints; its schema is
  /// `schemas/projections/help-definitions`.
  mutating func definitions(
    of commands: [CommandDefinition], topics: [HelpTopic]
  ) {
    object { writer in
      writer.member("program") { $0.string(ProcessFacts.program) }
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
      writer.member("path") { $0.strings(command.path) }
      writer.member("summary") { $0.string(command.summary) }
      writer.member("discussion") { $0.string(command.discussion) }
      writer.member("section") { $0.string(command.section.rawValue) }
      writer.member("hidden") { $0.bool(command.isHidden) }
      writer.member("writes") { $0.bool(command.isWriting) }
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
      writer.member("examples") { $0.strings(command.examples) }
    }
  }

  private mutating func definition(_ argument: ArgumentDefinition) {
    object { writer in
      writer.member("name") { $0.string(argument.name) }
      writer.member("optional") { $0.bool(argument.isOptional) }
      writer.member("repeatable") { $0.bool(argument.isRepeatable) }
      writer.values(argument.completion)
      writer.member("help") { $0.string(argument.help) }
    }
  }

  private mutating func definition(_ option: OptionDefinition) {
    object { writer in
      writer.member("name") { $0.string(option.name) }
      writer.member("short") { writer in
        writer.optional(option.short) { $0.string(String($1)) }
      }
      writer.member("value") { writer in
        writer.optional(option.value) { $0.string($1) }
      }
      writer.member("repeatable") { $0.bool(option.isRepeatable) }
      writer.member("group") { $0.string(option.group.rawValue) }
      writer.values(option.completion)
      writer.member("help") { $0.string(option.help) }
    }
  }

  /// What can be completed, and the words where there are only a few.
  private mutating func values(_ completion: Completion) {
    member("completes") { $0.string(completion.name) }
    switch completion {
    case .choice(let words), .list(let words), .suggestion(let words):
      member("words") { $0.strings(words) }
    default: break
    }
  }

  private mutating func topic(_ topic: HelpTopic) {
    object { writer in
      writer.member("name") { $0.string(topic.name) }
      writer.member("title") { $0.string(topic.title) }
      writer.member("examples") { $0.strings(topic.examples) }
    }
  }

  private mutating func strings(_ texts: [String]) {
    array { writer in
      for text in texts { writer.string(text) }
    }
  }
}

extension Completion {
  /// One word for it.
  fileprivate var name: String {
    switch self {
    case .none: "nothing"
    case .plant: "plant"
    case .removedPlant: "removedPlant"
    case .room: "room"
    case .kind: "kind"
    case .setting: "setting"
    case .settingValue: "settingValue"
    case .task: "task"
    case .tag: "tag"
    case .filter: "filter"
    case .family: "family"
    case .genus: "genus"
    case .species: "species"
    case .catalogueGroup: "catalogueGroup"
    case .command: "command"
    case .file: "file"
    case .directory: "directory"
    case .choice: "choice"
    case .list: "list"
    case .suggestion: "suggestion"
    }
  }
}
