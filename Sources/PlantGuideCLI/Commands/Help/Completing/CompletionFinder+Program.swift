internal import JournalCare
internal import TerminalKit

/// What the program itself knows: its commands, settings and catalogue.
extension CompletionFinder {
  /// The words behind those that stand before the last comma already.
  func list(of words: [String]) -> [Candidate] {
    let prefix = value.prefix
    let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    let given = start.split(separator: ",").map(String.init)
    return words.filter { !given.contains($0) }.map { .init(start + $0) }
  }

  /// Names that begin with what is typed; where a name may be typed without
  /// quotes, what follows its words before.
  func species() throws -> [Candidate] {
    let before = value.given.map { $0 + " " }.joined()
    let whole = before + value.prefix
    let found = Self.anyCase(
      try SpeciesCandidates.names(beginningWith: whole), beginning: whole)
    guard found.isEmpty else {
      return found.map {
        Candidate(String($0.value.dropFirst(before.count)), $0.meaning)
      }
    }
    // The words before may be plants, as with `edit Monty --scientific`.
    return anyCase(try SpeciesCandidates.names(beginningWith: value.prefix))
  }

  /// The values of the setting that stands before, if they are few.
  var settingValues: [Candidate] {
    guard let key = value.given.last,
      let setting = try? SettingName(typed: key)
    else { return [] }
    return setting.form.words.map {
      .init($0, $0 == setting.defaultValue.shown ? "the default" : "")
    }
  }

  /// Commands and topics, as `help` takes them.
  var commandWords: [Candidate] {
    let request = CompletionRequest(
      value.given + [value.prefix], commands: commands)
    guard case .words(let words) = request.wanted else { return [] }
    let topics = value.given.isEmpty ? HelpTopic.all : []
    return words.filter { !$0.value.hasPrefix("-") }
      + beginning(topics.map { .init($0.name, $0.title) })
  }
}
