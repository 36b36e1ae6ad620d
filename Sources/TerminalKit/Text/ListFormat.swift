internal import ErrorKit

/// Lists of words as sentences have them.
package enum Wording {
  /// `a, b and c`.
  package static func list(_ items: [String], joinedBy conjunction: String)
    -> String
  {
    guard let last = items.last, items.count > 1 else {
      return items.first ?? ""
    }
    let others = items.dropLast().joined(separator: ", ")
    return "\(others) \(conjunction) \(last)"
  }

  /// `1 plant`, `2 plants`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `a, b or c`, or fewer and how many others there are.
  package static func alternatives(_ items: [String]) -> String {
    items.alternatives
  }
}
