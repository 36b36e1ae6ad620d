internal import JournalActions
internal import JournalInput
internal import TerminalKit

extension Command {
  static let append = Command(
    definition: CommandDefinition(
      path: ["append"],
      summary: "Append events from standard input, one JSON object a line",
      options: [.asRecorded] + GlobalOptions.writing,
      examples: ["plantguide append --as-recorded < journal.jsonl"],
      discussion:
        "All lines are taken, or none. 'schemas/append-line.schema.json' describes a line. "
        + "A plant that is added with \"care\":\"catalogue\" takes names and care from there where it is certain.",
      section: .data, isWriting: true)
  ) { context in
    let input = try context.process.standardInput()
    let receipt = try context.journal.append(
      AppendRequest(
        isLoading: context.arguments[.asRecorded],
        catalogues: context.catalogues, lines: input.open),
      context.mode)
    try context.report(WriteReport(ofAppending: receipt))
  }
}

extension OptionDefinition {
  fileprivate static let asRecorded = Flag(
    "as-recorded", help: "Load a history kept elsewhere, with its own times")
}

extension WriteReport {
  /// What was made, a line each, and which actions were written. Programs get
  /// whole ids in JSON.
  fileprivate init(ofAppending receipt: Receipt) {
    self.init(receipt)
    guard case .appended(let events)? = receipt.changes.last else {
      lines = ["no events to append"]
      return
    }
    lines = []
    for made in made {
      let id = made.shortID ?? made.id
      let name = made.name.map { " \(SafeText.shown($0))" } ?? ""
      add(.make, "\(made.type)\(name) (\(id))")
    }
    add(
      Verb("append", "appended"),
      "\(Phrase.count(events, "event")) in "
        + Phrase.count(actions.count, "action")
        + (isDryRun ? "" : ": \(Self.ids(of: actions))"))
    let adopted = receipt.changes.count {
      if case .adopted = $0 { true } else { false }
    }
    if adopted > 0 {
      add(.adopt, "care for \(Phrase.count(adopted, "plant"))")
    }
    for case .notAdopted(let left) in receipt.notices {
      lines += Notice.lines(left: left)
    }
  }

  /// What a dry run makes has no ids that could be asked for.
  private static func ids(of actions: [ActionID]) -> String {
    let first = actions.first?.shortID ?? ""
    let last = actions.last?.shortID ?? ""
    return actions.count > mostActionsNamed
      ? "\(first) to \(last)"
      : actions.map(\.shortID).joined(separator: " ")
  }

  private static let mostActionsNamed = 10
}
