internal import POSIXKit

/// How a terminal shows pictures.
package enum PictureProtocol: String, Sendable, CaseIterable {
  /// Not at all.
  case none
  /// As half blocks of two colours each, which most can.
  case blocks
  /// As kitty's graphics: pixels.
  case kitty
  /// As the inline images of iTerm2: files.
  case iterm
  /// As sixels, which another program makes of a file.
  case sixel

  /// Whether it takes files as they are, and not pixels.
  package var takesFiles: Bool { self == .iterm || self == .sixel }

  /// The program that it needs and that is not installed.
  package func missingProgram(
    _ environment: EnvironmentVariables
  ) -> String? {
    self == .sixel && !SixelProgram.isInstalled(environment)
      ? SixelProgram.name : nil
  }

  /// Concludes from what the environment says of the terminal: asking the
  /// terminal itself would wait for an answer that many never give.
  ///
  /// - Parameters:
  ///   - facts: What is known of the place that output goes to.
  ///   - choice: The user's, which goes before all others.
  package init(_ facts: Terminal.Facts, choice: PictureProtocol? = nil) {
    self =
      choice
      ?? (facts.isTerminal && facts.allowsColor && !facts.isDumb
        ? Self.best(for: facts) : .none)
  }

  private static func best(for facts: Terminal.Facts) -> PictureProtocol {
    let environment = facts.environment
    if !isMultiplexed(environment) {
      if hasKittyGraphics(environment) { return .kitty }
      if hasInlineImages(environment) { return .iterm }
      // Sixels are pixels, so that cells must have a known number of them.
      if hasSixels(environment), facts.windowHasPixels,
        SixelProgram.isInstalled(environment)
      {
        return .sixel
      }
    }
    return HalfBlocks.Depth(environment: environment) != nil
      && Charset(environment: environment) == .unicode ? .blocks : .none
  }

  /// Whether a program stands between that shows several terminals in one,
  /// and passes on characters and colours alone.
  private static func isMultiplexed(
    _ environment: EnvironmentVariables
  ) -> Bool {
    let term = environment["TERM"] ?? ""
    return ["TMUX", "STY", "ZELLIJ"].contains { environment[$0] != nil }
      || term.hasPrefix("screen") || term.hasPrefix("tmux")
  }

  private static func hasKittyGraphics(
    _ environment: EnvironmentVariables
  ) -> Bool {
    let term = environment["TERM"] ?? ""
    return ["xterm-kitty", "xterm-ghostty"].contains(term)
      || environment["KITTY_WINDOW_ID"] != nil
      || environment["TERM_PROGRAM"] == "ghostty"
  }

  /// WezTerm leaves kitty's graphics to its settings, and always takes these.
  private static func hasInlineImages(
    _ environment: EnvironmentVariables
  ) -> Bool {
    let program = environment["TERM_PROGRAM"] ?? ""
    return ["iTerm.app", "WezTerm", "mintty"].contains(program)
      || environment["LC_TERMINAL"] == "iTerm2"
  }

  private static func hasSixels(_ environment: EnvironmentVariables) -> Bool {
    let term = environment["TERM"] ?? ""
    return ["foot", "mlterm", "yaft", "contour"].contains {
      term == $0 || term.hasPrefix($0 + "-")
    } || term.contains("sixel")
  }
}

extension OptionDefinition {
  /// What every command takes that shows pictures.
  package static let pictures = Option<PictureProtocol>(
    "pictures", value: "HOW",
    help: "Show pictures as blocks, kitty, iterm or sixel, or none",
    expects: "none, blocks, kitty, iterm or sixel")
}
