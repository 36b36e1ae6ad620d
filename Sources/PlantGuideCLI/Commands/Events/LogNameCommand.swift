internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let logName = Command(
    definition: CommandDefinition(
      path: ["log", "name"],
      summary: "Show or set the name of this machine, which history shows",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isOptional: true,
          help: "Such as Laptop; left out, the name is shown")
      ],
      options: [.writer, .clear] + OptionDefinition.writing,
      examples: ["plantguide log name Laptop", "plantguide log name"],
      section: .data, isWriting: true)
  ) { context in
    let text = context.arguments.positional.first
    let isCleared = context.arguments[.clear]
    guard text != nil || isCleared else { return try context.showWriterName() }
    guard text == nil || !isCleared else {
      throw UsageError("a name is given and taken away at once")
    }
    let name = try text.flatMap {
      $0.isEmpty ? nil : try NameInput.name($0, "the name")
    }
    let beginning = try context.arguments[.writer]
    let request = WriterNameRequest(
      beginning, name: name, try context.occasion())
    let receipt = try context.journal.nameWriter(request, context.mode)
    guard receipt.changes.isEmpty else { return try context.report(receipt) }
    let subject = beginning.map { "writer \($0.prefix(4))" } ?? "this machine"
    let line =
      name.map { "\(subject) has that name already: \(SafeText.shown($0))" }
      ?? "\(subject) has no name already"
    try context.report(
      WriteReport(isDryRun: context.isDryRun, lines: [line]))
  }
}

extension OptionDefinition {
  fileprivate static let writer = Option(
    "writer", value: "ID", help: "Another writer, by the beginning of its id")
  fileprivate static let clear = Flag(
    "clear", help: "Take the name away; an empty NAME does so, too")
}

extension CommandContext {
  /// Shows what this machine, or another writer, is called.
  fileprivate mutating func showWriterName() throws {
    let beginning = try arguments[.writer]
    let line = try read { snapshot in
      let writer =
        try beginning.map {
          try snapshot.writer(named: $0)
        }
        ?? snapshot.journal.meta(in: snapshot.transaction)?.ownWriters.last
      let name = try writer.flatMap {
        try snapshot.name(of: $0)
      }
      let subject =
        beginning == nil
        ? "this machine"
        : "writer \(writer?.description.prefix(4) ?? "")"
      return name.map { "\(subject) is called \(SafeText.shown($0))" }
        ?? "\(subject) has no name"
    }
    try report(WriteReport(isDryRun: isDryRun, lines: [line]))
  }
}
