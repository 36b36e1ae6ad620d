public import JournalCare

extension MeasurementUnits {
  private static let millimetresPerInch = 25.4
  private static let millilitresPerFluidOunce = 29.5735

  /// Returns a length in millimetres as text: "42 cm", "16.5 in".
  public func length(_ millimetres: Int) -> String {
    "\(number(millimetres)) \(self == .metric ? "cm" : "in")"
  }

  /// Returns a change of length in millimetres as text: "+4", "-1.6".
  public func lengthChange(_ millimetres: Int) -> String {
    (millimetres < 0 ? "-" : "+") + number(abs(millimetres))
  }

  private func number(_ millimetres: Int) -> String {
    let perUnit = self == .metric ? 10 : Self.millimetresPerInch
    return Self.inTenths(Double(millimetres) / perUnit)
  }

  /// Returns an amount of water, stored as "250ml", as text: "250ml", "8.5 fl
  /// oz". Words such as "moderate" have no unit.
  public func amount(_ text: String) -> String {
    guard self == .imperial, text.hasSuffix("ml"),
      let millilitres = Int(text.dropLast(2))
    else { return text }
    let ounces = Double(millilitres) / Self.millilitresPerFluidOunce
    return "\(Self.inTenths(ounces)) fl oz"
  }

  /// Returns a temperature in degrees Celsius in these units, without the sign.
  public func degrees(_ celsius: Int) -> Int {
    switch self {
    case .metric: celsius
    case .imperial: Int((Double(celsius) * 9 / 5 + 32).rounded())
    }
  }

  /// The sign of a temperature.
  public var degreeSign: String {
    switch self {
    case .metric: "°C"
    case .imperial: "°F"
    }
  }

  /// Returns a non-negative number with one decimal, if it has any.
  private static func inTenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
