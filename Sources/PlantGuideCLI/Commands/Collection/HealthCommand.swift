internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let health = Command(
    definition: CommandDefinition(
      path: ["health"],
      summary: "Write down how well a plant is, or show how that changed",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant"),
        ArgumentDefinition(
          name: "LEVEL", isOptional: true,
          completion: .choice(PlantMeasured.healthLevels.map { "\($0)" }),
          help: "From 1, dying, to 5, thriving; left out, the trend is shown"),
      ],
      options: [.asOf] + OptionDefinition.writing,
      examples: [
        "plantguide health Monty 4 --note 'two new leaves'",
        "plantguide health Monty",
      ],
      discussion:
        "'show' has the latest, 'list --columns name,health --sort health' those of all plants, the worst first.",
      section: .collection, isWriting: true)
  ) { context in
    guard context.arguments.positional.count > 1 else {
      return try context.showHealth()
    }
    let text = context.arguments.positional[1]
    guard let level = Int(text), PlantMeasured.healthLevels.contains(level)
    else {
      throw UsageError(
        "'\(text)' is no level of health",
        hint: "write 1, dying, to 5, thriving", usage: context.command.usage)
    }
    guard !context.arguments.contains(.asOf) else {
      throw UsageError("--as-of looks back, and nothing can be written then")
    }
    let plant = try PlantChoice(
      context.arguments.positional.prefix(1), of: context, takesFilters: false)
    let request = PlantRequest(
      plant, .measure(PlantMeasured(health: level)), try context.occasion())
    try context.report(try context.journal.change(request, context.mode))
  }
}

extension CommandContext {
  fileprivate mutating func showHealth() throws {
    let name = arguments.positional[0]
    let naming = naming()
    let series = try read { try $0.measurements(of: name, naming) }
    let entries = series.entries.filter { $0.measures.health != nil }
    guard !wantsJSON else {
      return try printJSON { $0.measurements(of: series.id, entries) }
    }
    let plant = PlantName(series.id, series.plant.displayName).shown
    let today = try today()
    guard let trend = series.plant.details.healthText(on: today) else {
      return try print(
        "Nobody wrote down how well \(plant) is. Do so: plantguide health "
          + "\(ShortID.text(of: series.id)) 4")
    }
    try print("\(plant): \(trend)")
    var table = BarTable(
      [.init("DATE"), .init("HEALTH", alignment: .right), .init("NOTE")],
      most: PlantMeasured.healthLevels.upperBound)
    var last: Int?
    for entry in entries {
      let level = entry.measures.health ?? 0
      table.add(
        [
          .init(entry.at.localDay.words(on: today)),
          .init(
            MeasurementRows.count(level, after: last)),
          .init(entry.note ?? ""),
        ], bar: level)
      last = level
    }
    try print(table.table(for: terminal))
  }
}
