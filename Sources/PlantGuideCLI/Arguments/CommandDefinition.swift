/// What one command takes; the parser and the help text both follow it.
struct CommandDefinition: Sendable {
  /// The words that name it: `["water"]`, `["room", "add"]`.
  let path: [String]
  /// What it does, in one sentence.
  let summary: String
  /// Its positional arguments, in order. At most one is repeatable; where
  /// one that may be left out comes before one that may not, the command
  /// parts them itself.
  let arguments: [ArgumentDefinition]
  /// Its options, those that all commands take included.
  let options: [OptionDefinition]
  /// Whole command lines to learn from.
  let examples: [String]
  /// What the summary leaves out, in paragraphs parted by empty lines.
  let discussion: String
  /// The heading under which the overview lists it.
  let section: CommandSection
  /// Whether only other programs call it, so that nothing lists or guesses it.
  let isHidden: Bool

  init(
    path: [String], summary: String, arguments: [ArgumentDefinition] = [],
    options: [OptionDefinition] = [], examples: [String] = [],
    discussion: String = "", section: CommandSection = .other,
    isHidden: Bool = false
  ) {
    self.path = path
    self.summary = summary
    self.arguments = arguments
    self.options = options
    self.examples = examples
    self.discussion = discussion
    self.section = section
    self.isHidden = isHidden
  }

  /// Its words as they are typed: `room add`.
  ///
  /// Most have one word, and joining takes a thirtieth of a short command's
  /// time.
  var name: String {
    path.count == 1 ? path[0] : path.joined(separator: " ")
  }

  /// Whether no abbreviation means it: what ends a journal is not reached by
  /// a slip.
  var mustBeWhole: Bool { path == ["delete-all"] }

  /// How it is called: `plantguide note [PLANT...] TEXT [OPTION...]`.
  var synopsis: String {
    let options = options.isEmpty ? [] : ["[OPTION...]"]
    let words = ["plantguide", name] + arguments.map(\.usage) + options
    return words.joined(separator: " ")
  }

  /// The synopsis, and where the options are explained.
  var usage: String { "\(synopsis)\nsee 'plantguide help \(name)'" }

  /// Refuses too few or too many positional arguments.
  func check(_ positional: [String]) throws(UsageError) {
    let required = arguments.filter { !$0.isOptional }
    if positional.count < required.count {
      let missing = required[positional.count]
      throw UsageError(
        "'\(name)' needs \(missing.name)",
        hint: "\(missing.name): \(missing.help)", usage: usage)
    }
    let takesMore = arguments.contains(where: \.isRepeatable)
    if positional.count > arguments.count, !takesMore {
      throw UsageError(
        "'\(positional[arguments.count])' is one argument too many",
        hint: "put quotes around a name of several words", usage: usage)
    }
  }
}
