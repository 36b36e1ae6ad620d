internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import LMDBKit
internal import TerminalKit

/// Looks up what there is of a kind: in the journal, or in the program.
struct CompletionFinder {
  let value: CompletionRequest.Value
  let commands: [CommandDefinition]

  /// More than anybody reads through; what is further on is found by typing
  /// one letter more.
  static let most = 100

  /// The candidates that begin with what is typed, without the lead.
  func candidates(
    in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    var found: [Candidate] = []
    for completion in value.completions {
      found += try candidates(of: completion, in: snapshot)
    }
    if found.isEmpty { found = try plantsOtherwise(in: snapshot) }
    return found.filter { !value.given.contains($0.value) }
  }

  private func candidates(
    of completion: Completion, in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    switch completion {
    case .species: try species()
    case .catalogueGroup:
      anyCase(try SpeciesCandidates.groups(beginningWith: value.prefix))
    case .plant: try plants(areRemoved: false, in: snapshot)
    case .removedPlant: try plants(areRemoved: true, in: snapshot)
    case .room: anyCase(try rooms(in: snapshot))
    case .kind: beginning(try kinds(in: snapshot))
    case .setting: anyCase(SettingName.all.map { .init($0.key, $0.summary) })
    case .settingValue: beginning(settingValues)
    case .task: beginning(try tasks(in: snapshot))
    case .tag: beginning(try tags(in: snapshot))
    case .filter: anyCase(try filters(in: snapshot))
    case .family: beginning(try families(in: snapshot))
    case .genus: beginning(try genera(in: snapshot))
    case .command: commandWords
    case .choice(let words), .suggestion(let words):
      beginning(words.map { .init($0) })
    case .list(let words): beginning(list(of: words))
    default: []
    }
  }

  /// Those that begin with what is typed.
  func beginning(_ all: [Candidate]) -> [Candidate] {
    all.filter { $0.isShowable && $0.value.starts(with: value.prefix) }
  }

  /// Those that begin in any case with what is typed, which stays as it is:
  /// shells drop what does not begin with it.
  func anyCase(_ all: [Candidate]) -> [Candidate] {
    Self.anyCase(all, beginning: value.prefix)
  }

  /// Those that begin in any case with `prefix`, which stays as it is.
  static func anyCase(
    _ all: [Candidate], beginning prefix: String
  ) -> [Candidate] {
    let wanted = NameIndex.fold(prefix)
    return all.compactMap { candidate in
      let name = candidate.value.unicodeScalars
      let start = name.prefix(prefix.unicodeScalars.count)
      guard candidate.isShowable, name.first != "-",
        NameIndex.fold(String(start)) == wanted
      else { return nil }
      return Candidate(
        prefix + String(name.dropFirst(start.count)), candidate.meaning)
    }
  }
}
