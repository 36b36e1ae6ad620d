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
/// which others are merged.
struct MergeWords: Equatable {
  fileprivate(set) var entries: [PlantID: MergeEntry] = [:]

  /// The groups of plants that are one by these statements.
  var merges: PlantMerges {
    entries.isEmpty
      ? .none
      : PlantMerges(entries.compactMapValues(\.word)) {
        entries[$0]?.canTakeOthers == true
      }
  }

  /// The plants that any event merged, undone or not.
  var everMerged: Set<PlantID> {
    Set(entries.lazy.filter(\.value.hasMerges).map(\.key))
  }

  func contains(_ plant: PlantID) -> Bool { entries[plant] != nil }
}

extension ProjectionDatabases {
  func mergeWords(
    in transaction: borrowing some Transaction
  ) throws -> MergeWords {
    var found = MergeWords()
    try transaction.forEachEntry(of: merges) { key, value in
      guard let id = PlantID(bytes: key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.merges, reason: "a key names no plant")
      }
      found.entries[id] = try MergeEntry(stored: value)
      return true
    }
    return found
  }
}

extension Projector {
  /// Folds the plants again to which events came late.
  mutating func refoldLatePlants() throws {
    let late = plants.filter { $0.value.isLate }.keys
    guard !late.isEmpty else { return }
    try flushEntries()
    for id in late { try refoldPlant(id) }
  }

  /// Folds plants again whose merges have changed.
  mutating func settleMerges() throws {
    guard mergesMayDiffer else { return }
    try refoldLatePlants()
    mergesMayDiffer = false
    let words = try currentMergeWords()
    guard words != mergeWords else { return }
    for id in Set(words.entries.keys).union(mergeWords.entries.keys)
    where words.entries[id] != mergeWords.entries[id] {
      if let entry = words.entries[id] {
        try store.put(id.bytes, entry.stored, in: databases.merges)
      } else {
        try store.delete(id.bytes, in: databases.merges)
      }
    }
    let before = merges
    mergeWords = words
    merges = words.merges
    try flushEntries()
    for id in merges.differences(from: before) { try refoldPlant(id) }
    // Each was folded by its own words, which are these.
    mergesMayDiffer = false
  }

  /// Returns the entries of the plants as they are now.
  private func currentMergeWords() throws -> MergeWords {
    var words = mergeWords
    for (id, plant) in plants {
      if let entry = plant.mergeEntry { words.entries[id] = entry }
    }
    let targets = Set(words.entries.values.compactMap(\.word?.into))
    for id in targets where !words.contains(id) {
      // No event merges it, so its state is that of its own events.
      let state =
        try plants[id]?.state ?? databases.plant(id, in: transaction)
      words.entries[id] = MergeEntry(
        word: nil, hasMerges: false,
        canTakeOthers: state?.canTakeOthers ?? false)
    }
    words.entries = words.entries.filter {
      $0.value.hasMerges || targets.contains($0.key)
    }
    return words
  }
}
