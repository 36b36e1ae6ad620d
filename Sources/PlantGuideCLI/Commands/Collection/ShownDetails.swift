internal import JournalCare
internal import JournalQueries
internal import TerminalKit

extension CommandContext {
  /// Prints how a plant grew, what it was identified as and what it needs.
  mutating func printDetails(
    of plant: PlantView, in units: MeasurementUnits
  ) throws {
    let details = plant.state.details
    if let identification = details.identification {
      try print()
      try print(terminal.styled("IDENTIFIED", .heading))
      try print("  " + SafeText.shown(identification.body.text))
    }
    if let care = details.careProfile {
      try print()
      try print(terminal.styled("NEEDS", .heading))
      for line in care.body.lines(in: units) {
        try print("  " + SafeText.shown(line))
      }
    }
    guard !plant.measurements.isEmpty else { return }
    try print()
    try print(
      MeasurementTable.table(
        of: plant.measurements.suffix(Self.measurementsShown), in: units))
    if plant.measurements.count > Self.measurementsShown {
      try print(
        "  and \(plant.measurements.count - Self.measurementsShown) older; see 'plantguide measure'"
      )
    }
  }

  private static let measurementsShown = 5
}
