/// The colours of styles, which depend on what is behind them.
package enum Palette: String, Sendable, CaseIterable {
  /// Colours that can be read on either background.
  case neutral
  /// For a light background.
  case light
  /// For a dark background.
  case dark

  /// The palette for the setting `appearance`: where that leaves it to the
  /// system, for the background that the terminal tells of in `COLORFGBG`, as
  /// several do: "15;0" is white on black.
  package init(appearance: String, environment: EnvironmentVariables) {
    let said = environment["COLORFGBG"]?.split(separator: ";").last
    let background = said.flatMap { Int($0) }
    self =
      switch (appearance, background) {
      case ("light", _), ("system", 7?), ("system", (9...15)?): .light
      case ("dark", _), ("system", (0...6)?), ("system", 8?): .dark
      default: .neutral
      }
  }

  /// The parameters for what asks for attention.
  package var attention: String {
    switch self {
    case .neutral, .light: "1;35"
    case .dark: "1;95"
    }
  }

  /// The parameters for what is next.
  package var accent: String {
    switch self {
    case .neutral: "36"
    case .light: "34"
    case .dark: "96"
    }
  }
}

/// How a piece of text stands out on a terminal.
///
/// No meaning hangs on colour: every state is said in words too. The colours
/// used, magenta and cyan or blue, stay apart under the common kinds of colour
/// blindness, which red and green do not, and differ in weight besides.
package enum Style: Sendable, CaseIterable {
  case plain
  case bold
  case dim
  /// What asks for attention.
  case attention
  /// What is next.
  case accent
  /// What would be next, were it not put off.
  case dimAccent

  /// The parameters of the control sequence "select graphic rendition".
  private func parameters(in palette: Palette) -> String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .attention: palette.attention
    case .accent: palette.accent
    case .dimAccent: "2;" + palette.accent
    }
  }

  /// `text` between the sequences that switch the style on and off.
  package func applied(to text: String, in palette: Palette) -> String {
    guard let parameters = parameters(in: palette), !text.isEmpty else {
      return text
    }
    return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}

extension Style {
  package static let heading = Style.bold
  package static let error = Style.attention
  package static let hint = Style.accent
}

/// When output is coloured, as `--color` says.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal that can, and never with `NO_COLOR`.
  case auto
  /// Always, also into a pipe.
  case always
  /// Never.
  case never
}

extension OptionDefinition {
  /// What every command takes that prints text.
  package static let color = Option<ColorChoice>(
    "color", value: "WHEN", help: "Colour the output: auto, always or never",
    group: .common, expects: "auto, always or never")
}
