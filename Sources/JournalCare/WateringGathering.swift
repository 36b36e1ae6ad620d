public import JournalEvents
internal import JournalTime

/// How waterings are gathered on common days (rule 7).
public enum WateringGathering: Hashable, Sendable {
  /// Each is due on its own day.
  case none
  /// On a day on which one of them is due, those that may come earlier by up
  /// to a quarter of their interval come with it.
  case quarter
  /// On days of the week, as ISO 8601 counts them, those that may come earlier
  /// by as much.
  case weekdays(Set<Int>)

  private static let names = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]

  /// Reads the value of the setting; `nil` for one that it cannot have.
  public init?(_ value: SettingValue) {
    switch value {
    case .bool(let gathers): self = gathers ? .quarter : .none
    case .text(let text):
      guard let days = Self.weekdays(text), Self.text(of: days) == text else {
        return nil
      }
      self = .weekdays(days)
    case .integer, .null: return nil
    }
  }

  /// Reads what a person types: `yes`, `quarter`, `Sat,Wed`, `sat and wed`;
  /// `nil` for what has no sense.
  public init?(typed text: String) {
    switch text.lowercased() {
    case "true", "yes", "on", "quarter": self = .quarter
    case "false", "no", "off": self = .none
    default:
      guard let days = Self.weekdays(text) else { return nil }
      self = .weekdays(days)
    }
  }

  /// The setting's value: weekdays in their order, "Wed,Sat".
  public var value: SettingValue {
    switch self {
    case .none: .bool(false)
    case .quarter: .bool(true)
    case .weekdays(let days): .text(Self.text(of: days))
    }
  }

  /// What people call it.
  var text: String {
    switch self {
    case .none: "off"
    case .quarter: "quarter"
    case .weekdays(let days): Self.text(of: days)
    }
  }

  private static func text(of days: Set<Int>) -> String {
    days.sorted().map { names[$0 - 1] }.joined(separator: ",")
  }

  /// The weekdays that words name, by three letters or more of each.
  private static func weekdays(_ text: String) -> Set<Int>? {
    var days: Set<Int> = []
    for word in text.lowercased().split(whereSeparator: { ", ".contains($0) })
    where word != "and" {
      guard word.utf8.count >= 3,
        let index = names.firstIndex(where: { word.hasPrefix($0.lowercased()) }
        ),
        Day(number: Int32(index - 3)).weekdayName.lowercased().hasPrefix(word)
      else { return nil }
      days.insert(index + 1)
    }
    return days.isEmpty ? nil : days
  }
}
