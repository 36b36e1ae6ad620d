internal import TextKit

/// The possible completions at the end of a command line.
///
/// It follows the same definitions as the parser, but refuses nothing: an
/// unfinished line is not yet a mistake.
package struct CompletionRequest {
  /// A value that the program must look up.
  package struct Value {
    /// The kinds of value that fit, the likeliest first.
    package let completions: [Completion]
    /// The text before the value in its word: `--room=`, or nothing.
    package let lead: String
    /// The part of the value that was typed.
    package let prefix: String
    /// The positional arguments before the value.
    package let given: [String]
  }

  /// The words or the value that may complete the line.
  package enum Wanted {
    case words([Candidate])
    case value(Value)
  }

  package let wanted: Wanted

  /// Reads the words after the program's name; the last, which may be empty, is
  /// the one to complete.
  package init(_ words: [String], commands: [CommandDefinition]) {
    let before = words.dropLast()
    let last = words.last ?? ""
    let parser = CommandLineParser(commands: commands)
    guard !before.isEmpty else {
      wanted = .words(
        Self.firstWords(of: commands).filter { $0.value.starts(with: last) })
      return
    }
    let seconds =
      before.count == 1
      ? Self.secondWords(of: commands, after: before, parser)
        .filter { $0.value.starts(with: last) }
      : []
    guard case .command(let command) = try? parser.choose(before),
      seconds.isEmpty
    else {
      wanted = .words(seconds)
      return
    }
    var line = UnfinishedLine(command)
    for word in before.dropFirst(command.path.count) { line.read(word) }
    wanted = line.finish(last)
  }

  private static func firstWords(
    of commands: [CommandDefinition]
  ) -> [Candidate] {
    var seen: Set<String> = []
    let listed = commands.filter { !$0.isHidden }
    let names = listed.compactMap { command -> Candidate? in
      let word = command.path[0]
      guard seen.insert(word).inserted else { return nil }
      guard command.path.count > 1 else {
        return Candidate(word, command.summary)
      }
      let seconds = listed.filter { $0.path[0] == word && $0.path.count > 1 }
      return Candidate(
        word, seconds.map { $0.path[1] }.joined(separator: ", "))
    }
    return names + [
      Candidate("--help", "List the commands"),
      Candidate("--version", "Show the program's version"),
    ]
  }

  /// The second words of a group, which may be an abbreviation.
  private static func secondWords(
    of commands: [CommandDefinition], after words: ArraySlice<String>,
    _ parser: CommandLineParser
  ) -> [Candidate] {
    guard let choice = try? parser.choose(words) else { return [] }
    let first =
      switch choice {
      case .command(let command): command.path[0]
      case .group(let members): members[0].path[0]
      }
    return commands.filter {
      !$0.isHidden && $0.path.count > 1 && $0.path[0] == first
    }.map { Candidate($0.path[1], $0.summary) }
  }
}

/// A word that a shell can offer.
package struct Candidate: Hashable, Sendable {
  /// The whole word, as the program would receive it.
  package let value: String
  /// The meaning in a few words; may be empty.
  package let meaning: String

  package init(_ value: String, _ meaning: String = "") {
    self.value = value
    self.meaning = meaning
  }

  /// A Boolean value that indicates whether the value can be shown unchanged.
  package var isShowable: Bool { SafeText.shown(value) == value }
}
