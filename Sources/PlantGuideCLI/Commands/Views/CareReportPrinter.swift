internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

/// The output of a report of care for people.
struct CareReportPrinter {
  let view: CareReportView
  let terminal: Terminal
  /// The number of plants shown; `nil` for the default.
  let limit: Int?

  private static let defaultLimit = 10

  func print(in context: inout CommandContext) throws {
    let period = view.period
    try context.print(
      terminal.styled(
        "Care from \(period.words(on: try context.today()))", .heading))
    guard view.survival.kept > 0 else {
      return try context.print("No plant was kept then.")
    }
    try context.print(months.table(for: terminal))
    if !view.care.kinds.isEmpty {
      try context.print()
      try context.print(kinds)
    }
    try context.print()
    try context.print(terminal.styled("SURVIVAL", .heading))
    try context.print(view.survival.words)
    if !view.deaths.isEmpty {
      try context.print()
      try context.print(species)
      try context.print()
      try context.print(ages.table(for: terminal))
    }
    try printDemand(in: &context)
  }

  /// A line for each month, and a total.
  private var months: BarTable {
    var table = BarTable([
      .init("MONTH"), .init("CARE", alignment: .right),
      .init("ON TIME", alignment: .right),
    ])
    for month in view.care.months {
      let tally = view.care.total(in: month)
      table.add(
        Self.cells(month.description, tally), bar: tally.given)
    }
    table.add(Self.cells("all", view.care.total), bar: nil)
    return table
  }

  private static func cells(
    _ label: String, _ tally: CareTally
  ) -> [Table.Cell] {
    [
      .init(label), .init("\(tally.given)"),
      .init(tally.onTimeShare.map(Phrase.percent) ?? "-"),
    ]
  }

  /// A line for each kind, with its months as a row of blocks.
  private var kinds: Table {
    var table = Table([
      .init("KIND"), .init("CARE", alignment: .right),
      .init("ON TIME", alignment: .right),
      .init("MISSED", alignment: .right, dropOrder: 1),
      // Numbers are never cut.
      .init("BY MONTH", alignment: .right),
    ])
    let care = view.care
    for kind in care.kinds {
      let total = care.total(of: kind)
      let counts = care.months.map { care.tally(of: kind, in: $0).given }
      let shown = Sparkline(values: counts).text(
        within: max(12, terminal.width - 45), terminal.drawing)
      table.add(
        Self.cells(kind.words, total)
          + [
            .init("\(total.missed)", total.missed > 0 ? .overdue : .plain),
            .init(shown, .accent),
          ])
    }
    return table
  }

  /// The species of plants that died, those with the most deaths first.
  private var species: Table {
    var table = Table([
      .name("SPECIES"), .init("DIED", alignment: .right),
      .init("KEPT", alignment: .right),
    ])
    let dead = view.survival.species.filter { $0.value.died > 0 }.sorted {
      ($1.value.died, $0.key) < ($0.value.died, $1.key)
    }
    for (name, species) in dead {
      table.add([name, "\(species.died)", "\(species.kept)"])
    }
    return table
  }

  private var ages: BarTable {
    var table = BarTable([
      .init("AGE AT DEATH"), .init("DIED", alignment: .right),
    ])
    for (label, count) in view.deathsByAge {
      table.add([.init(label), .init("\(count)")], bar: count)
    }
    return table
  }

  private func printDemand(in context: inout CommandContext) throws {
    var table = Table([
      .name("MOST DEMANDING"), .init("IN 30 DAYS", alignment: .right),
      .init("PLANNED", alignment: .right),
    ])
    let shown = view.plants.prefix(limit ?? Self.defaultLimit)
    for plant in shown {
      table.add([
        "\(plant.displayName) (\(ShortID.text(of: plant.id)))",
        Phrase.tenths(plant.demand.givenPerMonth),
        plant.demand.plannedPerMonth.map(Phrase.tenths) ?? "left",
      ])
    }
    try context.print()
    try context.print(table)
    let more = view.plants.count - shown.count
    if more > 0 { try context.print("… and \(more) more; see --limit") }
  }
}
