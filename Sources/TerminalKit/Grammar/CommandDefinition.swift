internal import Encodings

/// The definition of a command, on which the parser and the help are based.
package struct CommandDefinition: Sendable {
  /// The words of the command: `["water"]`, `["room", "add"]`.
  package let path: [String]
  /// The purpose of the command, in one sentence.
  package let summary: String
  /// The positional arguments, in order. At most one is repeatable. If an
  /// optional argument precedes a required one, the command separates them.
  package let arguments: [ArgumentDefinition]
  /// The options, including those that all commands take.
  package let options: [OptionDefinition]
  /// The options that ``OptionDefinition/remember`` keeps, and their
  /// conditions.
  package let remembered: KeptOptions
  /// Complete example command lines.
  package let examples: [String]
  /// Details besides the summary, in paragraphs separated by empty lines.
  package let discussion: String
  /// The heading under which the overview lists it.
  package let section: HelpSection
  /// A Boolean value that indicates whether the command changes anything.
  package let isWriting: Bool
  /// A Boolean value that indicates whether only other programs call it, so
  /// that no list or suggestion contains it.
  package let isHidden: Bool
  /// A Boolean value that indicates whether only the list of all commands
  /// contains it, as few people need it.
  package let isRare: Bool
  /// A Boolean value that indicates whether the command cannot be abbreviated,
  /// so that no typo starts something irreversible.
  package let mustBeWhole: Bool
  /// The warnings beside the command's output.
  package let warnings: Warnings
  /// A Boolean value that indicates whether the command uses the home.
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

  /// The warnings on standard error beside a command's output.
  package enum Warnings: Sendable {
    case all
    /// The command itself reports settings that cannot be read.
    case notOfSettings
    /// There are none, as a shell runs the command while the user types.
    case none
  }

  /// The words of the command as typed: `room add`.
  package var name: String { path.joined(by: " ") }

  /// The usage line: `plantguide note [PLANT...] TEXT [OPTION...]`.
  package var synopsis: String {
    let options = options.isEmpty ? [] : ["[OPTION...]"]
    let words =
      [CommandLineParser.program, name] + arguments.map(\.usage) + options
    return words.joined(by: " ")
  }

  /// The synopsis, with a reference to the help on the options.
  package var usage: String {
    "\(synopsis)\nsee '\(CommandLineParser.program) help \(name)'"
  }

  /// Returns the option with this long name, or all options that begin with it.
  func options(named name: String) -> [OptionDefinition] {
    if let option = options.first(where: { $0.name == name }) {
      return [option]
    }
    return options.filter { !name.isEmpty && $0.name.hasPrefix(name) }
  }

  /// Returns the error for a missing argument.
  package func lack(of argument: ArgumentDefinition) -> UsageError {
    UsageError(
      "'\(name)' needs \(argument.name)",
      hint: "\(argument.name): \(argument.help)", usage: usage)
  }

  /// Throws an error if there are too few or too many positional arguments.
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

/// A positional argument of a command.
package struct ArgumentDefinition: Sendable {
  /// The placeholder, in capitals: `PLANT`.
  package let name: String
  /// A Boolean value that indicates whether the argument can be left out.
  package let isOptional: Bool
  /// A Boolean value that indicates whether it takes all remaining arguments.
  package let isRepeatable: Bool
  /// The kind of thing that the argument names.
  package let completion: Completion
  /// The description in one sentence.
  package let help: String
  /// The options that replace the argument.
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

  /// The argument as the usage line shows it.
  package var usage: String {
    let text = isRepeatable ? "\(name)..." : name
    return isOptional ? "[\(text)]" : text
  }
}

/// A heading under which help lists commands, or the options of a command.
package struct HelpSection: Sendable, Hashable, Comparable {
  /// The position among the headings.
  package let order: Int
  /// The heading above the list.
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
  /// The commands that belong nowhere else.
  package static let other = HelpSection(
    order: 100, title: "other commands")
  /// The options of a single command.
  package static let own = HelpSection(order: 0, title: "options")
  /// The options with the same meaning in every command that takes them.
  package static let common = HelpSection(order: 100, title: "common options")
}

/// The kind of thing that an argument or an option's value names, for
/// completion in shells.
package enum Completion: Sendable, Equatable {
  /// Anything; no completions.
  case none
  /// Something that the program must look up, by its name for the kind.
  case lookup(String)
  /// A command of this program.
  case command
  /// A file.
  case file
  /// A directory.
  case directory
  /// A word of a few.
  case choice([String])
  /// Words of a few, separated by commas.
  case list([String])
  /// A word of many, some of which are suggested.
  case suggestion([String])
}
