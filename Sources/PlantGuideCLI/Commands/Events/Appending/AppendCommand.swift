internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import TerminalKit

extension Command {
  static let append = Command(
    definition: CommandDefinition(
      path: ["append"],
      summary: "Append events from standard input, one JSON object a line",
      options: [.asRecorded] + GlobalOptions.writing,
      examples: ["plantguide append --as-recorded < journal.jsonl"],
      discussion:
        "All lines are taken, or none. 'schemas/append-line.schema.json' describes a line.",
      section: .data, isWriting: true)
  ) { context in
    let isLoading = context.arguments[.asRecorded]
    let input = try context.process.readStandardInput()
    let lines = try AppendLine.parse(input)
    let chosen = context
    guard !lines.isEmpty else {
      return try context.report(
        WriteReport(
          isDryRun: context.isDryRun, lines: ["no events to append"]))
    }
    let report = try context.write(usesFreshWriter: isLoading) {
      session, report in
      var appender = LineAppender(
        context: chosen, isLoading: isLoading)
      try appender.append(lines, &session, &report)
      report.addSummary(events: lines.count, session.actions)
    }
    try context.report(report)
  }
}

extension OptionDefinition {
  fileprivate static let asRecorded = Flag(
    "as-recorded", help: "Load a history kept elsewhere, with its own times")
}

extension WriteReport {
  /// Adds what was made, an id a line, and which actions were written.
  fileprivate mutating func addSummary(
    events: Int, _ actions: [WrittenAction]
  ) {
    for made in made {
      let id = made.shortID.map { "\($0) \(made.id)" } ?? made.id
      let name = made.name.map { " \(SafeText.shown($0))" } ?? ""
      add(.make, "\(made.type)\(name) (\(id))")
    }
    add(
      Deed("append", "appended"),
      "\(Phrase.count(events, "event")) in "
        + Phrase.count(actions.count, "action")
        + (isDryRun ? "" : ": \(Self.ids(of: actions))"))
  }

  /// What a dry run makes has no ids that could be asked for.
  private static func ids(of actions: [WrittenAction]) -> String {
    let first = actions.first?.reference.shortID ?? ""
    let last = actions.last?.reference.shortID ?? ""
    return actions.count > mostActionsNamed
      ? "\(first) to \(last)"
      : actions.map(\.reference.shortID).joined(separator: " ")
  }

  private static let mostActionsNamed = 10
}
