/// What a command line says, once it is known to fit its command.
package struct ParsedArguments: Sendable, Equatable {
  /// The positional arguments, in order.
  package var positional: [String] = []

  private var flags: Set<String> = []
  private var valuesByName: [String: [String]] = [:]

  package init() {}

  /// The value of an option that is given at most once.
  package func value(_ name: String) -> String? { valuesByName[name]?.first }

  /// The values of a repeatable option, in the order given.
  package func values(_ name: String) -> [String] { valuesByName[name] ?? [] }

  /// Whether a flag was given.
  package func flag(_ name: String) -> Bool { flags.contains(name) }

  /// Whether the option was given, with or without a value.
  package func contains(_ name: String) -> Bool {
    flag(name) || valuesByName[name] != nil
  }

  package mutating func add(_ option: OptionDefinition, value: String?) {
    if let value {
      valuesByName[option.name, default: []].append(value)
    } else {
      flags.insert(option.name)
    }
  }

  /// What is said here and, where nothing is, in `others`: positional
  /// arguments and the values of repeatable options of both, `others` first.
  package func over(
    _ others: ParsedArguments, options: [OptionDefinition]
  ) -> ParsedArguments {
    var result = self
    result.positional = others.positional + positional
    result.flags.formUnion(others.flags)
    for option in options {
      guard let values = others.valuesByName[option.name] else { continue }
      let own = valuesByName[option.name] ?? []
      result.valuesByName[option.name] =
        option.isRepeatable ? values + own : own.isEmpty ? values : own
    }
    return result
  }
}
