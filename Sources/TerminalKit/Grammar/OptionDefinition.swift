internal import Encodings
internal import TextKit

/// An option of a command: a ``Flag``, an ``Option`` with a value, or a
/// ``RepeatableOption`` with any number of them.
///
/// It is declared once, is in the list of each command that takes it, and is
/// the key to its value:
///
///     static let limit = Option(
///       "limit", value: "COUNT", help: "At most so many lines",
///       expects: "a whole number from 1"
///     ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
///
///     let limit = try arguments[.limit]
///
/// Unchecked, here and below, because the compiler checks only final classes;
/// everything an option holds is constant and Sendable.
package class OptionDefinition: @unchecked Sendable {
  /// The long name without its dashes: `room`.
  package let name: String
  /// The short name, if it has one: `r`.
  package let short: Character?
  /// The placeholder of its value, in capitals; `nil` for a flag.
  package let value: String?
  /// The kind of thing that its value names.
  package let completion: Completion
  /// The description in one sentence.
  package let help: String
  /// The heading under which help lists it.
  package let group: HelpSection

  fileprivate init(
    _ name: String, short: Character?, value: String?,
    completion: Completion = .none, help: String, group: HelpSection
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.completion = completion
    self.help = help
    self.group = group
  }

  /// A Boolean value that indicates whether the option can be repeated.
  package var isRepeatable: Bool { false }

  /// Throws an error if the option does not take the value.
  func check(_ text: String) throws {}

  /// The option as the list of options shows it.
  package var label: String {
    let short = short.map { "-\($0), " } ?? ""
    let dots = isRepeatable ? "..." : ""
    return short + (value.map { "--\(name) \($0)" } ?? "--\(name)") + dots
  }

  /// Returns the error for a value that the option does not take.
  ///
  /// - Parameters:
  ///   - value: The given value.
  ///   - expectation: The valid values, as they follow "write".
  /// - Returns: The error.
  package func refusal(
    of value: String, expecting expectation: String
  ) -> UsageError {
    .badValue(option: name, value: value, expectation: expectation)
  }
}

extension UsageError {
  fileprivate static func badValue(
    option: String, value: String, expectation: String
  ) -> UsageError {
    UsageError(
      "'\(value)' is not a value of '--\(option)'",
      hint: "write \(expectation)")
  }
}

/// An option without a value.
package final class Flag: OptionDefinition, @unchecked Sendable {
  package init(
    _ name: String, short: Character? = nil, help: String,
    group: HelpSection = .own
  ) {
    super.init(name, short: short, value: nil, help: help, group: group)
  }
}

/// An option that parses its value.
package class ValuedOption<Value>: OptionDefinition, @unchecked Sendable {
  fileprivate let read: @Sendable (_ text: String) throws -> Value

  /// Creates an option whose value `read` parses; it throws if that fails.
  package init(
    _ name: String, short: Character? = nil, value: String,
    completion: Completion = .none, help: String, group: HelpSection = .own,
    read: @escaping @Sendable (_ text: String) throws -> Value
  ) {
    self.read = read
    super.init(
      name, short: short, value: value, completion: completion, help: help,
      group: group)
  }

  override func check(_ text: String) throws { _ = try read(text) }
}

/// An option with a value, given at most once.
package final class Option<Value>: ValuedOption<Value>, @unchecked Sendable {}

/// An option with a value, given any number of times.
package final class RepeatableOption<Value>: ValuedOption<Value>,
  @unchecked Sendable
{
  package override var isRepeatable: Bool { true }
}

extension ValuedOption {
  /// Creates an option that takes the values `parse` understands.
  ///
  /// - Parameters:
  ///   - name: The long name without its dashes.
  ///   - short: The short name.
  ///   - value: The placeholder of its value.
  ///   - completion: The kind of thing that its value names.
  ///   - help: The description.
  ///   - group: The heading in the help.
  ///   - expectation: The valid values, for the error about others.
  ///   - parse: Parses a value; `nil` if it is invalid.
  package convenience init(
    _ name: String, short: Character? = nil, value: String,
    completion: Completion = .none, help: String, group: HelpSection = .own,
    expects expectation: String,
    parse: @escaping @Sendable (_ text: String) -> Value?
  ) {
    self.init(
      name, short: short, value: value, completion: completion, help: help,
      group: group
    ) { text in
      guard let value = parse(text) else {
        throw UsageError.badValue(
          option: name, value: text, expectation: expectation)
      }
      return value
    }
  }
}

extension ValuedOption where Value == String {
  /// Creates an option that takes any text, or leaves parsing to the command.
  package convenience init(
    _ name: String, short: Character? = nil, value: String,
    completion: Completion = .none, help: String, group: HelpSection = .own
  ) {
    self.init(
      name, short: short, value: value, completion: completion, help: help,
      group: group, read: { $0 })
  }
}

extension ValuedOption
where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// Creates an option whose value is one of a few words, in any case.
  package convenience init(
    _ name: String, value: String, help: String, group: HelpSection = .own,
    expects expectation: String? = nil
  ) {
    // A key path of a generic value would be made at run time.
    let words = Value.allCases.map { $0.rawValue }
    self.init(
      name, value: value, completion: .choice(words), help: help,
      group: group, expects: expectation ?? Phrase.list(words, joinedBy: "or")
    ) { text in
      let folded = text.lowercased()
      return Value.allCases.first { $0.rawValue.lowercased() == folded }
    }
  }
}

extension OptionDefinition {
  /// The flag of every command that explains it instead of running it.
  package static let help = Flag(
    "help", short: "h", help: "Show this help", group: .common)
}

// MARK: Reading

extension ParsedArguments {
  /// Returns whether a flag was given.
  package subscript(_ flag: Flag) -> Bool {
    checkTaken(flag)
    return contains(flag)
  }

  /// Returns the value of an option; `nil` if it was not given.
  package subscript<Value>(_ option: Option<Value>) -> Value? {
    get throws {
      checkTaken(option)
      return try texts(of: option).first.map(option.read)
    }
  }

  /// Returns the values of an option, in the order given.
  package subscript<Value>(_ option: RepeatableOption<Value>) -> [Value] {
    get throws {
      checkTaken(option)
      return try texts(of: option).map(option.read)
    }
  }
}
