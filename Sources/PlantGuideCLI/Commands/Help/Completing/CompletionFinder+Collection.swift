internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

/// What the collection has besides plants.
extension CompletionFinder {
  /// Every room, in order.
  func rooms(in snapshot: borrowing Snapshot) throws -> [Candidate] {
    snapshot.rooms.rooms.map {
      Candidate($0.name)
    }
  }

  /// The kinds that the named plants have, then the usual ones.
  func kinds(in snapshot: borrowing Snapshot) throws -> [Candidate] {
    let resolver = PlantResolver(precision: .exact)
    var kinds: [TaskKind] = []
    for name in value.given {
      guard case .plant(let id) = try resolver.match(name, in: snapshot),
        let plant = try snapshot.plant(id)
      else { continue }
      kinds += plant.cares.filter { $0.schedule != nil }.map(\.kind)
      kinds += plant.oneOffTasks.map(\.kind)
    }
    var seen: Set<TaskKind> = []
    return (kinds + TaskKind.standard)
      .filter { seen.insert($0).inserted }.map { Candidate($0.name) }
  }

  /// The open one-off tasks, the soonest first.
  func tasks(in snapshot: borrowing Snapshot) throws -> [Candidate] {
    try snapshot.oneOffTasks().compactMap { entry in
      let meaning =
        "\(entry.task.kind) of \(entry.plantName), due \(entry.task.due)"
      return entry.task.task.map { Candidate(ShortID.text(of: $0), meaning) }
    }
  }

  /// - Complexity: O(*n*) in plants: no index has their labels.
  func tags(in snapshot: borrowing Snapshot) throws -> [Candidate] {
    try words(in: snapshot, of: \.tags)
  }

  /// - Complexity: O(*n*) in plants: no index has their genera.
  func genera(in snapshot: borrowing Snapshot) throws -> [Candidate] {
    try words(in: snapshot) { $0.genus.isEmpty ? [] : [$0.genus] }
  }

  /// The named filters, and what they choose.
  func filters(
    in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    snapshot.settings.filters
      .map { Candidate($0.key.name, $0.value) }
      .sorted { $0.value < $1.value }
  }

  func families(
    in snapshot: borrowing Snapshot
  ) throws -> [Candidate] {
    try snapshot.counts(perFamily: true)
      .filter { !$0.name.isEmpty && $0.count > 0 }
      .map { Candidate($0.name, Phrase.count($0.count, "plant")) }
  }

  /// Words of the present plants' profiles, each once.
  private func words(
    in snapshot: borrowing Snapshot,
    of words: (PlantAdded) -> [String]
  ) throws -> [Candidate] {
    var found: Set<String> = []
    try snapshot.forEachPlant { _, plant in
      if plant.isPresent, let profile = plant.profile {
        found.formUnion(words(profile))
      }
      return true
    }
    return found.sorted().map { Candidate($0) }
  }
}
