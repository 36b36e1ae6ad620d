internal import JournalCare
internal import JournalEvents

/// Lengths that people type, kept in whole centimetres.
enum LengthInput {
  private static let centimetresPerUnit: [String: Double] = [
    "cm": 1, "mm": 0.1, "m": 100, "in": 2.54, "\"": 2.54,
  ]

  /// Reads `42cm`, `420mm`, `1.2m`, `17in` or a bare number of centimetres or
  /// inches, as `units` say; rounds to the nearest centimetre.
  static func centimetres(
    _ text: String, option: String, units: MeasurementUnits
  ) throws -> Int {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let typed = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let unit = typed.isEmpty ? (units == .metric ? "cm" : "in") : typed
    // `Double` also reads "inf" and "1e9", which the prefix has ruled out.
    guard let number = Double(String(digits)),
      let factor = centimetresPerUnit[unit]
    else {
      throw UsageError.badValue(
        option: option, value: text,
        expectation: "a length such as 42cm, 420mm, 1.2m or 17in")
    }
    let length = (number * factor).rounded()
    guard (1...Double(PlantMeasured.maximumLength)).contains(length) else {
      throw UsageError.badValue(
        option: option, value: text,
        expectation: "a length from 1cm to 1000m; whole centimetres are kept")
    }
    return Int(length)
  }

  /// Reads a number of leaves.
  static func leaves(_ text: String) throws -> Int {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(text), count <= PlantMeasured.maximumLeaves
    else {
      throw UsageError.badValue(
        option: "leaves", value: text,
        expectation:
          "a whole number from 0 to \(PlantMeasured.maximumLeaves)")
    }
    return count
  }
}
