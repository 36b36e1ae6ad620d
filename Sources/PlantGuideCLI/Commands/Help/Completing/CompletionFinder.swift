internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit
internal import TextKit

/// Looks up the completions of a kind: in the journal, or in the program.
struct CompletionFinder {
  let value: CompletionRequest.Value
  let commands: [CommandDefinition]
  let journal: CareJournal

  /// More than anybody reads through; one more letter finds the others.
  static let most = 100

  /// The candidates that begin with the typed text, without the lead.
  func candidates() throws -> [Candidate] {
    var found = try value.completions.flatMap { try candidates(of: $0) }
    if found.isEmpty {
      found = try value.completions.flatMap { completion -> [Candidate] in
        switch completion {
        case .plant, .plantOrRoom:
          try plants(areRemoved: false, otherwise: true)
        case .removedPlant: try plants(areRemoved: true, otherwise: true)
        default: []
        }
      }
    }
    return found.filter { !value.given.contains($0.value) }
  }

  private func candidates(of completion: Completion) throws -> [Candidate] {
    switch completion {
    case .species: try species()
    case .catalogueGroup:
      anyCase(try SpeciesCandidates.groups(beginningWith: value.prefix))
    case .plant: try plants(areRemoved: false)
    case .removedPlant: try plants(areRemoved: true)
    case .room:
      anyCase(try journal.read { $0.roomList.rooms.map { .init($0.name) } })
    case .plantOrRoom: try candidates(of: .plant) + candidates(of: .room)
    case .kind:
      beginning(
        try journal.read { try $0.kinds(ofPlants: value.given) }
          .map { .init($0.name) })
    case .setting: anyCase(SettingName.all.map { .init($0.key, $0.summary) })
    case .settingValue: beginning(settingValues)
    case .task: beginning(try tasks())
    case .tag: beginning(try words(of: \.tags))
    case .filter: anyCase(try filters())
    case .field:
      anyCase(try journal.read { $0.fields.map { .init($0.name) } })
    case .remote: beginning(try journal.remotes().map { .init($0.name) })
    case .family:
      beginning(
        try journal.read { try $0.families() }
          .map { .init($0.name, Phrase.count($0.count, "plant")) })
    case .genus: beginning(try words { $0.genus.isEmpty ? [] : [$0.genus] })
    case .command: commandWords
    case .choice(let words), .suggestion(let words):
      beginning(words.map { .init($0) })
    case .list(let words): beginning(list(of: words))
    default: []
    }
  }

  /// The candidates that begin with the typed text.
  private func beginning(_ all: [Candidate]) -> [Candidate] {
    all.filter { $0.isShowable && $0.value.starts(with: value.prefix) }
  }

  /// The candidates that begin in any case with the typed text, which stays as
  /// it is: shells drop any other beginning.
  private func anyCase(_ all: [Candidate]) -> [Candidate] {
    Self.anyCase(all, beginning: value.prefix)
  }

  /// The candidates that begin in any case with `prefix`, which stays as it is.
  private static func anyCase(
    _ all: [Candidate], beginning prefix: String
  ) -> [Candidate] {
    let wanted = prefix.foldedName
    return all.compactMap { candidate in
      let name = candidate.value.unicodeScalars
      let start = name.prefix(prefix.unicodeScalars.count)
      guard candidate.isShowable, name.first != "-",
        String(start).foldedName == wanted
      else { return nil }
      return Candidate(
        prefix + String(name.dropFirst(start.count)), candidate.meaning)
    }
  }
}

// Candidates from the journal.
extension CompletionFinder {
  /// Plants, one candidate for each name. If several plants share a name, or it
  /// cannot be shown, their short ids stand for it.
  private func plants(
    areRemoved: Bool, otherwise: Bool = false
  ) throws -> [Candidate] {
    let names = try journal.read {
      try $0.plantNames(
        beginningWith: value.prefix, areRemoved: areRemoved,
        otherwise: otherwise, limit: Self.most)
    }
    return anyCase(
      names.flatMap { found -> [Candidate] in
        let plants = found.plants.map {
          (id: ShortID.text(of: $0.id), meaning: $0.scientificName)
        }
        if plants.count == 1, Candidate(found.name).isShowable {
          let plant = plants[0]
          return [Candidate(found.name, "\(plant.id)  \(plant.meaning)")]
        }
        return [Candidate(found.name, "one of \(plants.count) plants")]
          + plants.map {
            Candidate($0.id, "\(found.name), \($0.meaning)")
          }
      })
  }

  /// The open one-off tasks, the soonest first.
  private func tasks() throws -> [Candidate] {
    try journal.read { try $0.oneOffTasks() }.compactMap { entry in
      let owner = entry.plant == .home ? "" : " of \(entry.plantName)"
      let meaning = "\(entry.task.words)\(owner), due \(entry.task.due)"
      return entry.task.task.map { Candidate(ShortID.text(of: $0), meaning) }
    }
  }

  /// The named filters, and their conditions.
  private func filters() throws -> [Candidate] {
    try journal.read { $0.savedFilters }
      .map { Candidate($0.key.name, $0.value) }
      .sorted { $0.value < $1.value }
  }

  private func words(
    of words: (PlantAdded) -> [String]
  ) throws -> [Candidate] {
    try journal.read { try $0.texts(ofProfiles: words) }.map { Candidate($0) }
  }
}

/// The candidates from the program itself: its commands, settings and
/// catalogue.
extension CompletionFinder {
  /// The words after the last comma, but those that stand before it already.
  private func list(of words: [String]) -> [Candidate] {
    let prefix = value.prefix
    let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    let given = start.split(separator: ",").map(String.init)
    return words.filter { !given.contains($0) }.map { .init(start + $0) }
  }

  /// Names that begin with the typed text. If a name may be typed without
  /// quotes, this offers the rest of it.
  private func species() throws -> [Candidate] {
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
  private var settingValues: [Candidate] {
    guard let key = value.given.last,
      let setting = try? SettingName(typed: key)
    else { return [] }
    return setting.form.words.map {
      .init(
        $0, $0 == setting.form.shown(setting.defaultValue) ? "the default" : "")
    }
  }

  /// Commands and topics, as `help` takes them.
  private var commandWords: [Candidate] {
    let request = CompletionRequest(
      value.given + [value.prefix], commands: commands)
    guard case .words(let words) = request.wanted else { return [] }
    let topics = value.given.isEmpty ? HelpTopic.all : []
    return words.filter { !$0.value.hasPrefix("-") }
      + beginning(topics.map { .init($0.name, $0.title) })
  }
}
