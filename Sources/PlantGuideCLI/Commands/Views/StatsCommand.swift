internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let stats = Command(
    definition: CommandDefinition(
      path: ["stats"],
      summary: "Show your collection in numbers",
      options: GlobalOptions.reading,
      examples: ["plantguide stats"], section: .events)
  ) { context in
    let view = try context.read { try $0.statistics() }
    if try context.printedJSON({ $0.statistics(view) }) { return }
    var table = Table([.init(), .init(alignment: .right)])
    for (figure, number) in view.numbers {
      table.add([figure.label, "\(number)"])
    }
    try context.print(table)
    try context.print("FAMILIES", counts: view.familyDistribution)
    try context.print("IDENTIFIED", counts: view.identificationSources) {
      IdentificationSource(rawValue: $0)?.words ?? $0
    }
  }
}

extension CommandContext {
  fileprivate mutating func print(
    _ title: String, counts: [StatisticsView.Count],
    called words: (String) -> String = { $0 }
  ) throws {
    guard !counts.isEmpty else { return }
    try print()
    try print(terminal.styled(title, .heading))
    var table = Table([.init(), .init(alignment: .right)])
    for entry in counts.sorted(by: { $0.count > $1.count }) {
      table.add(["  " + SafeText.shown(words(entry.name)), "\(entry.count)"])
    }
    try print(table)
  }
}
