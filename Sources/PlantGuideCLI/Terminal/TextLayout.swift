/// How text is made to fit the terminal that it is written to. Pipes and
/// files get text as it is.
struct TextLayout: Sendable {
  private let charset: Charset
  private let folding: LineFolding

  /// Creates the layout for a terminal; `nil` where nobody is looking.
  init?(for terminal: Terminal) {
    guard terminal.isTerminal else { return nil }
    charset = terminal.charset
    folding = LineFolding(width: terminal.width)
  }

  /// `text` in the terminal's characters, no line longer than its own.
  func laidOut(_ text: String) -> String {
    folding.fold(charset.encoded(text))
  }
}
