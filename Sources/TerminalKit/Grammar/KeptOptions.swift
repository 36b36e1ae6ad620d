internal import Encodings

// Options as a text that can be kept, and read again later.

extension OptionDefinition {
  /// Keeps the options given for the same command.
  package static let remember = Flag(
    "remember",
    help: "Keep these options for the command on this machine's terminal")
  /// Ends that.
  package static let reset = Flag(
    "reset", help: "Forget what --remember keeps")
}

extension ParsedArguments {
  /// What is said of some options, and the positional arguments, written as on
  /// a command line.
  ///
  /// - Parameters:
  ///   - options: Those that are kept.
  ///   - value: How the value of an option is written.
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
        // A value that looks like an option must stand in its word.
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

  /// Reads what ``text(of:value:)`` wrote.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - command: What the command is called.
  ///   - options: Those that it may keep.
  /// - Throws: ``UsageError`` where it is none of these options.
  package init(
    text: String, of command: String, _ options: [OptionDefinition]
  ) throws(UsageError) {
    guard let words = ShellQuoting.words(of: text) else {
      throw UsageError("a quote is not closed")
    }
    let command = CommandDefinition(
      path: [command], summary: "", options: options)
    var parser = OptionParser(command: command)
    self = try parser.parse(words[...])
  }

  /// Reads what is said of some options.
  ///
  /// - Throws: What the first throws that does not take its value.
  package func check(_ options: [OptionDefinition]) throws {
    for option in options {
      for text in texts(of: option) { try option.check(text) }
    }
  }
}
