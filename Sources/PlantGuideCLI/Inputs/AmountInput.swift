internal import JournalCare
internal import JournalEvents
internal import TerminalKit

/// Amounts of water that people type, kept in words or whole millilitres.
enum AmountInput {
  private static let millilitresPerUnit: [String: Double] = [
    "ml": 1, "cl": 10, "l": 1_000, "floz": 29.5735, "oz": 29.5735,
  ]

  /// Reads `moderate`, `250ml`, `0.5l`, `8 fl oz` or a bare number of
  /// millilitres or fluid ounces, as `units` say; rounds to the nearest
  /// millilitre.
  static func amount(
    _ text: String, units: MeasurementUnits
  ) throws -> String {
    let amount =
      WateringAmount.isAmount(text) ? text : millilitres(text, units)
    guard let amount, WateringAmount.isAmount(amount) else {
      throw UsageError(
        "'\(text)' is not an amount",
        hint: "write light, moderate, thorough, soak, 250ml, 0.5l or 8floz")
    }
    return amount
  }

  private static func millilitres(
    _ text: String, _ units: MeasurementUnits
  ) -> String? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let typed = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
    let unit = typed.isEmpty ? (units == .metric ? "ml" : "floz") : typed
    guard let number = Double(String(digits)),
      let factor = millilitresPerUnit[unit]
    else { return nil }
    // Out of bounds it is refused like any other text, but must not trap.
    return Int(exactly: (number * factor).rounded()).map { "\($0)ml" }
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
