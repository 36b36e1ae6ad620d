internal import ErrorKit
internal import SearchEngine
internal import TextKit

/// The request that a command line makes.
package enum Invocation: Sendable {
  /// Run a command.
  case run(CommandDefinition, ParsedArguments)
  /// Show the usage of a command.
  case help(CommandDefinition)
  /// Show the commands of one group, such as `room`, or all of them.
  case overview([CommandDefinition])
  /// Show a topic that concerns many commands.
  case topic(HelpTopic)
  /// Show the program's version.
  case version
}

/// Reads command lines strictly: it ignores no word it does not understand.
package struct CommandLineParser: Sendable {
  /// The available commands.
  package let commands: [CommandDefinition]
  /// The topics of help besides commands.
  package let topics: [HelpTopic]

  package init(commands: [CommandDefinition], topics: [HelpTopic] = []) {
    self.commands = commands
    self.topics = topics
  }

  /// Reads the arguments after the program's name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { return .overview(commands) }
    let rest = arguments.dropFirst()
    if Self.asksForHelp(first) { return try explain(rest) }
    if first == "--version" { return try version(followedBy: rest) }
    guard !first.utf8.starts(with: "-".utf8) else {
      throw UsageError(
        "'\(first)' stands where a command should",
        hint: "the options of a command come after it", usage: Self.usage)
    }
    switch try choose(arguments[...]) {
    case .group(let members): return try parse(group: members, first, rest)
    case .command(let command):
      var options = OptionParser(command: command)
      let parsed = try options.parse(arguments.dropFirst(command.path.count))
      if parsed.contains(.help) { return .help(command) }
      try command.check(parsed.positional)
      return .run(command, parsed)
    }
  }

  /// Returns `arguments` with the leading `options` after the command.
  package static func commandFirst(
    _ arguments: [String], among options: [OptionDefinition]
  ) -> [String] {
    var place = 0
    while place < arguments.count, arguments[place].utf8.starts(with: "-".utf8)
    {
      let parts = arguments[place].utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1)
      let name = String(Substring(parts[0]))
      guard
        let option = options.first(where: {
          "--\($0.name)" == name || $0.short.map { "-\($0)" } == name
        })
      else { return arguments }
      place += option.value == nil || parts.count == 2 ? 1 : 2
    }
    guard place < arguments.count else { return arguments }
    let command = arguments[place...].prefix { $0 != "--" }
    let operands = arguments[command.endIndex...]
    return Array(command) + arguments[..<place] + operands
  }

  /// The word that calls the program.
  package static let program = "plantguide"

  static let usage = "\(program) COMMAND [ARGUMENT...] [OPTION...]"

  /// Returns the help for `words`: on everything, a group, a command or a
  /// topic.
  package func explain(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    guard let first = words.first else { return .overview(commands) }
    if let topic = try topic(first), words.count == 1 { return .topic(topic) }
    let found: Invocation
    switch try choose(words) {
    case .command(let command):
      try Self.refuse(words.dropFirst(command.path.count))
      found = .help(command)
    case .group(let members) where words.count == 1: found = .overview(members)
    case .group(let members):
      throw unknown(words[words.startIndex + 1], after: first, among: members)
    }
    return found
  }

  private static func asksForHelp(_ word: String) -> Bool {
    ["--help", "-h"].contains(word)
  }

  private func version(
    followedBy rest: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    try Self.refuse(rest)
    return .version
  }

  private static func refuse(_ words: ArraySlice<String>) throws(UsageError) {
    guard let word = words.first else { return }
    throw UsageError("'\(word)' is one argument too many", usage: usage)
  }

  /// Handles a group's name that stands alone or before a word that is not one
  /// of its commands.
  private func parse(
    group: [CommandDefinition], _ name: String, _ rest: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    guard let word = rest.first else {
      throw UsageError(
        "'\(name)' needs a second word: \(Self.secondWords(group))",
        usage: "\(Self.program) \(group[0].path[0]) COMMAND")
    }
    if Self.asksForHelp(word) {
      return try explain([name] + rest.dropFirst())
    }
    throw unknown(word, after: group[0].path[0], among: group)
  }
}

extension CommandLineParser {
  /// The command or group that the first one or two words name.
  package enum Choice {
    case command(CommandDefinition)
    case group([CommandDefinition])
  }

  /// Returns the command that the first one or two words name, or the group of
  /// commands that share the first.
  package func choose(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> Choice {
    let word = words.first ?? ""
    guard let first = try match(word, at: 0, among: commands) else {
      throw unknown(word, after: nil, among: commands)
    }
    let group = commands.filter { $0.path[0] == first && $0.path.count > 1 }
    let alone = commands.first { $0.path == [first] }
    if let second = words.dropFirst().first {
      // If the first word is a command too, its argument may follow, so only
      // the whole second word counts.
      let match =
        alone?.arguments.isEmpty ?? true
        ? try match(second, at: 1, among: group) : second
      if let command = group.first(where: { $0.path[1] == match }) {
        return .command(command)
      }
    }
    return alone.map { .command($0) } ?? .group(group)
  }

  /// Returns the word at a place of the commands' names that equals `word`, or
  /// the only word that begins with it.
  private func match(
    _ word: String, at place: Int, among commands: [CommandDefinition]
  ) throws(UsageError) -> String? {
    if commands.contains(where: { $0.path[place] == word }) { return word }
    return try Self.only(
      of: Self.words(of: commands.filter { !$0.mustBeWhole }, at: place),
      begunBy: word)
  }

  /// Returns the only word that begins with `word`, if any.
  private static func only(
    of words: some Sequence<String>, begunBy word: String
  ) throws(UsageError) -> String? {
    let found = words.filter { !word.isEmpty && $0.hasPrefix(word) }.sorted()
    guard found.count > 1 else { return found.first }
    throw UsageError("'\(word)' could be \(found.alternatives)")
  }

  /// Returns the topic that equals `word`, or the only topic that begins with
  /// it if no command does.
  private func topic(_ word: String) throws(UsageError) -> HelpTopic? {
    if let topic = topics.first(where: { $0.name == word }) { return topic }
    guard !commands.contains(where: { $0.path[0].hasPrefix(word) }),
      let name = try Self.only(of: topics.map(\.name), begunBy: word)
    else { return nil }
    return topics.first { $0.name == name }
  }

  private func unknown(
    _ word: String, after first: String?, among commands: [CommandDefinition]
  ) -> UsageError {
    let names = Self.words(of: commands, at: first == nil ? 0 : 1)
    let prefix = first.map { "\($0) " } ?? ""
    let guess = Suggestion.nearest(to: word, among: names).first
    return UsageError(
      "there is no command '\(prefix)\(word)'",
      hint: guess.map { "did you mean '\(Self.program) \(prefix)\($0)'?" }
        ?? (first == nil
          ? "see '\(Self.program) help' for the commands there are"
          : "there are \(Self.secondWords(commands))"),
      usage: first.map { "\(Self.program) \($0) COMMAND" } ?? Self.usage)
  }

  private static func secondWords(_ group: [CommandDefinition]) -> String {
    Phrase.list(words(of: group, at: 1).sorted(), joinedBy: "and")
  }

  /// Returns the words at a place of the names of the listed commands.
  private static func words(
    of commands: [CommandDefinition], at place: Int
  ) -> Set<String> {
    let listed = commands.lazy.filter { !$0.isHidden && $0.path.count > place }
    return Set(listed.map { $0.path[place] })
  }
}
