internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import TerminalKit

/// Amounts of water that people type, kept in words or whole millilitres.
enum AmountInput {
  /// Reads `moderate`, `250ml`, `0.5l`, `8 fl oz` or a bare number of
  /// millilitres or fluid ounces, as `units` say; rounds to the nearest
  /// millilitre.
  static func amount(
    _ text: String, units: MeasurementUnits
  ) throws -> String {
    let amount =
      WateringAmount.isAmount(text) ? text : Measure.millilitres(text, units)
    guard let amount, WateringAmount.isAmount(amount) else {
      throw UsageError(
        "'\(text)' is not an amount",
        hint: "write light, moderate, thorough, soak, 250ml, 0.5l or 8floz")
    }
    return amount
  }
}

extension OptionDefinition {
  static let amount = Option(
    "amount", value: "AMOUNT", completion: .amount,
    help: "light, moderate, thorough, soak, 250ml or 8floz")
}

extension CommandContext {
  /// The value of `--amount`.
  func amount() throws -> String? {
    try arguments[.amount].map {
      try AmountInput.amount($0, units: try inputUnits())
    }
  }
}
