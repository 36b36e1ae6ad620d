package import ErrorKit

/// The content of a command line that fits its command.
package struct ParsedArguments: Sendable {
  /// The positional arguments, in order.
  package var positional: [String] = []

  /// The options that the command takes.
  private let options: [OptionDefinition]
  private var given: [(option: OptionDefinition, text: String?)] = []

  /// Creates arguments without content.
  ///
  /// - Parameter options: The options that the command takes.
  package init(options: [OptionDefinition]) {
    self.options = options
  }

  /// Returns whether an option was given.
  package func contains(_ option: OptionDefinition) -> Bool {
    given.contains { $0.option.name == option.name }
  }

  /// Returns whether any of some options was given.
  package func containsAny(of options: [OptionDefinition]) -> Bool {
    options.contains { contains($0) }
  }

  /// Returns the values of an option as typed, in the order given.
  package func texts(of option: OptionDefinition) -> [String] {
    given.lazy.filter { $0.option.name == option.name }.compactMap(\.text)
  }

  /// Returns the given options that are not in `others`, each once.
  package func options(
    besides others: [OptionDefinition]
  ) -> [OptionDefinition] {
    options.filter { option in
      contains(option) && !others.contains { $0.name == option.name }
    }
  }

  /// Stops the program if the command reads an option that it does not list.
  /// Shared code may read common options that a command does not take.
  func checkTaken(_ option: OptionDefinition) {
    assert(
      option.group == .common || options.contains { $0.name == option.name },
      "'--\(option.name)' is read, but the command does not list it")
  }

  package mutating func add(_ option: OptionDefinition, text: String?) {
    given.append((option, text))
  }

  /// Returns these arguments with the missing options of `others`. Positional
  /// arguments and repeatable options are joined, `others` first.
  package func over(_ others: ParsedArguments) -> ParsedArguments {
    var result = self
    result.positional = others.positional + positional
    result.given =
      others.given.filter { $0.option.isRepeatable || !contains($0.option) }
      + given
    return result
  }

  /// Returns the part that consists of `options` and the positional arguments.
  package func limited(to options: [OptionDefinition]) -> ParsedArguments {
    var result = self
    result.given = options.flatMap { option in
      given.filter { $0.option.name == option.name }
    }
    return result
  }
}

/// A command line that cannot be understood.
package struct UsageError: DescribedError, Sendable, Equatable {
  /// The problem.
  package let message: String
  /// The suggested remedy.
  package let hint: String?
  /// The usage of the command, if it helps.
  package let usage: String?

  /// Creates an error.
  package init(_ message: String, hint: String? = nil, usage: String? = nil) {
    self.message = message
    self.hint = hint
    self.usage = usage
  }

  package var facts: ErrorFacts {
    .init(.invalidInput, message, hint.map { .text($0) }, usage: usage)
  }
}
