internal import Encodings

/// Lists and numbers as they appear in sentences.
package enum Phrase {
  /// `a, b and c`.
  package static func list(
    _ items: [String], joinedBy conjunction: String
  ) -> String {
    guard let last = items.last, items.count > 1 else {
      return items.first ?? ""
    }
    let others = items.dropLast().joined(by: ", ")
    return "\(others) \(conjunction) \(last)"
  }

  /// `1 plant`, `2 plants`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A number of days in the largest sufficient units: `3 y 2 mo`, `12 d`.
  package static func age(_ days: Int) -> String {
    guard days >= 60 else { return "\(days) d" }
    let months = days * 12 / 365
    guard months >= 12 else { return "\(months) mo" }
    return "\(months / 12) y" + (months % 12 == 0 ? "" : " \(months % 12) mo")
  }

  /// A share in whole percent: `92%`.
  package static func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))%"
  }

  /// A number with one digit after the point: `2.5`.
  package static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
