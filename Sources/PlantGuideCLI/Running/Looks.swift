internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit
internal import TextKit

// How meanings look: colours and signs of care, in one place.

/// Words that every view has alike.
enum Looks {
  /// How long something has been due.
  static func lateness(_ days: Int) -> String {
    Phrase.count(days, "day") + " late"
  }
}

/// The styles in which the states of care are shown.
extension Style {
  static let overdue = Style.attention
  static let due = Style.accent
  static let snoozed = Style.dimAccent
  static let done = Style.dim
  static let identifier = Style.dim

  /// How something due on `due` stands out.
  static func standing(of due: Day, on today: Day, isPostponed: Bool) -> Style {
    if due < today { return .overdue }
    if due == today { return .due }
    return isPostponed ? .snoozed : .plain
  }
}

/// How a kind of care looks: a sign that differs in shape as well as in
/// colour. The colours keep apart for people who do not see red or green.
private struct KindLooks {
  let sign: String
  let plainSign: String
  let hue: Hue

  static let known: [TaskKind: KindLooks] = [
    .watering: .init(
      "●", "~", .init(neutral: 34, light: 25, dark: 75)),
    .fertilizing: .init(
      "▲", "+", .init(neutral: 33, light: 130, dark: 214)),
    .pruning: .init("◆", "/", .init(neutral: 32, light: 28, dark: 78)),
    .repotting: .init(
      "■", "#", .init(neutral: 91, light: 94, dark: 180)),
    .pestControl: .init(
      "✖", "x", .init(neutral: 31, light: 160, dark: 203)),
    .rotation: .init("↻", "@", .init(neutral: 36, light: 30, dark: 80)),
    .misting: .init("○", ":", .init(neutral: 94, light: 32, dark: 117)),
    .cleaning: .init(
      "◇", "=", .init(neutral: 90, light: 242, dark: 248)),
    .photo: .init(
      "□", "o", .init(neutral: 95, light: 91, dark: 177)),
  ]

  private init(_ sign: String, _ plainSign: String, _ hue: Hue) {
    self.sign = sign
    self.plainSign = plainSign
    self.hue = hue
  }
}

extension TaskKind {
  /// Its sign where a person looks at a terminal; those of people's own have
  /// one in common.
  func sign(for terminal: Terminal) -> Table.Sign? {
    guard terminal.isTerminal else { return nil }
    let isUnicode = terminal.charset == .unicode
    guard let looks = KindLooks.known[self] else {
      return .init(isUnicode ? "·" : "-", .dim)
    }
    return .init(isUnicode ? looks.sign : looks.plainSign, .hue(looks.hue))
  }
}

extension Day {
  /// How far off it is: `in 3 d`, `3 d ago`.
  func distance(from today: Day) -> String {
    let days = today.distance(to: self)
    return days == 0 ? "today" : days > 0 ? "in \(days) d" : "\(-days) d ago"
  }
}
