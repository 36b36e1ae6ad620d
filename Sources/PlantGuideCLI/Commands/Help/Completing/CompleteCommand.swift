internal import TerminalKit
internal import TextKit

extension Command {
  /// The command that the scripts of `completions` call while somebody types.
  static let complete = Command(
    definition: CommandDefinition(
      path: ["complete"],
      summary: "Print the completions of a command line, for a shell",
      arguments: [
        ArgumentDefinition(
          name: "SHELL", completion: .choice(Shell.allCases.map(\.rawValue)),
          help: "bash, zsh or fish"),
        ArgumentDefinition(
          name: "WORD", isOptional: true, isRepeatable: true,
          help: "The words after the program's name, the unfinished one last; "
            + "for bash the line as it is typed, and $COMP_WORDBREAKS"),
      ],
      options: [.help],
      examples: [
        "plantguide complete fish -- show Mo",
        "plantguide complete zsh -- water --room=Ki",
        "plantguide complete bash -- 'plantguide show Swiss\\ M'",
      ],
      discussion: """
        Prints one candidate per line: the word, a tab and its meaning; for \
        bash only the quoted word. A tab and then 'file' or 'directory' leaves \
        the word to the shell.
        """,
      section: .program, isHidden: true, warnings: .none)
  ) { context in
    let shell = try context.shell()
    let words = Array(context.arguments.positional.dropFirst())
    guard shell == .bash else {
      let found = try context.candidates(for: words)
      return try context.print(found)
    }
    let line = BashLine(
      words.first ?? "", wordBreaks: words.dropFirst().first ?? "")
    var found = try context.candidates(for: line.words)
    found.words = found.words.map { Candidate(line.replacement($0.value)) }
    try context.print(found)
  }
}

/// The candidates that may finish a line.
private struct FoundCandidates {
  var words: [Candidate] = []
  /// The kind of files that the shell is to look for.
  var files: Completion?
}

extension CommandContext {
  fileprivate func candidates(for words: [String]) throws -> FoundCandidates {
    let words =
      words.count > 1
      ? Command.spelledOut(words.dropLast()) + words.suffix(1) : words
    let commands = Command.candidates(for: words.dropLast())
      .map(\.definition)
    let request = CompletionRequest(words, commands: commands)
    switch request.wanted {
    case .words(let words): return FoundCandidates(words: words)
    case .value(let value):
      let files = value.completions.first { [.file, .directory].contains($0) }
      guard files == nil else { return FoundCandidates(files: files) }
      return FoundCandidates(words: try find(value))
    }
  }

  private func find(_ value: CompletionRequest.Value) throws -> [Candidate] {
    let isHelp = value.completions.contains(.command)
    let finder = CompletionFinder(
      value: value, commands: isHelp ? Command.all.map(\.definition) : [],
      journal: journal)
    return try finder.candidates().map {
      Candidate(value.lead + $0.value, $0.meaning)
    }
  }

  fileprivate mutating func print(_ found: FoundCandidates) throws {
    if let files = found.files {
      try print("\t" + (files == .file ? "file" : "directory"))
    }
    for word in found.words {
      // The shell prints this, not this program.
      let meaning =
        word.meaning.isEmpty ? "" : "\t" + SafeText.shown(word.meaning)
      try print(word.value + meaning)
    }
  }
}
