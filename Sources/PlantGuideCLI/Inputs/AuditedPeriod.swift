internal import JournalInput
internal import JournalTime
internal import TerminalKit

/// The days that a look back at care covers, as options say.
enum AuditedPeriod {
  /// `--since`, `--until` and `--grace`; `since` says what is the first day by
  /// default.
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
      "So many days late still count as on time; the setting graceDays by default",
    expects: "days from 0 to 365"
  ) { Int($0).flatMap { 0...365 ~= $0 ? $0 : nil } }

  /// Reads the days; `defaultStart` makes the first of them from the last.
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
