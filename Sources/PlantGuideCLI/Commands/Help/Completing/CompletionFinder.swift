internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalViews
internal import LMDBKit

/// Looks up what there is of a kind: in the journal, or in the program.
struct CompletionFinder {
  let value: CompletionRequest.Value
  let commands: [CommandDefinition]
  let journal: Journal

  /// More than anybody reads through; what is further on is found by typing
  /// one letter more.
  private static let most = 100

  /// The candidates that begin with what is typed, without the lead.
  func candidates(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    var found: [Candidate] = []
    for completion in value.completions {
      found += try candidates(of: completion, in: transaction)
    }
    if found.isEmpty { found = try plantsOtherwise(in: transaction) }
    return found.filter { !value.given.contains($0.value) }
  }

  private func candidates(
    of completion: Completion, in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    switch completion {
    case .none, .species, .file, .directory: []
    case .plant: try plants(areRemoved: false, in: transaction)
    case .removedPlant: try plants(areRemoved: true, in: transaction)
    case .room: anyCase(try rooms(in: transaction))
    case .kind: beginning(try kinds(in: transaction))
    case .setting: beginning(SettingKey.allCases.map { .init($0.rawValue) })
    case .tag: beginning(try tags(in: transaction))
    case .family: beginning(try families(in: transaction))
    case .command: words
    case .choice(let words), .suggestion(let words):
      beginning(words.map { .init($0) })
    }
  }

  private var words: [Candidate] {
    let request = CompletionRequest(
      value.given + [value.prefix], commands: commands)
    guard case .words(let words) = request.wanted else { return [] }
    let topics = value.given.isEmpty ? HelpTopic.all : []
    return words.filter { !$0.value.hasPrefix("-") }
      + beginning(topics.map { .init($0.name, $0.title) })
  }

  private func beginning(_ all: [Candidate]) -> [Candidate] {
    all.filter { $0.isShowable && $0.value.starts(with: value.prefix) }
  }

  /// Those that begin in any case with what is typed, which stays as it is:
  /// shells drop what does not begin with it.
  private func anyCase(_ all: [Candidate]) -> [Candidate] {
    let wanted = NameIndex.fold(value.prefix)
    return all.compactMap { candidate in
      let name = candidate.value.unicodeScalars
      let start = name.prefix(value.prefix.unicodeScalars.count)
      guard candidate.isShowable, name.first != "-",
        NameIndex.fold(String(start)) == wanted
      else { return nil }
      return Candidate(
        value.prefix + String(name.dropFirst(start.count)), candidate.meaning)
    }
  }
}

// MARK: Plants

extension CompletionFinder {
  /// Plants by their other names, and by short ids once two letters tell that
  /// one is meant.
  private func plantsOtherwise(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    let length = value.prefix.utf8.count
    guard length > 0 else { return [] }
    let roles: [NameRole] = length > 1 ? [.other, .shortID] : [.other]
    return try value.completions.flatMap { completion -> [Candidate] in
      switch completion {
      case .plant: try plants(roles, areRemoved: false, in: transaction)
      case .removedPlant: try plants(roles, areRemoved: true, in: transaction)
      default: []
      }
    }
  }

  /// Plants by some of their names.
  ///
  /// - Complexity: O(log *n*) and as many plants as are found; more only where
  ///   those that left, or that did not, are passed over.
  private func plants(
    _ roles: [NameRole] = [.display], areRemoved: Bool,
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    var entries: [NameEntry] = []
    try journal.projections.nameIndex.forEachEntry(
      withPrefix: NameIndex.fold(value.prefix), in: roles, transaction
    ) { entry in
      if entry.isRemoved == areRemoved { entries.append(entry) }
      return entries.count < Self.most
    }
    let named = try entries.compactMap { entry in
      try journal.projections.plant(entry.plant, in: transaction).map {
        (entry: entry, plant: $0)
      }
    }
    return anyCase(Self.candidates(of: named))
  }

  /// One candidate for each name; one that several plants share, or that
  /// cannot be shown, gives their short ids instead.
  private static func candidates(
    of named: [(entry: NameEntry, plant: PlantState)]
  ) -> [Candidate] {
    var names: [String] = []
    var plants: [String: [(id: String, plant: PlantState)]] = [:]
    for (entry, plant) in named {
      let name = plant.name(entry)
      if plants[name] == nil { names.append(name) }
      plants[name, default: []].append((ShortID.text(of: entry.plant), plant))
    }
    return names.flatMap { name -> [Candidate] in
      let found = plants[name] ?? []
      let meanings = found.map { SafeText.shown($0.plant.meaning) }
      if found.count == 1, Candidate(name).isShowable {
        return [Candidate(name, "\(found[0].id)  \(meanings[0])")]
      }
      let shown = SafeText.shown(name)
      return [Candidate(name, "one of \(found.count) plants")]
        + found.map { Candidate($0.id, "\(shown), \($0.plant.meaning)") }
    }
  }
}

extension PlantState {
  /// The name that an entry of the index stands for, in its own spelling.
  fileprivate func name(_ entry: NameEntry) -> String {
    switch entry.role {
    case .nickname, .display: return displayName
    case .shortID: return entry.folded
    case .other:
      let names = [profile?.scientificName ?? ""] + (profile?.commonNames ?? [])
      return names.first { NameIndex.fold($0) == entry.folded } ?? entry.folded
    }
  }

  /// What tells it from others.
  fileprivate var meaning: String {
    profile?.scientificName ?? ""
  }
}

// MARK: The rest

extension CompletionFinder {
  private func rooms(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    try journal.projections.roomList(in: transaction).rooms.map {
      Candidate($0.name)
    }
  }

  /// The kinds that the named plants have, then the usual ones.
  private func kinds(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    let resolver = PlantResolver(journal.projections, precision: .exact)
    var kinds: [TaskKind] = []
    for name in value.given {
      guard case .plant(let id) = try resolver.match(name, in: transaction),
        let plant = try journal.projections.plant(id, in: transaction)
      else { continue }
      kinds += plant.cares.filter { $0.schedule != nil }.map(\.kind)
      kinds += plant.oneOffTasks.map(\.kind)
    }
    var seen: Set<TaskKind> = []
    return (kinds + TaskKind.standard)
      .filter { seen.insert($0).inserted }.map { Candidate($0.name) }
  }

  /// - Complexity: O(*n*) in plants: no index has their labels.
  private func tags(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    var tags: Set<String> = []
    try journal.projections.forEachPlant(in: transaction) { _, plant in
      if plant.isPresent { tags.formUnion(plant.profile?.tags ?? []) }
      return true
    }
    return tags.sorted().map { Candidate($0) }
  }

  private func families(
    in transaction: borrowing ReadTransaction
  ) throws -> [Candidate] {
    try journal.projections.counts(perFamily: true, in: transaction)
      .filter { !$0.name.isEmpty && $0.count > 0 }
      .map { Candidate($0.name, "\($0.count)") }
  }
}
