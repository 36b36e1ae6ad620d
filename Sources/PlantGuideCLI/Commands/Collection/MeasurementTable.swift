internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// Measurements as a table, each measure with its change since the one before.
enum MeasurementTable {
  static func table(
    of entries: [MeasurementView], in units: MeasurementUnits
  ) -> Table {
    var table = Table([
      .init("DATE"), .init("HEIGHT", alignment: .right),
      .init("SPREAD", alignment: .right), .init("LEAVES", alignment: .right),
      .init("POT", alignment: .right), .init("NOTE"),
    ])
    var last = PlantMeasured()
    for entry in entries {
      let measures = entry.measures
      table.add([
        String(entry.at.description.prefix(10)),
        length(measures.height, after: last.height, in: units),
        length(measures.spread, after: last.spread, in: units),
        count(measures.leaves, after: last.leaves),
        length(measures.pot, after: last.pot, in: units),
        entry.note ?? "",
      ])
      last = PlantMeasured(
        height: measures.height ?? last.height,
        spread: measures.spread ?? last.spread,
        leaves: measures.leaves ?? last.leaves, pot: measures.pot ?? last.pot)
    }
    return table
  }

  private static func length(
    _ value: Int?, after last: Int?, in units: MeasurementUnits
  ) -> String {
    guard let value else { return "" }
    guard let last, last != value else { return units.length(value) }
    return "\(units.length(value)) (\(units.lengthChange(value - last)))"
  }

  private static func count(_ value: Int?, after last: Int?) -> String {
    guard let value else { return "" }
    guard let last, last != value else { return "\(value)" }
    return "\(value) (\(value > last ? "+" : "")\(value - last))"
  }
}
