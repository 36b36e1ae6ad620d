internal import Encodings

/// Lists and numbers as sentences have them.
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

  /// A share in whole hundredths: `92%`.
  package static func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded()))%"
  }

  /// A number with one digit after the point: `2.5`.
  package static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
