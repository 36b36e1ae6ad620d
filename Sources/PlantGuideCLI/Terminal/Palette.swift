/// The colours of styles, which depend on what is behind them.
enum Palette: String, Sendable, CaseIterable {
  /// Colours that can be read on either background.
  case neutral
  /// For a light background.
  case light
  /// For a dark background.
  case dark

  /// The palette for the setting `appearance`: where that leaves it to the
  /// system, for the background that the terminal tells of in `COLORFGBG`, as
  /// several do: "15;0" is white on black.
  init(appearance: String, environment: EnvironmentVariables) {
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
  var attention: String {
    switch self {
    case .neutral, .light: "1;35"
    case .dark: "1;95"
    }
  }

  /// The parameters for what is next.
  var accent: String {
    switch self {
    case .neutral: "36"
    case .light: "34"
    case .dark: "96"
    }
  }
}
