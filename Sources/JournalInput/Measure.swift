package import JournalCare
package import JournalEvents
package import JournalTime
internal import TextKit

/// A reader of typed measures, months and reasons.
package enum Measure {
  private static let millimetresPerUnit: [String: Double] = [
    "cm": 10, "mm": 1, "m": 1_000, "in": 25.4, "\"": 25.4, "″": 25.4,
    "”": 25.4, "ft": 304.8, "'": 304.8, "′": 304.8, "’": 304.8,
  ]

  private static let millilitresPerUnit: [String: Double] = [
    "ml": 1, "cl": 10, "l": 1_000, "floz": 29.5735, "oz": 29.5735,
  ]

  /// A text that is no length of a plant.
  package enum LengthError: Error {
    case notALength
    case outOfRange

    /// The texts that are lengths.
    package var expectation: String {
      switch self {
      case .notALength:
        "a length such as 42cm, 420mm, 1.2m, 17in or 5ft6in"
      case .outOfRange: "a length from 1mm to 1000m"
      }
    }
  }

  /// Returns a length that a plant can have, in whole millimetres, rounded to
  /// the nearest; a bare number is one of `units`.
  package static func length(
    _ text: String, _ units: MeasurementUnits
  ) throws(LengthError) -> Int {
    guard let exact = millimetres(text, units) else { throw .notALength }
    let length = exact.rounded()
    guard (1...Double(PlantMeasured.maximumLength)).contains(length) else {
      throw .outOfRange
    }
    return Int(length)
  }

  /// Returns the millimetres in `42cm`, `420mm`, `1.2m`, `17in`, `3ft`, `5'6"`,
  /// or in a bare number of `units`; `nil` if it is not a length.
  package static func millimetres(
    _ text: String, _ units: MeasurementUnits
  ) -> Double? {
    guard let (number, unit, rest) = firstPart(of: text[...]) else {
      return nil
    }
    let bare = units == .metric ? "cm" : "in"
    guard let factor = millimetresPerUnit[unit.isEmpty ? bare : unit] else {
      return nil
    }
    guard !rest.isEmpty else { return number * factor }
    // Inches may follow feet without their unit: 5'6.
    guard factor == millimetresPerUnit["ft"],
      let (inches, inchUnit, end) = firstPart(of: rest), end.isEmpty,
      inchUnit.isEmpty || millimetresPerUnit[inchUnit] == 25.4, inches < 12
    else { return nil }
    return number * factor + inches * 25.4
  }

  /// Returns the number and unit at the start of `text`, and the rest.
  private static func firstPart(
    of text: Substring
  ) -> (number: Double, unit: String, rest: Substring)? {
    let digits = text.prefix(while: isPartOfNumber)
    guard let number = Self.number(digits) else { return nil }
    let afterNumber = text.dropFirst(digits.count).drop { $0 == " " }
    let unit = afterNumber.prefix { !isPartOfNumber($0) && $0 != " " }
    let rest = afterNumber.dropFirst(unit.count).drop { $0 == " " }
    return (number, unit.lowercased(), rest)
  }

  private static func isPartOfNumber(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || ".,".contains(character))
  }

  /// Returns a number with a decimal point, or with a decimal comma as in most
  /// of Europe. Three digits after a comma are refused, as they may be
  /// thousands.
  private static func number(_ digits: Substring) -> Double? {
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
    // `Double` also reads "inf" and "1e9", but only digits get here.
    guard parts.count > 1 else { return Double(String(digits)) }
    guard parts.count == 2, !parts[0].isEmpty, (1...2).contains(parts[1].count),
      !digits.contains(".")
    else { return nil }
    return Double("\(parts[0]).\(parts[1])")
  }

  /// Returns the amount in `250ml`, `0.5l`, `8 fl oz`, or in a bare number of
  /// `units`, in its stored form of whole millilitres; `nil` if it is not an
  /// amount.
  package static func millilitres(
    _ text: String, _ units: MeasurementUnits
  ) -> String? {
    let digits = text.prefix(while: isPartOfNumber)
    let typed = text.dropFirst(digits.count).filter { $0 != " " }.lowercased()
    let unit = typed.isEmpty ? (units == .metric ? "ml" : "floz") : typed
    guard let number = number(digits),
      let factor = millilitresPerUnit[unit]
    else { return nil }
    // An overflow must not trap; it is refused like other invalid text.
    return Int(exactly: (number * factor).rounded()).map { "\($0)ml" }
  }
}

extension MonthSet {
  /// The texts that can be read, in words.
  package static let expectation = "months such as 3-10, Mar-Oct or 4,6,8"

  /// Reads months such as "3-10", "Mar-Oct" or "11-2,5".
  package init?(typed text: String) {
    var months: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(
        separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count),
        let first = Self.month(ends[0]),
        let last = Self.month(ends[ends.count - 1])
      else { return nil }
      var current = first
      months.insert(current)
      while current != last {
        current = current % 12 + 1
        months.insert(current)
      }
    }
    self.init(months)
  }

  private static func month(_ text: Substring) -> Int? {
    if let number = Int(text), (1...12).contains(number) { return number }
    return MonthName.number(text.lowercased())
  }
}

extension TimeOfDay {
  /// The texts that can be read, in words.
  package static let expectation = "a time such as 09:00"
}

extension RemovalReason {
  /// The texts that can be read, in words.
  package static let expectation = Phrase.list(
    allCases.map(\.shown), joinedBy: "or")

  private static let others: [String: RemovalReason] = [
    "dead": .died, "gaveaway": .givenAway, "gift": .givenAway,
    "gifted": .givenAway, "swapped": .givenAway, "byaccident": .mistake,
  ]

  /// Reads `died`, `givenAway`, `given away`, `given-away`, `sold`, `mistake`
  /// or `other`, in any case.
  package init?(typed text: String) {
    let word = text.lowercased().filter { !" -_".contains($0) }
    let named = Self.allCases.first { $0.rawValue.lowercased() == word }
    guard let reason = named ?? Self.others[word] else { return nil }
    self = reason
  }

  /// The reason as shown.
  package var shown: String { self == .givenAway ? "given away" : rawValue }
}
