internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  static let onlyKind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "Only this kind of care", read: KindInput.kind)
}

extension TaskFilter {
  /// The argument of a view that takes a filter.
  static let argument = PlantChoice.argument

  /// The options of a view that takes a filter.
  static let options =
    PlantChoice.options + [
      OptionDefinition.onlyKind
    ]

  /// Reads the filter from a command line; `names` are the positional
  /// arguments that name plants.
  init(
    _ names: some Collection<String>, of context: CommandContext
  ) throws {
    self.init(
      plants: try PlantChoice(names, of: context, mayBeEmpty: true),
      kind: try context.arguments[.onlyKind])
  }
}
