internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import LMDBKit
internal import TerminalKit

extension CompletionFinder {
  /// Plants by their other names, and by short ids once two letters tell that
  /// one is meant.
  func plantsOtherwise(
    in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    let length = value.prefix.utf8.count
    guard length > 0 else { return [] }
    let roles: [NameRole] = length > 1 ? [.other, .shortID] : [.other]
    return try value.completions.flatMap { completion -> [Candidate] in
      switch completion {
      case .plant: try plants(roles, areRemoved: false, in: snapshot)
      case .removedPlant: try plants(roles, areRemoved: true, in: snapshot)
      default: []
      }
    }
  }

  /// Plants by some of their names.
  ///
  /// - Complexity: O(log *n*) and as many plants as are found; more only where
  ///   those that left, or that did not, are passed over.
  func plants(
    _ roles: [NameRole] = [.display], areRemoved: Bool,
    in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    var entries: [NameEntry] = []
    try snapshot.forEachName(withPrefix: value.prefix, in: roles) { entry in
      if entry.isRemoved == areRemoved { entries.append(entry) }
      return entries.count < Self.most
    }
    let named = try entries.compactMap { entry in
      try snapshot.plant(entry.plant).map {
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
