internal import JournalCare
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

/// A table of measurements.
enum MeasurementTable {
  static func table(
    of entries: [MeasurementView], in units: MeasurementUnits, on today: Day
  ) -> Table {
    let shown = MeasurementRows(of: entries, in: units, on: today)
    let hasNotes = shown.rows.contains { $0.note != nil }
    var table = Table(
      [.init("DATE")]
        + shown.measures.map {
          .init($0.name.uppercased(), alignment: .right)
        } + (hasNotes ? [.init("NOTE")] : []))
    for row in shown.rows {
      table.add([row.date] + row.cells + (hasNotes ? [row.note ?? ""] : []))
    }
    return table
  }
}
