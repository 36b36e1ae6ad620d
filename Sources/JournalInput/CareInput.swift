internal import Encodings
package import JournalCare
package import JournalEvents
internal import JournalQueries
internal import TextKit

/// Kinds of care that people type.
package enum KindInput {
  /// Returns a Boolean value that indicates whether a text is a kind that
  /// everybody has, or its verb.
  package static func isStandard(_ text: String) -> Bool {
    TaskKind.standard(called: text) != nil
  }

  /// The kind that a text names.
  package static func kind(_ text: String) throws -> TaskKind {
    if let known = TaskKind.standard(called: text) { return known }
    guard let kind = TaskKind(text) else {
      throw InputError(
        "'\(SafeText.shown(text))' is not a kind of care; there are "
          + TaskKind.standard.map(\.name).joined(by: ", ")
          + ", or one of your own such as neem-spray")
    }
    return kind
  }
}

/// The parts of a schedule that people type.
package enum ScheduleInput {
  /// So many days, as `7d`, `2w` or `weekly`.
  package static func interval(_ text: String) throws -> Int {
    let days = try DateInput.span(text)
    guard (1...ScheduleSet.maximumInterval).contains(days) else {
      throw InputError(
        "an interval is 1 to \(ScheduleSet.maximumInterval) days, not \(days)")
    }
    return days
  }
}

/// Amounts of water that people type, kept in words or whole millilitres.
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
