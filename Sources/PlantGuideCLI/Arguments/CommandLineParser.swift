/// What a command line asks for.
enum Invocation: Sendable {
  /// Run a command.
  case run(CommandDefinition, ParsedArguments)
  /// Show how one command is used.
  case help(CommandDefinition)
  /// Show the commands of one group, such as `room`, or all of them.
  case overview([CommandDefinition])
  /// Show the program's version.
  case version
}

/// Reads command lines strictly: what is not understood is never passed over.
struct CommandLineParser: Sendable {
  /// The commands there are.
  let commands: [CommandDefinition]

  /// Reads the arguments after the program's name.
  func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { return .overview(commands) }
    switch first {
    case "--help", "-h": return .overview(commands)
    case "--version": return .version
    case "help": return try help(arguments.dropFirst())
    default: break
    }
    if first.hasPrefix("-") {
      throw UsageError(
        "'\(first)' stands where a command should",
        hint: "options come after the command", usage: Self.usage)
    }
    switch try choose(arguments[...]) {
    case .group(let members):
      return try parse(group: members, first, arguments.dropFirst())
    case .command(let command):
      let rest = arguments.dropFirst(command.path.count)
      var options = OptionParser(command: command)
      let parsed = try options.parse(rest)
      if parsed.flag(GlobalOptions.help.name) { return .help(command) }
      try command.check(parsed.positional)
      return .run(command, parsed)
    }
  }

  static let usage = "plantguide COMMAND [ARGUMENT...] [OPTION...]"

  /// `help`, `help water`, `help room`, `help room add`.
  private func help(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    let words = words.filter { !$0.hasPrefix("-") }
    guard !words.isEmpty else { return .overview(commands) }
    switch try choose(words[...]) {
    case .command(let command): return .help(command)
    case .group(let members) where words.count == 1: return .overview(members)
    case .group(let members):
      throw unknown(words[1], after: words[0], among: members)
    }
  }

  /// A group's name stands alone or before a word that is none of its
  /// commands.
  private func parse(
    group: [CommandDefinition], _ name: String, _ rest: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    guard let word = rest.first else {
      throw UsageError(
        "'\(name)' needs a second word: \(Self.secondWords(group))",
        usage: "plantguide \(group[0].path[0]) COMMAND")
    }
    if ["--help", "-h"].contains(word) { return .overview(group) }
    throw unknown(word, after: group[0].path[0], among: group)
  }
}

extension CommandLineParser {
  private enum Choice {
    case command(CommandDefinition)
    case group([CommandDefinition])
  }

  /// The command that the first one or two words name, or the group of
  /// commands that share the first.
  private func choose(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> Choice {
    let word = words.first ?? ""
    let first = try match(word, among: Set(commands.map { $0.path[0] }))
    guard let first else {
      throw unknown(word, after: nil, among: commands)
    }
    let group = commands.filter { $0.path[0] == first && $0.path.count > 1 }
    let alone = commands.first { $0.path == [first] }
    if let second = words.dropFirst().first {
      let seconds = Set(group.map { $0.path[1] })
      // Where the first word is a command too, what follows may be its
      // argument, so only the whole second word counts.
      let match =
        alone == nil
        ? try match(second, among: seconds)
        : (seconds.contains(second) ? second : nil)
      if let command = group.first(where: { $0.path[1] == match }) {
        return .command(command)
      }
    }
    return alone.map { .command($0) } ?? .group(group)
  }

  /// The candidate that `word` is, or the only one that it begins.
  private func match(
    _ word: String, among candidates: Set<String>
  ) throws(UsageError) -> String? {
    if candidates.contains(word) { return word }
    let found = candidates.filter { !word.isEmpty && $0.hasPrefix(word) }
    guard found.count > 1 else { return found.first }
    throw UsageError(
      "'\(word)' could be \(Wording.alternatives(found.sorted()))")
  }

  private func unknown(
    _ word: String, after first: String?, among commands: [CommandDefinition]
  ) -> UsageError {
    let depth = first == nil ? 0 : 1
    let names = Set(commands.map { $0.path[depth] })
    let prefix = first.map { "\($0) " } ?? ""
    let guess = Suggestion.nearest(to: word, among: names).first
    return UsageError(
      "there is no command '\(prefix)\(word)'",
      hint: guess.map { "did you mean 'plantguide \(prefix)\($0)'?" }
        ?? (first == nil
          ? "see 'plantguide help' for the commands there are"
          : "there are \(Self.secondWords(commands))"),
      usage: first.map { "plantguide \($0) COMMAND" } ?? Self.usage)
  }

  private static func secondWords(_ group: [CommandDefinition]) -> String {
    Wording.list(group.map { $0.path[1] }, joinedBy: "and")
  }
}
