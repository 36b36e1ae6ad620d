/// When output is coloured, as `--color` says.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// On a terminal that can, and never with `NO_COLOR`.
  case auto
  /// Always, also into a pipe.
  case always
  /// Never.
  case never

  /// Reads the value of `--color`; nil means `auto`.
  ///
  /// - Throws: ``UsageError`` for any other word.
  public init(option: String?) throws(UsageError) {
    guard let option else {
      self = .auto
      return
    }
    guard let choice = ColorChoice(rawValue: option) else {
      throw UsageError(
        "'\(option)' is no value of '--color'",
        hint: "write auto, always or never")
    }
    self = choice
  }
}
