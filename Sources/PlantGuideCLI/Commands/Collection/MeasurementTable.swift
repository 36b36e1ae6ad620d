internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// Measurements as a table, each measure with its change since the one before.
/// A measure without values has no column.
enum MeasurementTable {
  static func table(
    of entries: [MeasurementView], in units: MeasurementUnits, on today: Day
  ) -> Table {
    let measures: [(title: String, value: KeyPath<PlantMeasured, Int?>)] = [
      ("HEIGHT", \.height), ("SPREAD", \.spread), ("LEAVES", \.leaves),
      ("POT", \.pot), ("HEALTH", \.health),
    ].filter { measure in
      entries.contains { $0.measures[keyPath: measure.1] != nil }
    }
    let hasNotes = entries.contains { $0.note != nil }
    var table = Table(
      [.init("DATE")]
        + measures.map { .init($0.title, alignment: .right) }
        + (hasNotes ? [.init("NOTE")] : []))
    // Times tell two measurements of a day apart.
    let days = Dictionary(grouping: entries, by: \.at.localDay)
    var last = [Int?](repeating: nil, count: measures.count)
    for entry in entries {
      let day = entry.at.localDay
      let time = days[day]?.count == 1 ? "" : " \(entry.at.localTime)"
      var cells = [day.words(on: today) + time]
      for (index, measure) in measures.enumerated() {
        let value = entry.measures[keyPath: measure.value]
        cells.append(
          value.map {
            [\.leaves, \.health].contains(measure.value)
              ? count($0, after: last[index])
              : length($0, after: last[index], in: units)
          } ?? "")
        last[index] = value ?? last[index]
      }
      table.add(cells + (hasNotes ? [entry.note ?? ""] : []))
    }
    return table
  }

  private static func length(
    _ value: Int, after last: Int?, in units: MeasurementUnits
  ) -> String {
    guard let last, last != value else { return units.length(value) }
    return "\(units.length(value)) (\(units.lengthChange(value - last)))"
  }

  /// A number, with its change since the one before.
  static func count(_ value: Int, after last: Int?) -> String {
    guard let last, last != value else { return "\(value)" }
    return "\(value) (\(value > last ? "+" : "")\(value - last))"
  }
}
