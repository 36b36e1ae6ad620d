internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The stored data of a plant except its state, as a function of the state and
/// the calendar. The same function is used when an event arrives, when a
/// setting changes and in a rebuild.
struct DerivedEntries {
  var due: [DueEntry] = []
  var done: [DoneEntry] = []
  var statistics: [Statistic] = []

  static let none = DerivedEntries()

  private init() {}

  init(of plant: PlantState, id: PlantID, in calendar: CareCalendar) {
    guard plant.profile != nil || id == .home else { return }
    due = DueEntry.all(of: id, plant, in: calendar)
    done = plant.cares.compactMap { care in
      care.lastCompleted.map { DoneEntry(at: $0, plant: id, kind: care.kind) }
    }
    statistics = Statistic.contributions(
      of: plant, tasks: due.map(\.task), in: calendar)
  }

  /// Returns the entries that `others`, of the same plant, lack. Repeated
  /// contributions of a plant count separately.
  func without(_ others: DerivedEntries) -> DerivedEntries {
    var rest = self
    rest.due.subtract(others.due)
    rest.done.subtract(others.done)
    rest.statistics.subtract(others.statistics)
    return rest
  }
}

extension Array where Element: Hashable {
  /// Removes each element as often as `others` has it.
  ///
  /// - Complexity: O(*n*) for *n* elements, of which a plant can have
  ///   thousands; a few are compared faster than hashed.
  fileprivate mutating func subtract(_ others: [Element]) {
    guard others.count > 16 else {
      for other in others {
        if let index = firstIndex(of: other) { remove(at: index) }
      }
      return
    }
    var counts = others.reduce(into: [Element: Int]()) {
      $0[$1, default: 0] += 1
    }
    removeAll { element in
      guard let count = counts[element], count > 0 else { return false }
      counts[element] = count - 1
      return true
    }
  }
}

/// The entries to add to and remove from the databases derived from plants'
/// states.
struct EntryChanges {
  private var tasks = [KeyChanges](
    repeating: KeyChanges(), count: TaskIndex.allCases.count)
  private var done = KeyChanges()
  private var statistics: [Statistic: Int] = [:]

  mutating func remove(_ entries: DerivedEntries) {
    for entry in entries.due { set(nil, for: entry) }
    for entry in entries.done { done.set(nil, for: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] -= 1
    }
  }

  /// Adds entries, which stay even if equal ones were removed before.
  mutating func add(_ entries: DerivedEntries) {
    for entry in entries.due { set(entry.stored, for: entry) }
    for entry in entries.done { done.set([], for: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] += 1
    }
  }

  private mutating func set(_ value: [UInt8]?, for entry: DueEntry) {
    for index in TaskIndex.allCases {
      guard let key = entry.key(in: index) else { continue }
      tasks[index.rawValue].set(value, for: key)
    }
  }

  mutating func store(
    in databases: ProjectionDatabases, _ store: FoldedStore,
    _ transaction: borrowing WriteTransaction
  ) throws {
    for index in TaskIndex.allCases {
      try tasks[index.rawValue].store(in: databases.tasks(index), store)
    }
    try done.store(in: databases.done, store)
    for (statistic, change) in statistics where change != 0 {
      try count(statistic, change, in: databases, store, transaction)
    }
  }

  private func count(
    _ statistic: Statistic, _ change: Int, in databases: ProjectionDatabases,
    _ store: FoldedStore, _ transaction: borrowing WriteTransaction
  ) throws {
    let key = statistic.key
    let held = try databases.count(of: statistic, in: transaction)
    let count = held + change
    guard count > 0 else {
      return try store.delete(key, in: databases.statistics)
    }
    var content: [UInt8] = []
    content.append(bigEndian: UInt64(count))
    try store.put(
      key, SealedValue.seal(content), in: databases.statistics)
  }
}

/// The latest change of each key.
///
/// A list that is sorted once is faster than a dictionary: keys are stored in
/// order anyway, and hashing them took a tenth of receiving.
private struct KeyChanges {
  private struct Change {
    /// The first eight bytes of the key, which differ for most keys.
    let prefix: UInt64
    let key: [UInt8]
    let value: [UInt8]?

    func precedes(_ other: Change) -> Bool {
      prefix != other.prefix
        ? prefix < other.prefix
        : key.lexicographicallyPrecedes(other.key)
    }
  }

  private var changes: [Change] = []

  /// - Precondition: The key has eight bytes or more.
  mutating func set(_ value: [UInt8]?, for key: [UInt8]) {
    let prefix = key.span.bytes.bigEndian(at: 0, count: 8)
    changes.append(Change(prefix: prefix, key: key, value: value))
  }

  mutating func store(in database: Database, _ store: FoldedStore) throws {
    guard !changes.isEmpty else { return }
    // The sort is stable: of several changes of a key, the last counts.
    changes.sort { $0.precedes($1) }
    try store.change(database) { place, digest in
      for index in changes.indices {
        let change = changes[index]
        let next = index + 1
        if next < changes.count, changes[next].prefix == change.prefix,
          changes[next].key == change.key
        {
          continue
        }
        if let value = change.value {
          try place.put(change.key, value, noting: &digest)
        } else {
          try place.delete(change.key, noting: &digest)
        }
      }
    }
  }
}
