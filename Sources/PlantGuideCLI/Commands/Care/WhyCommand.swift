internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let why = Command(
    definition: CommandDefinition(
      path: ["why"],
      summary: "Explain why a plant's care is due on its day",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant,
          help: "The plant, or a one-off task by words of its title"),
        ArgumentDefinition(
          name: "KIND", isOptional: true, completion: .kind,
          help: "The kind of care; all kinds by default"),
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide why Monty", "plantguide why Monty watering"],
      section: .views)
  ) { context in
    let kind = try context.arguments.positional.dropFirst().first
      .map(KindInput.kind)
    let name = context.arguments.positional[0]
    let naming = context.naming()
    let view = try context.read { try $0.why(name, naming, kind: kind) }
    guard !view.tasks.isEmpty else {
      throw NothingMatched(reason: view.absence(of: kind))
    }
    if try context.printedJSON({ $0.why(view) }) { return }
    try context.printWhy(view)
  }
}

extension CommandContext {
  fileprivate mutating func printWhy(_ view: WhyView) throws {
    let name =
      "\(SafeText.shown(view.plantName)) (\(ShortID.text(of: view.plant)))"
    for (index, task) in view.tasks.enumerated() {
      if index > 0 { try print() }
      let explanation = task.explanation
      let what =
        explanation.title.map { SafeText.shown($0) }
        ?? explanation.kind.words
      try print(
        terminal.styled(
          view.plant == .home ? what : "\(what) of \(name)", .heading))
      for (label, text) in task.steps(in: view.units, on: view.day) {
        let shown = SafeText.shown(text)
        try print("  \(TextWidth.padded(label, to: 11)) \(shown)")
      }
    }
  }
}
