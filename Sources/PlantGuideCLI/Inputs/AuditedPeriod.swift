internal import JournalInput
internal import JournalTime
internal import TerminalKit

/// The options for the days of a look back at care.
enum AuditedPeriod {
  /// Returns `--since`, `--until` and `--grace`; `since` describes the default
  /// of the first day.
  static func options(since: String) -> [OptionDefinition] {
    [Self.since(since), until, grace]
  }

  private static func since(_ first: String) -> Option<String> {
    Option(
      "since", value: "DAY", completion: .day,
      help: "The first day that counts; \(first) by default")
  }

  private static let until = Option(
    "until", value: "DAY", completion: .day,
    help: "The last day that counts; today by default")
  private static let grace = Option(
    "grace", value: "DAYS",
    help:
      "Days late that still count as on time; the setting graceDays by default",
    expects: "days from 0 to 365"
  ) { Int($0).flatMap { 0...365 ~= $0 ? $0 : nil } }

  /// Reads the days; `defaultStart` derives the first day from the last.
  static func days(
    _ arguments: ParsedArguments, today: Day, defaultStart: (Day) -> Day
  ) throws -> ClosedRange<Day> {
    try DateInput.period(
      from: arguments[since("")], to: arguments[until], today: today,
      defaultFirst: defaultStart)
  }

  /// Reads the days of grace; `nil` for the setting.
  static func grace(_ arguments: ParsedArguments) throws -> Int? {
    try arguments[grace]
  }
}
