internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The facts about a plant, by its own events, on which merges depend.
struct MergeEntry: Equatable {
  /// The latest statement in force that it is another plant.
  let word: PlantMerges.Word?
  /// A Boolean value that indicates whether any event merges the plant, undone
  /// or not.
  let hasMerges: Bool
  /// A Boolean value that indicates whether others can be merged into it.
  let canTakeOthers: Bool
}

/// The entries of plants that any event merges into another, and of those into
/// which others are merged, with the groups that follow from them.
struct MergeWords {
  private(set) var entries: [PlantID: MergeEntry] = [:]
  /// The groups of plants that are one by these statements.
  private(set) var merges = PlantMerges.none
  /// The plants with a statement that leads to a plant; empty until an entry
  /// changes.
  private var sources: [PlantID: Set<PlantID>] = [:]

  init(_ entries: [PlantID: MergeEntry] = [:]) {
    guard !entries.isEmpty else { return }
    self.entries = entries
    merges = PlantMerges(entries.compactMapValues(\.word)) {
      entries[$0]?.canTakeOthers == true
    }
  }

  /// The plants that any event merged, undone or not.
  var everMerged: Set<PlantID> {
    Set(entries.lazy.filter(\.value.hasMerges).map(\.key))
  }

  var isEmpty: Bool { entries.isEmpty }

  func contains(_ plant: PlantID) -> Bool { entries[plant] != nil }

  /// Changes the entries of plants, and forms the groups again to which
  /// statements by or about these plants lead.
  ///
  /// - Parameters:
  ///   - new: The entries of plants that have statements or had an entry.
  ///   - canTakeOthers: Returns whether others can be merged into a plant without
  ///     an entry.
  /// - Returns: The plants whose entries differ, and those whose groups do.
  /// - Complexity: O(*n* log *n*) for *n* plants that statements connect with
  ///   these; on the first call, for all.
  mutating func update(
    _ new: [PlantID: MergeEntry],
    canTakeOthers: (PlantID) throws -> Bool
  ) rethrows -> (entries: Set<PlantID>, groups: Set<PlantID>) {
    var new = new.filter { entries[$0.key] != $0.value }
    guard !new.isEmpty else { return ([], []) }
    for into in new.values.compactMap(\.word?.into)
    where entries[into] == nil && new[into] == nil {
      new[into] = MergeEntry(
        word: nil, hasMerges: false, canTakeOthers: try canTakeOthers(into))
    }
    if sources.isEmpty {
      for (id, entry) in entries { add(entry, of: id) }
    }
    var changed = Set(new.keys)
    var connected = plants(connectedWith: changed)
    for (id, entry) in new {
      if let former = entries[id]?.word?.into {
        sources[former]?.remove(id)
        if sources[former]?.isEmpty == true { changed.insert(former) }
      }
      entries[id] = entry
      add(entry, of: id)
    }
    // Nothing is said any more of plants into which none is merged.
    for id in changed where sources[id]?.isEmpty ?? true {
      sources[id] = nil
      if entries[id]?.hasMerges == false { entries[id] = nil }
    }
    connected.formUnion(plants(connectedWith: changed))
    let latest = entries
    let words = connected.reduce(into: [:]) { $0[$1] = latest[$1]?.word }
    let groups = merges.regroup(connected, by: words) {
      latest[$0]?.canTakeOthers == true
    }
    return (changed, groups)
  }

  private mutating func add(_ entry: MergeEntry, of id: PlantID) {
    guard let into = entry.word?.into else { return }
    sources[into, default: []].insert(id)
  }

  /// Returns some plants with those to which statements lead from them, or from
  /// which they lead to them.
  private func plants(connectedWith plants: Set<PlantID>) -> Set<PlantID> {
    var (found, pending) = (plants, Array(plants))
    while let id = pending.popLast() {
      var next = sources[id] ?? []
      if let into = entries[id]?.word?.into { next.insert(into) }
      for other in next where found.insert(other).inserted {
        pending.append(other)
      }
    }
    return found
  }
}

extension ProjectionDatabases {
  func mergeWords(
    in transaction: borrowing some Transaction
  ) throws -> MergeWords {
    var entries: [PlantID: MergeEntry] = [:]
    try transaction.forEachEntry(of: merges) { key, value in
      guard let id = PlantID(bytes: key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.merges, reason: "a key names no plant")
      }
      entries[id] = try MergeEntry(stored: value)
      return true
    }
    return MergeWords(entries)
  }

  /// Returns the groups of plants that are one, or no groups if the plant is in
  /// none. All statements are read, and then known, once a plant is asked about
  /// that any concerns.
  func merges(
    of plant: PlantID, known: inout MergeWords?,
    in transaction: borrowing some Transaction
  ) throws -> PlantMerges {
    if let known { return known.merges }
    guard try transaction.contains(plant.bytes.span.bytes, in: merges) else {
      return .none
    }
    let words = try mergeWords(in: transaction)
    known = words
    return words.merges
  }
}

extension Projector {
  /// Returns the groups of plants that are one, or no groups if the plant is in
  /// none.
  mutating func merges(of plant: PlantID) throws -> PlantMerges {
    try databases.merges(of: plant, known: &mergeWords, in: transaction)
  }

  /// Returns the plant that stands for another: itself, unless it was merged.
  mutating func root(of plant: PlantID) throws -> PlantID {
    try merges(of: plant).root(of: plant)
  }

  /// Returns whether any statement concerns a plant.
  func hasMergeEntry(_ plant: PlantID) throws -> Bool {
    if let mergeWords { return mergeWords.contains(plant) }
    return try transaction.contains(
      plant.bytes.span.bytes, in: databases.merges)
  }

  /// Notes that a plant must be folded again.
  mutating func markLate(_ id: PlantID) throws {
    let plant = try touch(id)
    guard !plant.isLate else { return }
    plant.isLate = true
    latePlants.append(id)
  }

  /// Folds the plants again to which events came late.
  mutating func refoldLatePlants() throws {
    guard !latePlants.isEmpty else { return }
    try flushEntries()
    for id in latePlants where plants[id]?.isLate == true {
      try refoldPlant(id)
    }
    latePlants.removeAll()
  }

  /// Folds plants again whose merges have changed.
  mutating func settleMerges() throws {
    guard !unsettled.isEmpty else { return }
    try refoldLatePlants()
    let (changed, regrouped) = try updateMergeWords()
    for id in changed {
      if let entry = mergeWords?.entries[id] {
        try store.put(id.bytes, entry.stored, in: databases.merges)
      } else {
        try store.delete(id.bytes, in: databases.merges)
      }
    }
    if !regrouped.isEmpty { try flushEntries() }
    for id in regrouped { try refoldPlant(id) }
    // Each was folded by its own words, which are these.
    unsettled.removeAll()
  }

  /// Takes in the facts about plants that may have changed.
  private mutating func updateMergeWords() throws -> (
    entries: Set<PlantID>, groups: Set<PlantID>
  ) {
    let plants = plants
    let databases = databases
    let transaction = transaction.shared
    var new: [PlantID: MergeEntry] = [:]
    for id in unsettled { new[id] = plants[id]?.mergeEntry }
    var words =
      try mergeWords.take() ?? databases.mergeWords(in: transaction)
    defer { mergeWords = words }
    return try words.update(new) { id in
      // No event merges it, so its state is that of its own events.
      try (plants[id]?.state ?? databases.plant(id, in: transaction))?
        .canTakeOthers ?? false
    }
  }
}
