internal import Encodings

/// One option of a command: a ``Flag``, an ``Option`` with a value, or a
/// ``RepeatableOption`` with any number of them.
///
/// It is declared once, stands in the list of each command that takes it, and
/// is the key with which the command reads it:
///
///     static let limit = Option(
///       "limit", value: "COUNT", help: "At most so many lines",
///       expects: "a whole number from 1"
///     ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
///
///     let limit = try arguments[.limit]
///
/// Unchecked, here and below, because the compiler checks only final classes;
/// all that an option holds is constant and Sendable itself.
package class OptionDefinition: @unchecked Sendable {
  /// The long name without its dashes: `room`.
  package let name: String
  /// The short name, if it has one: `r`.
  package let short: Character?
  /// The placeholder of its value, in capitals; nil makes it a flag.
  package let value: String?
  /// What its value names.
  package let completion: Completion
  /// What it does, in one sentence.
  package let help: String
  /// Under which heading help lists it.
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

  /// Whether it may be given more than once.
  package var isRepeatable: Bool { false }

  /// Refuses a value that it does not take.
  func check(_ text: String) throws {}

  /// How the list of options shows it.
  package var label: String {
    let short = short.map { "-\($0), " } ?? ""
    let dots = isRepeatable ? "..." : ""
    return short + (value.map { "--\(name) \($0)" } ?? "--\(name)") + dots
  }

  /// The error for a value that it does not take.
  ///
  /// - Parameters:
  ///   - value: The value given.
  ///   - expectation: What it takes, to follow "write".
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
      "'\(value)' is no value of '--\(option)'",
      hint: "write \(expectation)")
  }
}

/// An option that is given or not.
package final class Flag: OptionDefinition, @unchecked Sendable {
  package init(
    _ name: String, short: Character? = nil, help: String,
    group: HelpSection = .own
  ) {
    super.init(name, short: short, value: nil, help: help, group: group)
  }
}

/// An option with a value that it reads.
package class ValuedOption<Value>: OptionDefinition, @unchecked Sendable {
  fileprivate let read: @Sendable (_ text: String) throws -> Value

  /// An option whose value `read` reads, or refuses by throwing.
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
  /// An option that takes what `parse` understands.
  ///
  /// - Parameters:
  ///   - name: The long name without its dashes.
  ///   - short: The short name.
  ///   - value: The placeholder of its value.
  ///   - completion: What its value names.
  ///   - help: What it does.
  ///   - group: The heading in the help.
  ///   - expectation: What it takes, for the error of other values.
  ///   - parse: Understands a value, or gives `nil`.
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
  /// An option that takes any text, or leaves reading it to the command.
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
  /// An option that takes one of a few words, in any case.
  package convenience init(
    _ name: String, value: String, help: String, group: HelpSection = .own,
    expects expectation: String? = nil
  ) {
    // A key path of a generic value is made at run time.
    let words = Value.allCases.map { $0.rawValue }
    self.init(
      name, value: value, completion: .choice(words), help: help,
      group: group, expects: expectation ?? words.joined(by: ", ")
    ) { text in
      let folded = text.lowercased()
      return Value.allCases.first { $0.rawValue.lowercased() == folded }
    }
  }
}

extension OptionDefinition {
  /// What every command takes: it is explained instead of run.
  package static let help = Flag(
    "help", short: "h", help: "Show this help", group: .common)
}

// MARK: Reading

extension ParsedArguments {
  /// Whether a flag was given.
  package subscript(_ flag: Flag) -> Bool {
    checkTaken(flag)
    return contains(flag)
  }

  /// The value of an option; `nil` where it was not given.
  package subscript<Value>(_ option: Option<Value>) -> Value? {
    get throws {
      checkTaken(option)
      return try texts(of: option).first.map(option.read)
    }
  }

  /// The values of an option, in the order given.
  package subscript<Value>(_ option: RepeatableOption<Value>) -> [Value] {
    get throws {
      checkTaken(option)
      return try texts(of: option).map(option.read)
    }
  }
}
