public import JournalCare

extension MeasurementUnits {
  private static let centimetresPerInch = 2.54
  private static let millilitresPerFluidOunce = 29.5735

  /// A length, given in centimetres: "42 cm", "16.5 in".
  public func length(_ centimetres: Int) -> String {
    switch self {
    case .metric: "\(centimetres) cm"
    case .imperial: "\(Self.inTenths(inches(centimetres))) in"
    }
  }

  /// How much a length, given in centimetres, has changed: "+4", "-1.6".
  public func lengthChange(_ centimetres: Int) -> String {
    let size =
      switch self {
      case .metric: "\(abs(centimetres))"
      case .imperial: Self.inTenths(inches(abs(centimetres)))
      }
    return (centimetres < 0 ? "-" : "+") + size
  }

  /// An amount of water in its stored form, "250ml": "250ml", "8.5 fl oz". Words
  /// such as "moderate" are of no unit.
  public func amount(_ text: String) -> String {
    guard self == .imperial, text.hasSuffix("ml"),
      let millilitres = Int(text.dropLast(2))
    else { return text }
    let ounces = Double(millilitres) / Self.millilitresPerFluidOunce
    return "\(Self.inTenths(ounces)) fl oz"
  }

  /// A temperature, given in degrees Celsius, without its sign.
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

  private func inches(_ centimetres: Int) -> Double {
    Double(centimetres) / Self.centimetresPerInch
  }

  /// A number that is not negative with one decimal.
  private static func inTenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
