internal import CatalogueKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// Prints a plant's growth, identification and needs.
  mutating func printDetails(of page: PlantPage) throws {
    let (plant, units) = (page.plant, page.units)
    let details = plant.state.details
    if let identification = details.identification {
      try print()
      try print(terminal.styled("IDENTIFIED", .heading))
      try print("  " + SafeText.shown(identification.body.text))
    }
    try printNeeds(of: page)
    guard !plant.measurements.isEmpty else { return }
    try print()
    try print(terminal.styled("MEASURES", .heading))
    try print(
      MeasurementTable.table(
        of: plant.measurements.suffix(Self.measurementsShown), in: units,
        on: page.today))
    if plant.measurements.count > Self.measurementsShown {
      try print(
        "  and \(plant.measurements.count - Self.measurementsShown) older; see 'plantguide measure'"
      )
    }
  }

  private static let measurementsShown = 5

  /// Prints the plant's needs, and where they come from.
  private mutating func printNeeds(of page: PlantPage) throws {
    try print()
    try print(terminal.styled("NEEDS", .heading))
    try print(
      fields: page.needLines.map { ($0.need, $0.text) }, width: 12)
    let id = ShortID.text(of: page.plant.id)
    let source = page.careSource(taking: "'plantguide adopt \(id)' takes it")
    if let source {
      try print(terminal.styled("  \(SafeText.shown(source))", .dim))
    }
  }
}
