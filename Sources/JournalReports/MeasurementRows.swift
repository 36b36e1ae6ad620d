package import JournalCare
package import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

/// Measurements in words, each measure with its change since the one before.
/// A measure without values has no column.
package struct MeasurementRows {
  /// A measure that some of the measurements have.
  package struct Measure {
    /// The name of the measure, in lower case.
    package let name: String
    /// Its values in the measurements; `nil` where it was not measured.
    package let values: [Int?]
  }

  /// A measurement.
  package struct Row {
    /// The day, and the time if the plant was measured twice that day.
    package let date: String
    /// The value of each measure; empty if it was not measured.
    package let cells: [String]
    /// A remark.
    package let note: String?
  }

  /// The measures that have values.
  package let measures: [Measure]
  /// The measurements, by time.
  package let rows: [Row]

  private typealias Value = @Sendable (PlantMeasured) -> Int?

  private static let all: [(name: String, value: Value)] = [
    ("height", { $0.height }), ("spread", { $0.spread }),
    ("leaves", { $0.leaves }), ("pot", { $0.pot }), ("health", { $0.health }),
  ]

  /// Words measurements.
  package init(
    of entries: [MeasurementView], in units: MeasurementUnits, on today: Day
  ) {
    let measures = Self.all.filter { measure in
      entries.contains { measure.value($0.measures) != nil }
    }
    self.measures = measures.map { measure in
      Measure(
        name: measure.name,
        values: entries.map { measure.value($0.measures) })
    }
    // Times tell two measurements of a day apart.
    let days = Dictionary(grouping: entries, by: \.at.localDay)
    var last = [Int?](repeating: nil, count: measures.count)
    rows = entries.map { entry in
      let day = entry.at.localDay
      let time = days[day]?.count == 1 ? "" : " \(entry.at.localTime)"
      let cells = measures.enumerated().map { index, measure in
        let value = measure.value(entry.measures)
        defer { last[index] = value ?? last[index] }
        return value.map {
          Self.isCount(measure.name)
            ? Self.count($0, after: last[index])
            : Self.length($0, after: last[index], in: units)
        } ?? ""
      }
      return Row(
        date: day.words(on: today) + time, cells: cells, note: entry.note)
    }
  }

  /// Returns a value of a measure in words.
  package static func text(
    _ value: Int, of measure: String, in units: MeasurementUnits
  ) -> String {
    isCount(measure) ? "\(value)" : units.length(value)
  }

  private static func isCount(_ measure: String) -> Bool {
    measure == "leaves" || measure == "health"
  }

  private static func length(
    _ value: Int, after last: Int?, in units: MeasurementUnits
  ) -> String {
    guard let last, last != value else { return units.length(value) }
    return "\(units.length(value)) (\(units.lengthChange(value - last)))"
  }

  /// Returns a number, with its change since the one before.
  package static func count(_ value: Int, after last: Int?) -> String {
    guard let last, last != value else { return "\(value)" }
    return "\(value) (\(value > last ? "+" : "")\(value - last))"
  }
}

extension PlantMeasured {
  /// Returns a level of health, with the meaning of the lowest and the highest.
  package static func words(ofHealth level: Int) -> String {
    switch level {
    case healthLevels.lowerBound: "\(level), dying"
    case healthLevels.upperBound: "\(level), thriving"
    default: "\(level)"
    }
  }
}
