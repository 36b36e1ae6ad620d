internal import ErrorKit
public import JournalEvents
internal import JournalTime

/// The valid values of a setting and their typed form.
public enum SettingForm: Sendable, Hashable {
  /// The IANA name of a time zone. Any text has this form; only the system
  /// knows the existing zones.
  case timeZone
  /// A word out of a few.
  case choice([String])
  /// Yes or no.
  case flag
  /// The grouping of waterings: by a quarter, never, or on weekdays.
  case gathering
  /// A time of day, "HH:MM".
  case timeOfDay
  /// A part of each day, such as "22:00-07:00".
  case timeSpan
  /// Days of the week, such as "Mon,Sat".
  case weekdays
  /// Two days and all between, such as "2026-12-20..2027-01-03".
  case daySpan
  /// Kinds of care with commas between them.
  case kinds
  /// Ids of plants with commas between them.
  case plants
  /// A whole number.
  case whole(ClosedRange<Int64>)
  /// A share from 0.50 to 0.95 in steps of 0.05. It is stored as text with two
  /// decimals, because settings have no fractions and equal steps must compare
  /// equal.
  case confidence
  /// A name: at most ``maximumTextLength`` bytes of UTF-8, not blank.
  case text
  /// The absolute path of a directory.
  case directory
  /// The address of the pages of a server, without a path.
  case pageAddress
  /// On, off, or names separated by commas.
  case switchOrNames

  /// The maximum length of a text, in bytes of UTF-8.
  public static let maximumTextLength = 200

  /// Returns whether `value` has this form. `null`, the default, always has.
  public func admits(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (_, .null): true
    case (.timeZone, .text(let text)): !text.isEmpty
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.flag, .bool): true
    case (.gathering, let value): WateringGathering(value) != nil
    case (.timeOfDay, .text(let text)): TimeOfDay(text) != nil
    case (.timeSpan, .text(let text)): TimeSpan(text) != nil
    case (.weekdays, .text(let text)): WeekdayNames.days(of: text) != nil
    case (.daySpan, .text(let text)): Self.days(text) != nil
    case (.kinds, .text(let text)): Self.kinds(text) != nil
    case (.plants, .text(let text)): Self.plants(text) != nil
    case (.whole(let range), .integer(let value)): range.contains(value)
    case (.confidence, .text(let text)): Self.steps.contains(text)
    case (.text, .text(let text)): Self.isName(text)
    case (.directory, .text(let text)): Self.isPath(text)
    case (.pageAddress, .text(let text)): Self.isPageAddress(text)
    case (.switchOrNames, .text(let text)): Self.areNames(text)
    default: false
    }
  }

  /// Returns the value that a user typed, or `nil` if `text` is not valid.
  public func value(typed text: String) -> SettingValue? {
    let value: SettingValue? =
      switch self {
      case .timeZone, .timeOfDay, .text, .directory: .text(text)
      case .pageAddress:
        .text(text.hasSuffix("/") ? String(text.dropLast()) : text)
      case .choice(let choices): Self.choice(text, of: choices)
      case .flag: Self.flag(text)
      case .gathering: WateringGathering(typed: text)?.value
      case .timeSpan: Self.unlessNone(text.filter { $0 != " " })
      case .weekdays:
        WeekdayNames.days(typed: text).map { .text(WeekdayNames.text(of: $0)) }
      case .daySpan:
        Self.unlessNone(
          text.replacing(" to ", with: "..").filter { $0 != " " })
      case .kinds, .plants: Self.unlessNone(text.filter { $0 != " " })
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

  /// Returns a text as a value; the word "none" is the default, none.
  private static func unlessNone(_ text: String) -> SettingValue {
    text.lowercased() == "none" ? .null : .text(text)
  }

  /// Returns the user's word for a value; `nil` if it is the value itself.
  public func text(of value: SettingValue) -> String? {
    self == .gathering ? WateringGathering(value)?.text : nil
  }

  /// The text between the parts of a value; `nil` if a value has no parts.
  public var separator: String? {
    switch self {
    case .timeSpan: "-"
    case .daySpan: ".."
    case .weekdays, .kinds, .plants: ","
    default: nil
    }
  }

  /// The values to choose from; empty if there are too many.
  public var words: [String] {
    switch self {
    case .choice(let choices): choices
    case .flag: ["true", "false"]
    case .gathering: ["quarter", "off", "Sat", "Sun"]
    case .confidence: Self.steps
    case .switchOrNames: ["on", "off"]
    case .kinds: TaskKind.standard.map(\.name)
    case .weekdays: WeekdayNames.names
    case .timeZone, .timeOfDay, .timeSpan, .daySpan, .plants, .whole,
      .text, .directory, .pageAddress:
      []
    }
  }

  /// The end of the sentence "must be …".
  public var expectation: String {
    switch self {
    case .timeZone: "an IANA time zone such as \"Europe/Paris\""
    case .choice(let choices): choices.map { "\"\($0)\"" }.alternatives
    case .flag: "true or false"
    case .gathering: "quarter, off or days of the week such as \"Wed,Sat\""
    case .timeOfDay: "a time such as \"09:00\""
    case .timeSpan: "two times such as \"22:00-07:00\", or none"
    case .weekdays: "days of the week such as \"Mon,Sat\""
    case .daySpan: "two days such as \"2026-12-20..2027-01-03\", or none"
    case .kinds:
      "kinds of care with commas between them, of "
        + TaskKind.standard.map(\.name).joined(separator: ", ") + "; or none"
    case .plants: "whole ids of plants with commas between them, or none"
    case .whole(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .confidence: "0.50 to 0.95 in steps of 0.05"
    case .text: "a text of 1 to \(Self.maximumTextLength) bytes"
    case .directory: "the whole path of a directory, from /"
    case .pageAddress: "an address such as https://192.0.2.7:8714"
    case .switchOrNames: "on, off, or names with commas between them"
    }
  }

  private static let steps = stride(from: 50, through: 95, by: 5).map {
    "0.\($0)"
  }

  /// Returns the days of "2026-12-20..2027-01-03", first and last included.
  static func days(_ text: String) -> ClosedRange<Day>? {
    guard let dots = text.firstRange(of: ".."),
      let first = Day(String(text[..<dots.lowerBound])),
      let last = Day(String(text[dots.upperBound...])), first <= last
    else { return nil }
    return first...last
  }

  /// Returns the standard kinds of care in a text, each named once.
  static func kinds(_ text: String) -> Set<TaskKind>? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let kinds = names.compactMap { name in
      TaskKind.standard.first { $0.name == name }
    }
    return kinds.count == names.count && Set(kinds).count == kinds.count
      ? Set(kinds) : nil
  }

  /// Returns the plants in a text, each named once.
  static func plants(_ text: String) -> Set<PlantID>? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let plants = names.compactMap { PlantID(String($0)) }
    return plants.count == names.count && Set(plants).count == plants.count
      ? Set(plants) : nil
  }

  /// Returns whether a text is scheme, host and port, all of visible ASCII.
  private static func isPageAddress(_ text: String) -> Bool {
    guard
      let scheme = ["https://", "http://"].first(where: text.hasPrefix),
      text.utf8.count <= 300
    else { return false }
    let host = text.dropFirst(scheme.count)
    return !host.isEmpty
      && host.utf8.allSatisfy {
        0x21...0x7e ~= $0 && !"/?#@\\\"<>|^`{}".utf8.contains($0)
      }
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= maximumTextLength
      && text.contains { !$0.isWhitespace }
  }

  private static func isPath(_ text: String) -> Bool {
    // The maximum length of a path is PATH_MAX.
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

  /// Returns the choice that matches in any case.
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
