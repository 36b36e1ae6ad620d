public import JournalEvents

/// The grouping of waterings on common days (rule 7).
public enum WateringGathering: Hashable, Sendable {
  /// Every watering stays on its own due day.
  case none
  /// On a day on which a watering is due, other waterings are added if they may
  /// come earlier by up to a quarter of their interval.
  case quarter
  /// On these ISO 8601 weekdays, waterings that may come earlier by as much are
  /// grouped.
  case weekdays(Set<Int>)

  /// Creates the grouping from a setting's value; `nil` if it is invalid.
  public init?(_ value: SettingValue) {
    switch value {
    case .bool(let gathers): self = gathers ? .quarter : .none
    case .text(let text):
      guard let days = WeekdayNames.days(of: text) else { return nil }
      self = .weekdays(days)
    case .integer, .null: return nil
    }
  }

  /// Creates the grouping that a user typed, such as `yes`, `quarter`,
  /// `Sat,Wed` or `sat and wed`; `nil` if it is invalid.
  public init?(typed text: String) {
    switch text.lowercased() {
    case "true", "yes", "on", "quarter": self = .quarter
    case "false", "no", "off": self = .none
    default:
      guard let days = WeekdayNames.days(typed: text) else { return nil }
      self = .weekdays(days)
    }
  }

  /// The setting's value; weekdays in their order, as in "Wed,Sat".
  public var value: SettingValue {
    switch self {
    case .none: .bool(false)
    case .quarter: .bool(true)
    case .weekdays(let days): .text(WeekdayNames.text(of: days))
    }
  }

  /// The user's word for the grouping.
  var text: String {
    switch self {
    case .none: "off"
    case .quarter: "quarter"
    case .weekdays(let days): WeekdayNames.text(of: days)
    }
  }
}
