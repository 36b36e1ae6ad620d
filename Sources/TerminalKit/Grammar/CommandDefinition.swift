internal import Encodings

/// What one command takes; the parser and the help text both follow it.
package struct CommandDefinition: Sendable {
  /// The words that name it: `["water"]`, `["room", "add"]`.
  package let path: [String]
  /// What it does, in one sentence.
  package let summary: String
  /// Its positional arguments, in order. At most one is repeatable; where
  /// one that may be left out comes before one that may not, the command
  /// parts them itself.
  package let arguments: [ArgumentDefinition]
  /// Its options, those that all commands take included.
  package let options: [OptionDefinition]
  /// Those of them that ``OptionDefinition/remember`` keeps, and when they are
  /// used.
  package let remembered: KeptOptions
  /// Whole command lines to learn from.
  package let examples: [String]
  /// What the summary leaves out, in paragraphs parted by empty lines.
  package let discussion: String
  /// The heading under which the overview lists it.
  package let section: HelpSection
  /// A Boolean value that indicates whether the command changes anything.
  package let isWriting: Bool
  /// A Boolean value that indicates whether only other programs call it, so
  /// that nothing lists or guesses it.
  package let isHidden: Bool
  /// A Boolean value that indicates whether only the list of all commands has
  /// it: few people need it.
  package let isRare: Bool
  /// A Boolean value that indicates whether no abbreviation means it: what
  /// cannot be taken back is not reached by a typo.
  package let mustBeWhole: Bool
  /// What else is said beside its output.
  package let warnings: Warnings
  /// A Boolean value that indicates whether it does anything with what the user
  /// keeps.
  package let needsHome: Bool

  package init(
    path: [String], summary: String, arguments: [ArgumentDefinition] = [],
    options: [OptionDefinition] = [],
    remembering remembered: KeptOptions = KeptOptions([]),
    examples: [String] = [],
    discussion: String = "", section: HelpSection = .other,
    isWriting: Bool = false, isHidden: Bool = false, isRare: Bool = false,
    mustBeWhole: Bool = false, warnings: Warnings = .all, needsHome: Bool = true
  ) {
    self.path = path
    self.summary = summary
    self.arguments = arguments
    self.options =
      remembered.options.isEmpty
      ? options : [OptionDefinition.remember, .reset] + options
    self.remembered = remembered
    self.examples = examples
    self.discussion = discussion
    self.section = section
    self.isWriting = isWriting
    self.isHidden = isHidden
    self.isRare = isRare
    self.mustBeWhole = mustBeWhole
    self.warnings = warnings
    self.needsHome = needsHome
  }

  /// What is said on standard error beside a command's output.
  package enum Warnings: Sendable {
    case all
    /// The command tells itself of settings that cannot be read.
    case notOfSettings
    /// Nobody would see them: a shell runs the command while somebody types.
    case none
  }

  /// Its words as they are typed: `room add`.
  package var name: String { path.joined(by: " ") }

  /// How it is called: `plantguide note [PLANT...] TEXT [OPTION...]`.
  package var synopsis: String {
    let options = options.isEmpty ? [] : ["[OPTION...]"]
    let words =
      [CommandLineParser.program, name] + arguments.map(\.usage) + options
    return words.joined(by: " ")
  }

  /// The synopsis, and where the options are explained.
  package var usage: String {
    "\(synopsis)\nsee '\(CommandLineParser.program) help \(name)'"
  }

  /// The option with this long name, or those that it begins.
  func options(named name: String) -> [OptionDefinition] {
    if let option = options.first(where: { $0.name == name }) {
      return [option]
    }
    return options.filter { !name.isEmpty && $0.name.hasPrefix(name) }
  }

  /// That an argument is missing.
  package func lack(of argument: ArgumentDefinition) -> UsageError {
    UsageError(
      "'\(name)' needs \(argument.name)",
      hint: "\(argument.name): \(argument.help)", usage: usage)
  }

  /// Refuses too few or too many positional arguments.
  package func check(_ positional: [String]) throws(UsageError) {
    let required = arguments.filter { !$0.isOptional }
    if positional.count < required.count {
      throw lack(of: required[positional.count])
    }
    let takesMore = arguments.contains(where: \.isRepeatable)
    if positional.count > arguments.count, !takesMore {
      throw UsageError(
        "'\(positional[arguments.count])' is one argument too many",
        hint: "put quotes around a name of several words", usage: usage)
    }
  }
}

/// One positional argument of a command.
package struct ArgumentDefinition: Sendable {
  /// Its placeholder, in capitals: `PLANT`.
  package let name: String
  /// A Boolean value that indicates whether it may be left out.
  package let isOptional: Bool
  /// A Boolean value that indicates whether it takes all the arguments that are
  /// left.
  package let isRepeatable: Bool
  /// What it names.
  package let completion: Completion
  /// What it means, in one sentence.
  package let help: String
  /// The options that stand in for it: who gives one leaves it out.
  package let alternative: HelpSection?

  package init(
    name: String, isOptional: Bool = false, isRepeatable: Bool = false,
    completion: Completion = .none, help: String,
    alternative: HelpSection? = nil
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isRepeatable = isRepeatable
    self.completion = completion
    self.help = help
    self.alternative = alternative
  }

  /// How the usage line shows it.
  package var usage: String {
    let text = isRepeatable ? "\(name)..." : name
    return isOptional ? "[\(text)]" : text
  }
}

/// A heading under which help lists commands, or the options of a command.
package struct HelpSection: Sendable, Hashable, Comparable {
  /// Its place among the others.
  package let order: Int
  /// What stands above the list.
  package let title: String

  package init(order: Int, title: String) {
    self.order = order
    self.title = title
  }

  package static func < (one: HelpSection, other: HelpSection) -> Bool {
    one.order < other.order
  }
}

extension HelpSection {
  /// Commands that belong nowhere else.
  package static let other = HelpSection(
    order: 100, title: "other commands")
  /// The options that are a command's own.
  package static let own = HelpSection(order: 0, title: "options")
  /// The options that mean the same in every command that takes them.
  package static let common = HelpSection(order: 100, title: "common options")
}

/// What an argument or the value of an option names, so that a shell can offer
/// what there is.
package enum Completion: Sendable, Equatable {
  /// Anything; nothing can be offered.
  case none
  /// Something that the program must look up, by its name for such things.
  case lookup(String)
  /// A command of this program.
  case command
  /// A file.
  case file
  /// A directory.
  case directory
  /// One of a few words.
  case choice([String])
  /// Some of a few words, with commas between them.
  case list([String])
  /// Some words of many that are understood.
  case suggestion([String])
}
