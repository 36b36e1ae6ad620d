internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit
internal import TextKit

// The looks of care, in one place: colours and signs.

/// The styles of the states of care.
extension Style {
  static let overdue = Style.attention
  static let due = Style.accent
  static let snoozed = Style.dimAccent
  static let done = Style.dim
  static let identifier = Style.dim

  /// Returns the style of something due on `due`.
  static func standing(of due: Day, on today: Day, isPostponed: Bool) -> Style {
    if due < today { return .overdue }
    if due == today { return .due }
    return isPostponed ? .snoozed : .plain
  }
}

/// The look of a kind of care: a sign that differs in shape as well as in
/// colour. People who do not see red or green can tell the colours apart.
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
  /// Returns its sign on a terminal. The user's own kinds share one sign.
  func sign(for terminal: Terminal) -> Table.Sign? {
    guard terminal.isTerminal else { return nil }
    let isUnicode = terminal.charset == .unicode
    guard let looks = KindLooks.known[self] else {
      return .init(isUnicode ? "·" : "-", .dim)
    }
    return .init(isUnicode ? looks.sign : looks.plainSign, .hue(looks.hue))
  }
}
