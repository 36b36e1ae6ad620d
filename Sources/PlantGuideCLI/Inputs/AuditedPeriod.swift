internal import JournalTime
internal import TerminalKit

/// The days that a look back at care covers, as options say.
enum AuditedPeriod {
  /// `--since`, `--until` and `--grace`; `since` says what is the first day by
  /// default.
  static func options(since: String) -> [OptionDefinition] {
    [
      Option(
        "since", value: "DAY", completion: .day,
        help: "The first day that counts; \(since) by default"),
      Option(
        "until", value: "DAY", completion: .day,
        help: "The last day that counts; today by default"),
      Option(
        "grace", value: "DAYS",
        help: "So many days late still count as on time; 0 by default"),
    ]
  }

  /// Reads the days; `defaultStart` makes the first of them from the last.
  static func days(
    _ arguments: ParsedArguments, today: Day, defaultStart: (Day) -> Day
  ) throws -> ClosedRange<Day> {
    func day(_ option: String) throws -> Day? {
      try arguments.value(option).map {
        try DateInput.day($0, today: today, preferring: .past)
      }
    }
    let last = try day("until") ?? today
    let first = try day("since") ?? defaultStart(last)
    guard first <= last else {
      throw UsageError("the first day, \(first), is after the last, \(last)")
    }
    guard last <= today else {
      throw UsageError(
        "\(last) is still to come; nothing can be audited after today")
    }
    return first...last
  }

  /// Reads the days of grace.
  static func grace(_ arguments: ParsedArguments) throws -> Int {
    guard let text = arguments.value("grace") else { return 0 }
    guard let days = Int(text), 0...365 ~= days else {
      throw UsageError.badValue(
        option: "grace", value: text, expectation: "days from 0 to 365")
    }
    return days
  }
}
