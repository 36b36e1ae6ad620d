internal import JournalCare
internal import JournalEvents
internal import TerminalKit

/// Lengths that people type, kept in whole centimetres.
enum LengthInput {
  private static let centimetresPerUnit: [String: Double] = [
    "cm": 1, "mm": 0.1, "m": 100, "in": 2.54, "\"": 2.54, "″": 2.54,
    "”": 2.54, "ft": 30.48, "'": 30.48, "′": 30.48, "’": 30.48,
  ]

  /// Reads `42cm`, `420mm`, `1.2m`, `17in`, `3ft`, `5'6"`, `5ft 6in` or a bare
  /// number of centimetres or inches, as `units` say; rounds to the nearest
  /// centimetre.
  static func centimetres(
    _ text: String, of option: OptionDefinition, units: MeasurementUnits
  ) throws -> Int {
    guard let exact = exactCentimetres(text, units) else {
      throw option.refusal(
        of: text,
        expecting: "a length such as 42cm, 420mm, 1.2m, 17in or 5ft6in")
    }
    let length = exact.rounded()
    guard (1...Double(PlantMeasured.maximumLength)).contains(length) else {
      throw option.refusal(
        of: text,
        expecting: "a length from 1cm to 1000m; whole centimetres are kept")
    }
    return Int(length)
  }

  private static func exactCentimetres(
    _ text: String, _ units: MeasurementUnits
  ) -> Double? {
    guard let (number, unit, rest) = firstPart(of: text[...]) else {
      return nil
    }
    let bare = units == .metric ? "cm" : "in"
    guard let factor = centimetresPerUnit[unit.isEmpty ? bare : unit] else {
      return nil
    }
    guard !rest.isEmpty else { return number * factor }
    // Inches follow feet, and may do so without their unit: 5'6.
    guard factor == centimetresPerUnit["ft"],
      let (inches, inchUnit, end) = firstPart(of: rest), end.isEmpty,
      inchUnit.isEmpty || centimetresPerUnit[inchUnit] == 2.54, inches < 12
    else { return nil }
    return number * factor + inches * 2.54
  }

  /// A number and its unit from the beginning of `text`, and what follows
  /// them.
  private static func firstPart(
    of text: Substring
  ) -> (number: Double, unit: String, rest: Substring)? {
    let digits = text.prefix(while: isPartOfNumber)
    // `Double` also reads "inf" and "1e9", which the prefix has ruled out.
    guard let number = Double(String(digits)) else { return nil }
    let afterNumber = text.dropFirst(digits.count).drop { $0 == " " }
    let unit = afterNumber.prefix { !isPartOfNumber($0) && $0 != " " }
    let rest = afterNumber.dropFirst(unit.count).drop { $0 == " " }
    return (number, unit.lowercased(), rest)
  }

  private static func isPartOfNumber(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == ".")
  }

  /// Reads a number of leaves.
  static func leaves(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(text), count <= PlantMeasured.maximumLeaves
    else { return nil }
    return count
  }
}
