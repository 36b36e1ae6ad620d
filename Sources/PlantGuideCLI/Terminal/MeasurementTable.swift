internal import JournalEvents
internal import JournalTime
internal import JournalViews

/// Measurements as a table, each measure with its change since the one before.
enum MeasurementTable {
  static func table(of entries: [MeasurementView]) -> Table {
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
        cell(measures.height, after: last.height, unit: " cm"),
        cell(measures.spread, after: last.spread, unit: " cm"),
        cell(measures.leaves, after: last.leaves, unit: ""),
        cell(measures.pot, after: last.pot, unit: " cm"),
        entry.note ?? "",
      ])
      last = PlantMeasured(
        height: measures.height ?? last.height,
        spread: measures.spread ?? last.spread,
        leaves: measures.leaves ?? last.leaves, pot: measures.pot ?? last.pot)
    }
    return table
  }

  private static func cell(
    _ value: Int?, after last: Int?, unit: String
  ) -> String {
    guard let value else { return "" }
    guard let last, last != value else { return "\(value)\(unit)" }
    let change = value > last ? "+\(value - last)" : "\(value - last)"
    return "\(value)\(unit) (\(change))"
  }
}
