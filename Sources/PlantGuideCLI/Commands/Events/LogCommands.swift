internal import Encodings
internal import JournalActions
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let logStatus = Command(
    definition: CommandDefinition(
      path: ["log", "status"],
      summary: "Show what the log contains",
      options: GlobalOptions.inspecting,
      examples: ["plantguide log status"], section: .data)
  ) { context in
    let status = try context.read { try $0.logStatus() }
    if try context.printedJSON({ $0.logStatus(status) }) { return }
    for line in status.lines { try context.print(line) }
  }

  static let logVerify = Command(
    definition: CommandDefinition(
      path: ["log", "verify"],
      summary: "Check the hash and the chain of every event",
      options: GlobalOptions.inspecting,
      examples: ["plantguide log verify"], section: .data)
  ) { context in
    let progress = context.progress()
    let result = try context.journal.verifyLog {
      progress.begin("checking", .events, of: $0)
    } advancing: {
      progress.advance(to: $0)
    }
    progress.end()
    if context.wantsJSON {
      try context.printJSON { $0.verification(result) }
    } else {
      let lines = result.lines
      for line in lines { try context.print(line) }
      if lines.isEmpty {
        try context.print(
          "\(result.eventCount) events, all as they were written")
      }
    }
    try result.check()
  }

  static let logRebuild = Command(
    definition: CommandDefinition(
      path: ["log", "rebuild"],
      summary: "Derive everything from the log again",
      options: GlobalOptions.maintaining,
      examples: ["plantguide log rebuild"],
      discussion: """
        The log is checked first. If the log itself is damaged, the command \
        refuses, because a rebuild cannot repair it. 'plantguide log repair' \
        can, and also helps if a rebuild fails.
        """,
      section: .data, isWriting: true, isRare: true)
  ) { context in
    let progress = context.progress()
    let count = try context.journal.rebuild {
      progress.begin($0 ? "folding" : "checking", .events, of: $1)
    } advancing: {
      progress.advance(to: $0)
    }
    progress.end()
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { $0.member("events", count) }
      }
    }
    try context.print("folded \(count) events")
  }

  static let logName = Command(
    definition: CommandDefinition(
      path: ["log", "name"],
      summary: "Show or set the name of this machine in the history",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isOptional: true,
          help: "The name, such as Laptop; without it, you see the name")
      ],
      options: [.writer, .person, .clear] + OptionDefinition.writing,
      examples: [
        "plantguide log name Laptop --person Anna", "plantguide log name",
      ],
      discussion: """
        If several machines share a journal, 'today', 'show', 'audit' and \
        'history' name the one that recorded something, such as Anna's phone. \
        A machine whose home was copied or restored keeps its name with a \
        number until you name it again.
        """,
      section: .data, isWriting: true)
  ) { context in
    let text = context.arguments.positional.first
    let isCleared = context.arguments[.clear]
    let owner = try context.arguments[.person]
    guard text != nil || owner != nil || isCleared else {
      return try context.showWriterName()
    }
    guard text == nil && owner == nil || !isCleared else {
      throw UsageError("a name is given and taken away at once")
    }
    func edit(_ text: String?, _ what: String) throws -> FieldEdit<String> {
      guard let text else { return isCleared ? .clear : .keep }
      return text.isEmpty ? .clear : .set(try NameInput.name(text, what))
    }
    let beginning = try context.arguments[.writer]
    let request = WriterNameRequest(
      beginning, device: try edit(text, "the name"),
      person: try edit(owner, "the person"), try context.occasion())
    let receipt = try context.journal.nameWriter(request, context.mode)
    guard receipt.changes.isEmpty else { return try context.report(receipt) }
    let subject = beginning.map { "writer \($0.prefix(4))" } ?? "this machine"
    let found = try context.read { try $0.writerName(beginning) }
    let line =
      found.name?.shown.map { "\(subject) has that name already: \($0)" }
      ?? "\(subject) has no name already"
    try context.report(
      WriteReport(isDryRun: context.isDryRun, lines: [line]))
  }
}

extension OptionDefinition {
  fileprivate static let writer = Option(
    "writer", value: "WRITER",
    help: "Another machine, by its name or the start of its writer's id")
  fileprivate static let person = Option(
    "person", value: "PERSON", help: "The owner of the machine")
  fileprivate static let clear = Flag(
    "clear", help: "Remove the name; an empty NAME does the same")
}

extension CommandContext {
  /// Shows the name of this machine or of another writer.
  fileprivate mutating func showWriterName() throws {
    let beginning = try arguments[.writer]
    let found = try read { try $0.writerName(beginning) }
    let subject =
      beginning == nil
      ? "this machine" : "writer \(found.writer?.description.prefix(4) ?? "")"
    let line =
      found.name?.shown.map { "\(subject) is called \($0)" }
      ?? "\(subject) has no name"
    try report(WriteReport(isDryRun: isDryRun, lines: [line]))
  }
}
