internal import POSIXKit

/// The way in which a terminal shows pictures.
package enum PictureProtocol: String, Sendable, CaseIterable {
  /// Pictures are not shown.
  case none
  /// As half blocks of two colours each, which most terminals can show.
  case blocks
  /// As kitty's graphics: pixels.
  case kitty
  /// As the inline images of iTerm2: files.
  case iterm
  /// As sixels, which another program makes from a file.
  case sixel

  /// A Boolean value that indicates whether it takes files, not pixels.
  package var takesFiles: Bool { self == .iterm || self == .sixel }

  /// Returns the required program if it is not installed.
  package func missingProgram(
    _ environment: EnvironmentVariables
  ) -> String? {
    self == .sixel && !SixelProgram.isInstalled(environment)
      ? SixelProgram.name : nil
  }

  /// Chooses by the environment, as terminals often leave questions unanswered.
  ///
  /// - Parameters:
  ///   - facts: The facts about the output.
  ///   - choice: The user's choice, which takes precedence.
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
      // Sixels are pixels, so the size of a cell in pixels must be known.
      if hasSixels(environment), facts.windowHasPixels,
        SixelProgram.isInstalled(environment)
      {
        return .sixel
      }
    }
    return HalfBlocks.Depth(environment: environment) != nil
      && Charset(environment: environment) == .unicode ? .blocks : .none
  }

  /// Returns whether a multiplexer is in between, which passes on only
  /// characters and colours.
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

  /// WezTerm always has inline images, but kitty's graphics only as a setting.
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
  /// The option of every command that shows pictures.
  package static let pictures = Option<PictureProtocol>(
    "pictures", value: "HOW",
    help: "Show pictures as blocks, kitty, iterm or sixel, or none",
    expects: "none, blocks, kitty, iterm or sixel")
}
