internal import ErrorKit
internal import SearchEngine

/// Separates the words after a command into options and positional arguments.
package struct OptionParser {
  /// The command whose options count.
  let command: CommandDefinition

  private var parsed: ParsedArguments
  private var rest: ArraySlice<String> = []

  package init(command: CommandDefinition) {
    self.command = command
    parsed = ParsedArguments(options: command.options)
  }

  /// Reads all of `words`; after `--`, words are positional.
  package mutating func parse(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> ParsedArguments {
    rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        parsed.positional += rest
        break
      } else if word.utf8.starts(with: "--".utf8) {
        try parseLong(word.utf8.dropFirst(2))
      } else if word.utf8.starts(with: "-".utf8), word != "-" {
        try parseShort(Substring(word.utf8.dropFirst()))
      } else {
        parsed.positional.append(word)
      }
    }
    return parsed
  }

  /// Reads `name`, `name=value`, or `name` with its value in the next word.
  ///
  /// The text is split by bytes, as the sign and a combining mark would be one
  /// character.
  private mutating func parseLong(
    _ text: Substring.UTF8View
  ) throws(UsageError) {
    let parts = text.split(
      separator: UInt8(ascii: "="), maxSplits: 1,
      omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let option = try option(named: parts[0])
    if parts.count == 2 {
      guard option.value != nil else {
        throw usageError("'--\(option.name)' takes no value")
      }
      try add(option, value: parts[1])
    } else {
      try add(option, value: option.value == nil ? nil : nextWord(for: option))
    }
  }

  /// Reads a row of flags, `-yh`; the last may take the rest or the next word
  /// as its value.
  private mutating func parseShort(_ text: Substring) throws(UsageError) {
    var text = text
    while let letter = text.popFirst() {
      guard let option = command.options.first(where: { $0.short == letter })
      else { throw unknownShort(letter) }
      guard option.value != nil else {
        try add(option, value: nil)
        continue
      }
      try add(
        option, value: text.isEmpty ? nextWord(for: option) : String(text))
      return
    }
  }

  private mutating func nextWord(
    for option: OptionDefinition
  ) throws(UsageError) -> String {
    let placeholder = option.value ?? "VALUE"
    guard let word = rest.popFirst() else {
      throw usageError("'--\(option.name)' needs a value: \(placeholder)")
    }
    // "--room --yes" more likely lacks its value than names a room "--yes".
    guard !word.utf8.starts(with: "-".utf8) || word == "-" else {
      throw usageError(
        "'--\(option.name)' needs a value, and '\(word)' looks like an option",
        hint: "if it is the value, write --\(option.name)=\(word)")
    }
    return word
  }

  private mutating func add(
    _ option: OptionDefinition, value: String?
  ) throws(UsageError) {
    guard option.isRepeatable || !parsed.contains(option) else {
      throw usageError("'--\(option.name)' is given twice")
    }
    parsed.add(option, text: value)
  }
}

extension OptionParser {
  /// Returns the option with this long name, or else the only one beginning so.
  private func option(
    named name: String
  ) throws(UsageError) -> OptionDefinition {
    let found = command.options(named: name)
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let names = found.map { "--\($0.name)" }
      throw usageError(
        "'--\(name)' could be \(names.alternatives)")
    }
    let guess = Suggestion.nearest(
      to: name, among: command.options.map(\.name))
    throw usageError(
      "'\(command.name)' has no option '--\(name)'",
      hint: guess.first.map { "did you mean --\($0)?" })
  }

  private func unknownShort(_ letter: Character) -> UsageError {
    usageError(
      "'\(command.name)' has no option '-\(letter)'",
      hint: "write -- before an argument that begins with a dash")
  }

  private func usageError(
    _ message: String, hint: String? = nil
  ) -> UsageError {
    UsageError(message, hint: hint, usage: command.usage)
  }
}
