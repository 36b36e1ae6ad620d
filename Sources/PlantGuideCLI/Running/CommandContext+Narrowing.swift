internal import TerminalKit

extension CommandContext {
  /// Whether one of `options`, which ask for a part of what there is, is
  /// given: only then is nothing to show no result.
  func isNarrowed(by options: [OptionDefinition]) -> Bool {
    options.contains { arguments.contains($0.name) }
  }
}
