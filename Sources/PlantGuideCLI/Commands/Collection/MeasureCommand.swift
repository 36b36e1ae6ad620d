internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let measure = Command(
    definition: CommandDefinition(
      path: ["measure"],
      summary: "Record the size of a plant, or show how it grew",
      arguments: [
        ArgumentDefinition(name: "PLANT", completion: .plant, help: "The plant")
      ],
      options: [
        .height, .spread, .leaves, .pot, .asOf,
      ] + OptionDefinition.writing,
      examples: [
        "plantguide measure Monty --height 42cm --leaves 12",
        "plantguide measure Monty",
      ],
      discussion: """
        Without options, you see all measurements of the plant. Lengths are \
        kept to the millimetre. If the setting 'units' is imperial, they are \
        shown in inches. A number without a unit is in the unit shown.
        """,
      section: .collection, isWriting: true)
  ) { context in
    let measures = try context.measures()
    guard !measures.isEmpty else { return try context.showMeasurements() }
    guard !context.arguments.contains(.asOf) else {
      throw UsageError("--as-of looks back, and nothing can be measured then")
    }
    try context.record(measures)
  }
}

extension OptionDefinition {
  fileprivate static let height = Option(
    "height", value: "LENGTH",
    help: "The height: 42cm, 420mm, 1.2m, 17in")
  fileprivate static let spread = Option(
    "spread", value: "LENGTH", help: "The width from side to side")
  fileprivate static let leaves = Option(
    "leaves", value: "COUNT", help: "The number of leaves",
    expects: "a whole number from 0 to \(PlantMeasured.maximumLeaves)",
    parse: LengthInput.leaves)
  fileprivate static let pot = Option(
    "pot", value: "LENGTH", help: "The diameter of the pot")
}

extension CommandContext {
  /// Returns the measurements that the options give.
  fileprivate func measures() throws -> PlantMeasured {
    let units = try inputUnits()
    func length(_ option: Option<String>) throws -> Int? {
      try arguments[option].map {
        try LengthInput.millimetres($0, of: option, units: units)
      }
    }
    return PlantMeasured(
      height: try length(.height), spread: try length(.spread),
      leaves: try arguments[.leaves], pot: try length(.pot))
  }

  fileprivate mutating func record(_ measures: PlantMeasured) throws {
    let plant = try PlantChoice(
      arguments.positional, of: self, takesFilters: false)
    let request = PlantRequest(
      plant, .measure(measures), try occasion())
    try report(try journal.change(request, mode))
  }

  fileprivate mutating func showMeasurements() throws {
    let name = arguments.positional[0]
    let naming = naming()
    let series = try read { try $0.measurements(of: name, naming) }
    guard !wantsJSON else {
      return try printJSON { $0.measurements(of: series.id, series.entries) }
    }
    guard !series.entries.isEmpty else {
      return try print(
        "\(PlantName(series.id, series.plant.displayName).shown) was never measured. Measure it: plantguide measure "
          + "\(ShortID.text(of: series.id)) --height 42cm")
    }
    try print(
      MeasurementTable.table(
        of: series.entries, in: series.units, on: try today()))
  }
}
