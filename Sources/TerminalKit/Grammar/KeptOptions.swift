internal import Encodings
internal import ErrorKit
internal import TextKit

/// The options that ``OptionDefinition/remember`` keeps for a command, and the
/// conditions for using them.
package struct KeptOptions: Sendable {
  /// The options that are kept.
  package let options: [OptionDefinition]
  /// A Boolean value that indicates whether words are kept as well.
  let hasWords: Bool
  /// Returns whether the kept options apply to a command line.
  package let isUsed: @Sendable (ParsedArguments) -> Bool
  private let sets: [[OptionDefinition]]

  /// Creates the rules of a command.
  ///
  /// - Parameters:
  ///   - options: The options that are kept.
  ///   - hasWords: Whether words are kept as well.
  ///   - sets: Sets of options; giving one replaces the whole set. Words belong
  ///     to the first set.
  ///   - isUsed: Returns whether the kept options apply to a command line.
  package init(
    _ options: [OptionDefinition], hasWords: Bool = false,
    replacing sets: [[OptionDefinition]] = [],
    where isUsed: @escaping @Sendable (ParsedArguments) -> Bool = { _ in true }
  ) {
    self.options = options
    self.hasWords = hasWords
    self.sets = sets
    self.isUsed = isUsed
  }

  /// Returns the part of `kept` that a command line using it leaves open.
  package func left(
    of kept: ParsedArguments, by arguments: ParsedArguments
  ) -> ParsedArguments {
    var kept = kept
    var left = options.filter { !arguments.contains($0) }
    for (place, set) in sets.enumerated() {
      let hasWords = place == 0 && !arguments.positional.isEmpty
      guard hasWords || arguments.containsAny(of: set) else { continue }
      left.removeAll { option in set.contains { $0.name == option.name } }
      if place == 0 { kept.positional = [] }
    }
    return kept.limited(to: left)
  }
}

// Options as texts that can be kept and read again later.

extension OptionDefinition {
  /// The flag that keeps the given options for the same command.
  package static let remember = Flag(
    "remember",
    help: "Keep these options for the command on this machine's terminal")
  /// The flag that forgets the kept options.
  package static let reset = Flag(
    "reset", help: "Forget what --remember keeps")
}

extension ParsedArguments {
  /// Returns the positional arguments and some options as on a command line.
  ///
  /// - Parameters:
  ///   - options: The options to write.
  ///   - value: Returns the text for an option's value.
  /// - Returns: The text; empty for nothing.
  package func text(
    of options: [OptionDefinition],
    value: (OptionDefinition, String) throws -> String = { $1 }
  ) rethrows -> String {
    var words: [String] = []
    for option in options {
      if option.value == nil, contains(option) {
        words.append("--\(option.name)")
      }
      for text in texts(of: option) {
        let text = try value(option, text)
        // A value that looks like an option must be in the same word.
        if text.utf8.first == UInt8(ascii: "-") {
          words.append("--\(option.name)=\(text)")
        } else {
          words += ["--\(option.name)", text]
        }
      }
    }
    if !positional.isEmpty { words += ["--"] + positional }
    return words.map(ShellQuoting.quoted).joined(by: " ")
  }

  /// Checks the values of some options.
  ///
  /// - Throws: The first error of an option that refuses its value.
  package func check(_ options: [OptionDefinition]) throws {
    for option in options {
      for text in texts(of: option) { try option.check(text) }
    }
  }
}

extension CommandDefinition {
  /// Reads the text of ``ParsedArguments/text(of:value:)``.
  ///
  /// - Throws: ``UsageError`` if it is invalid, or has options that the command
  ///   does not keep.
  package func kept(_ text: String) throws(UsageError) -> ParsedArguments {
    guard let words = ShellQuoting.words(of: text) else {
      throw UsageError("a quote is not closed")
    }
    var parser = OptionParser(command: self)
    return try kept(parser.parse(words[...]))
  }

  /// Returns the part of a command line that is kept.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - others: Further options that it may have.
  /// - Returns: The part to keep.
  /// - Throws: ``UsageError`` if it has options that the command does not keep.
  package func kept(
    _ arguments: ParsedArguments, besides others: [OptionDefinition] = []
  ) throws(UsageError) -> ParsedArguments {
    let strange = arguments.options(besides: remembered.options + others)
    guard strange.isEmpty else {
      let names = remembered.options.map { "--\($0.name)" }
      throw UsageError(
        "'\(name)' cannot keep \(strange.map { "--\($0.name)" }.alternatives)",
        hint: "it keeps \(names.joined(by: ", "))")
    }
    guard arguments.positional.isEmpty || remembered.hasWords else {
      throw UsageError("it names plants or words, which are not kept")
    }
    return arguments.limited(to: remembered.options)
  }
}
