internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The latest statement on each plant that any event merges into another; `nil`
/// if that is undone or taken back.
struct MergeWords: Equatable {
  fileprivate(set) var words: [PlantID: PlantDetails.Statement<PlantMerged>?] =
    [:]

  /// The groups of plants that are one by these statements.
  var merges: PlantMerges {
    words.isEmpty ? .none : PlantMerges(words.compactMapValues(\.self))
  }

  func contains(_ plant: PlantID) -> Bool { words[plant] != nil }

  fileprivate mutating func note(_ plant: Projector.TouchedPlant, _ id: PlantID)
  {
    guard plant.hasMerges ?? contains(id) else {
      words[id] = nil
      return
    }
    words.updateValue(plant.state.details.merge, forKey: id)
  }
}

extension ProjectionDatabases {
  func mergeWords(
    in transaction: borrowing some Transaction
  ) throws -> MergeWords {
    var found = MergeWords()
    try transaction.forEachEntry(of: merges) { key, _ in
      guard let id = PlantID(bytes: key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.merges, reason: "a key names no plant")
      }
      found.words.updateValue(nil, forKey: id)
      return true
    }
    for id in found.words.keys {
      found.words.updateValue(
        try plant(id, in: transaction)?.details.merge, forKey: id)
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
    var words = mergeWords
    for (id, plant) in plants { words.note(plant, id) }
    guard words != mergeWords else { return }
    for id in Set(words.words.keys).union(mergeWords.words.keys) {
      if !words.contains(id) {
        try store.delete(id.bytes, in: databases.merges)
      } else if !mergeWords.contains(id) {
        try store.put(id.bytes, [], in: databases.merges)
      }
    }
    let (wordsBefore, before) = (mergeWords, merges)
    mergeWords = words
    merges = words.merges
    try flushEntries()
    for id in before.plants.union(merges.plants)
    where before.group(of: id) != merges.group(of: id)
      || before.root(of: id) != merges.root(of: id)
      || wordsBefore.words[id] != words.words[id]
    {
      try refoldPlant(id)
    }
    // Each was folded by its own words, which are these.
    mergesMayDiffer = false
  }
}
