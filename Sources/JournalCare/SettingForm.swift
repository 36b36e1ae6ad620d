internal import ErrorKit
public import JournalEvents
internal import JournalTime

/// Which values a setting takes, and how people write them.
public enum SettingForm: Sendable, Hashable {
  /// The IANA name of a time zone. Any text has this form; which zones there
  /// are, only the system knows.
  case timeZone
  /// One of a few words.
  case choice([String])
  /// Yes or no.
  case flag
  /// How waterings are gathered: by a quarter, not at all or on days of the
  /// week.
  case gathering
  /// A time of day, "HH:MM".
  case timeOfDay
  /// A whole number.
  case whole(ClosedRange<Int64>)
  /// A share from 0.50 to 0.95 in steps of 0.05. Kept as text with two
  /// decimals, as a setting holds no fractions and steps must compare equal.
  case confidence
  /// A name: at most ``maximumTextLength`` bytes of UTF-8, not blank.
  case text
  /// The path of a directory, from the root.
  case directory
  /// On, off, or names with commas between them.
  case switchOrNames

  /// The most bytes of UTF-8 that a text may have.
  public static let maximumTextLength = 200

  /// Whether `value` is of this form; `null` always is, as the default.
  public func admits(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (_, .null): true
    case (.timeZone, .text(let text)): !text.isEmpty
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.flag, .bool): true
    case (.gathering, let value): WateringGathering(value) != nil
    case (.timeOfDay, .text(let text)): TimeOfDay(text) != nil
    case (.whole(let range), .integer(let value)): range.contains(value)
    case (.confidence, .text(let text)): Self.steps.contains(text)
    case (.text, .text(let text)): Self.isName(text)
    case (.directory, .text(let text)): Self.isPath(text)
    case (.switchOrNames, .text(let text)): Self.areNames(text)
    default: false
    }
  }

  /// The value that a person means by `text`; `nil` for none.
  public func value(typed text: String) -> SettingValue? {
    let value: SettingValue? =
      switch self {
      case .timeZone, .timeOfDay, .text, .directory: .text(text)
      case .choice(let choices): Self.choice(text, of: choices)
      case .flag: Self.flag(text)
      case .gathering: WateringGathering(typed: text)?.value
      case .whole: Int64(text).map { .integer($0) }
      case .confidence: Self.confidence(text)
      case .switchOrNames:
        switch Self.flag(text) {
        case .bool(let isOn): .text(isOn ? "on" : "off")
        default: .text(text.filter { $0 != " " })
        }
      }
    return value.flatMap { admits($0) ? $0 : nil }
  }

  /// The value in the word that people have for it; `nil` where it is its own.
  public func text(of value: SettingValue) -> String? {
    self == .gathering ? WateringGathering(value)?.text : nil
  }

  /// The values of which one must be chosen; none where they are too many.
  public var words: [String] {
    switch self {
    case .choice(let choices): choices
    case .flag: ["true", "false"]
    case .gathering: ["quarter", "off", "Sat", "Sun"]
    case .confidence: Self.steps
    case .switchOrNames: ["on", "off"]
    case .timeZone, .timeOfDay, .whole, .text, .directory: []
    }
  }

  /// What a value must be, as the end of a sentence.
  public var expectation: String {
    switch self {
    case .timeZone: "an IANA time zone such as \"Europe/Paris\""
    case .choice(let choices): choices.map { "\"\($0)\"" }.alternatives
    case .flag: "true or false"
    case .gathering: "quarter, off or days of the week such as \"Wed,Sat\""
    case .timeOfDay: "a time such as \"09:00\""
    case .whole(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .confidence: "0.50 to 0.95 in steps of 0.05"
    case .text: "a text of 1 to \(Self.maximumTextLength) bytes"
    case .directory: "the whole path of a directory, from /"
    case .switchOrNames: "on, off, or names with commas between them"
    }
  }

  private static let steps = stride(from: 50, through: 95, by: 5).map {
    "0.\($0)"
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumTextLength
      && text.contains { !$0.isWhitespace }
  }

  private static func isPath(_ text: String) -> Bool {
    // What a path may have at most (PATH_MAX).
    text.hasPrefix("/") && text.utf8.count < 4_096 && !text.utf8.contains(0)
  }

  private static func areNames(_ text: String) -> Bool {
    text.utf8.count <= maximumTextLength
      && text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy
      {
        !$0.isEmpty
          && $0.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
            default: false
            }
          }
      }
  }

  /// A choice in any case.
  private static func choice(
    _ text: String, of choices: [String]
  ) -> SettingValue? {
    let folded = text.lowercased()
    return choices.first { $0.lowercased() == folded }.map { .text($0) }
  }

  private static func flag(_ text: String) -> SettingValue? {
    switch text.lowercased() {
    case "true", "yes", "on": .bool(true)
    case "false", "no", "off": .bool(false)
    default: nil
    }
  }

  /// "0.7" and "70%" mean "0.70".
  private static func confidence(_ text: String) -> SettingValue? {
    if text.hasSuffix("%"), let percent = Int(text.dropLast()) {
      return .text("0.\(percent)")
    }
    return .text(text.utf8.count == 3 ? text + "0" : text)
  }
}
