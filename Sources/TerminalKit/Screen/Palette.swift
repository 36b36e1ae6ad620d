/// The colours of styles, which depend on the background.
package enum Palette: String, Sendable, CaseIterable {
  /// Colours that are readable on either background.
  case neutral
  /// For a light background.
  case light
  /// For a dark background.
  case dark

  /// The palette for the setting `appearance`. If that leaves it to the system,
  /// the background comes from `COLORFGBG`, which several terminals set: "15;0"
  /// is white on black.
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

  /// The parameters for text that needs attention.
  package var attention: String {
    switch self {
    case .neutral, .light: "1;35"
    case .dark: "1;95"
    }
  }

  /// The parameters for text about what comes next.
  package var accent: String {
    switch self {
    case .neutral: "36"
    case .light: "34"
    case .dark: "96"
    }
  }
}

/// The colour of a sign, on each background.
package struct Hue: Sendable, Hashable {
  /// The parameter for one of the sixteen colours of every terminal.
  let neutral: UInt8
  /// The number of one of 256 colours, on a light background.
  let light: UInt8
  /// The number of one of 256 colours, on a dark background.
  let dark: UInt8

  package init(neutral: UInt8, light: UInt8, dark: UInt8) {
    self.neutral = neutral
    self.light = light
    self.dark = dark
  }

  fileprivate func parameters(in palette: Palette) -> String {
    switch palette {
    case .neutral: "\(neutral)"
    case .light: "38;5;\(light)"
    case .dark: "38;5;\(dark)"
    }
  }
}

/// The emphasis of a piece of text on a terminal.
///
/// No meaning depends on colour: every state is in words too. Magenta and cyan
/// or blue stay distinct under the common kinds of colour blindness, unlike red
/// and green, and differ in weight as well.
package enum Style: Sendable, Equatable {
  case plain
  case bold
  case dim
  /// Text that needs attention.
  case attention
  /// Text about what comes next.
  case accent
  /// Text about what would come next if it were not postponed.
  case dimAccent
  /// A sign in a colour of its own.
  case hue(Hue)

  /// The parameters of the control sequence "select graphic rendition".
  private func parameters(in palette: Palette) -> String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .attention: palette.attention
    case .accent: palette.accent
    case .dimAccent: "2;" + palette.accent
    case .hue(let hue): hue.parameters(in: palette)
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

/// The condition under which output is coloured: the values of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal that supports colour, and never with `NO_COLOR`.
  case auto
  /// Always, also into a pipe.
  case always
  /// Never.
  case never
}

extension OptionDefinition {
  /// The option of every command that prints text.
  package static let color = Option<ColorChoice>(
    "color", value: "WHEN", help: "Colour the output: auto, always or never",
    group: .common, expects: "auto, always or never")
}
