/// The words after a command, read as far as they go.
struct UnfinishedLine {
  private let command: CommandDefinition
  private var positional: [String] = []
  private var given: Set<String> = []
  /// The option whose value comes next.
  private var pending: OptionDefinition?
  private var optionsEnded = false

  init(_ command: CommandDefinition) {
    self.command = command
  }

  /// Reads a complete word.
  mutating func read(_ word: String) {
    guard pending == nil else {
      pending = nil
      return
    }
    if optionsEnded || !word.starts(with: "-") || word == "-" {
      positional.append(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.starts(with: "--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      readOption(named: String(name), hasValue: word.contains("="))
    } else {
      readShort(word.dropFirst())
    }
  }

  private mutating func readOption(named name: String, hasValue: Bool) {
    guard let option = option(named: name) else { return }
    given.insert(option.name)
    if option.value != nil, !hasValue { pending = option }
  }

  private mutating func readShort(_ letters: Substring) {
    for (index, letter) in letters.enumerated() {
      guard let option = command.options.first(where: { $0.short == letter })
      else { return }
      given.insert(option.name)
      guard option.value != nil else { continue }
      if index == letters.count - 1 { pending = option }
      return
    }
  }

  private func option(named name: String) -> OptionDefinition? {
    let found = command.options(named: name)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the possible completions of the last word.
  func finish(_ word: String) -> CompletionRequest.Wanted {
    if let pending {
      return value([pending.completion], prefix: word)
    }
    guard !optionsEnded, word.starts(with: "-") else {
      return value(argumentCompletions, prefix: word)
    }
    guard let sign = word.firstIndex(of: "="), word.starts(with: "--") else {
      return .words(optionNames.filter { $0.value.starts(with: word) })
    }
    let name = String(word[..<sign].dropFirst(2))
    guard let option = option(named: name) else { return .words([]) }
    return value(
      [option.completion], lead: String(word[...sign]),
      prefix: String(word[word.index(after: sign)...]))
  }

  private func value(
    _ completions: [Completion], lead: String = "", prefix: String
  ) -> CompletionRequest.Wanted {
    .value(
      .init(
        completions: completions, lead: lead, prefix: prefix,
        given: positional))
  }

  private var optionNames: [Candidate] {
    command.options
      .filter { $0.isRepeatable || !given.contains($0.name) }
      .map { Candidate("--\($0.name)", $0.help) }
  }

  /// The kinds of value for the next positional argument. From a repeatable
  /// argument on, these are its own and later arguments' kinds, the last first.
  private var argumentCompletions: [Completion] {
    let arguments = command.arguments.filter { argument in
      // An option that replaces an argument excludes it.
      !command.options.contains {
        $0.group == argument.alternative && given.contains($0.name)
      }
    }
    let place = positional.count
    guard let first = arguments.firstIndex(where: \.isRepeatable),
      place >= first
    else {
      return place < arguments.count ? [arguments[place].completion] : []
    }
    let last = min(place, arguments.count - 1)
    return arguments[first...last].reversed().map(\.completion)
  }
}
