internal import JournalEvents
internal import JournalTime
internal import TerminalKit

/// Kinds of care that people type.
enum KindInput {
  static func kind(_ text: String) throws -> TaskKind {
    let verbs: [String: TaskKind] = [
      "water": .watering, "fertilize": .fertilizing, "prune": .pruning,
      "repot": .repotting, "rotate": .rotation, "mist": .misting,
      "clean": .cleaning,
    ]
    if let known = verbs[text] { return known }
    guard let kind = TaskKind(text) else {
      throw UsageError(
        "'\(SafeText.shown(text))' is not a kind of care; there are "
          + TaskKind.standard.map(\.name).joined(separator: ", ")
          + ", or one of your own such as neem-spray")
    }
    return kind
  }
}

extension ArgumentDefinition {
  static let kind = ArgumentDefinition(
    name: "KIND", completion: .kind, help: "The kind of care")
}

/// The parts of a schedule that people type.
enum ScheduleInput {
  static func interval(_ text: String) throws -> Int {
    let days = try DateInput.span(text)
    guard (1...ScheduleSet.maximumInterval).contains(days) else {
      throw UsageError(
        "an interval is 1 to \(ScheduleSet.maximumInterval) days, not \(days)")
    }
    return days
  }

  /// Months such as "3-10", "Mar-Oct" or "11-2,5".
  static func months(_ text: String) -> MonthSet? {
    var months: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(
        separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count),
        let first = month(ends[0]), let last = month(ends[ends.count - 1])
      else { return nil }
      var current = first
      months.insert(current)
      while current != last {
        current = current % 12 + 1
        months.insert(current)
      }
    }
    return MonthSet(months)
  }

  private static func month(_ text: Substring) -> Int? {
    if let number = Int(text), (1...12).contains(number) { return number }
    return MonthName.number(text.lowercased())
  }
}

extension RemovalReason {
  private static let others: [String: RemovalReason] = [
    "dead": .died, "gaveaway": .givenAway, "gift": .givenAway,
    "gifted": .givenAway, "swapped": .givenAway, "byaccident": .mistake,
  ]

  /// Reads `died`, `givenAway`, `given away`, `given-away`, `sold`, `mistake`
  /// or `other`, in any case.
  init?(typed text: String) {
    let word = text.lowercased().filter { !" -_".contains($0) }
    let named = Self.allCases.first { $0.rawValue.lowercased() == word }
    guard let reason = named ?? Self.others[word] else { return nil }
    self = reason
  }

  /// As people read it.
  var shown: String { self == .givenAway ? "given away" : rawValue }
}
