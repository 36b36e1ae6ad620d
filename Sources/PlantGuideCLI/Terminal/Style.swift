/// How a piece of text stands out on a terminal.
///
/// No meaning hangs on colour: every state is said in words too. The colours
/// used, magenta and cyan or blue, stay apart under the common kinds of colour
/// blindness, which red and green do not, and differ in weight besides.
enum Style: Sendable, CaseIterable {
  case plain
  case bold
  case dim
  case heading
  case overdue
  case due
  case done
  case snoozed
  case identifier
  case error
  case hint

  /// The parameters of the control sequence "select graphic rendition".
  private func parameters(in palette: Palette) -> String? {
    switch self {
    case .plain: nil
    case .bold, .heading: "1"
    case .dim, .done, .identifier: "2"
    case .overdue, .error: palette.attention
    case .due, .hint: palette.accent
    case .snoozed: "2;" + palette.accent
    }
  }

  /// `text` between the sequences that switch the style on and off.
  func applied(to text: String, in palette: Palette) -> String {
    guard let parameters = parameters(in: palette), !text.isEmpty else {
      return text
    }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}
