internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import TerminalKit

extension OptionDefinition {
  static let amount = Option(
    "amount", value: "AMOUNT", completion: .amount,
    help: "How much: light, moderate, thorough, soak, 250ml or 8floz")
}

extension CommandContext {
  /// The value of `--amount`.
  func amount() throws -> String? {
    try arguments[.amount].map {
      try AmountInput.amount($0, units: try inputUnits())
    }
  }
}
