internal import Encodings
package import JournalCare
package import JournalEvents
internal import JournalQueries
internal import TextKit

/// A reader of typed kinds of care.
package enum KindInput {
  /// Returns whether a text is a standard kind of care, or its verb.
  package static func isStandard(_ text: String) -> Bool {
    TaskKind.standard(called: text) != nil
  }

  /// Returns the kind of care with a name or a verb.
  package static func kind(_ text: String) throws -> TaskKind {
    if let known = TaskKind.standard(called: text) { return known }
    guard let kind = TaskKind(text) else {
      throw InputError(
        "'\(SafeText.shown(text))' is not a kind of care; there are "
          + TaskKind.standard.map(\.words).joined(by: ", ")
          + ", or one of your own such as neem-spray")
    }
    return kind
  }
}

/// A reader of the typed parts of a schedule.
package enum ScheduleInput {
  /// Reads an interval in days, such as `7d`, `2w` or `weekly`.
  package static func interval(_ text: String) throws -> Int {
    let days = try DateInput.span(text)
    guard (1...ScheduleSet.maximumInterval).contains(days) else {
      throw InputError(
        "an interval is 1 to \(ScheduleSet.maximumInterval) days, not \(days)")
    }
    return days
  }
}

/// A reader of typed amounts of water.
package enum AmountInput {
  /// Reads `moderate`, `250ml`, `0.5l`, `8 fl oz` or a bare number of
  /// millilitres or fluid ounces, as `units` say; rounds to the nearest
  /// millilitre.
  package static func amount(
    _ text: String, units: MeasurementUnits
  ) throws -> String {
    let amount =
      WateringAmount.isAmount(text) ? text : Measure.millilitres(text, units)
    guard let amount, WateringAmount.isAmount(amount) else {
      throw InputError(
        "'\(text)' is not an amount",
        hint: "write light, moderate, thorough, soak, 250ml, 0.5l or 8floz")
    }
    return amount
  }
}
