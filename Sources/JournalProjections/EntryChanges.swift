internal import Encodings
internal import JournalLog
internal import LMDBKit

/// What is to be added to and removed from the databases that are derived
/// from plants' states.
struct EntryChanges {
  private var due = KeyChanges()
  private var snoozed = KeyChanges()
  private var windows = KeyChanges()
  private var done = KeyChanges()
  private var statistics: [Statistic: Int] = [:]

  mutating func remove(_ entries: DerivedEntries) {
    for entry in entries.due {
      due.set(nil, for: entry.dueKey)
      if let key = entry.snoozedKey { snoozed.set(nil, for: key) }
      if let key = entry.windowKey { windows.set(nil, for: key) }
    }
    for entry in entries.done { done.set(nil, for: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] -= 1
    }
  }

  /// Entries added after equal ones were removed stay.
  mutating func add(_ entries: DerivedEntries) {
    for entry in entries.due {
      let value = entry.stored
      due.set(value, for: entry.dueKey)
      if let key = entry.snoozedKey { snoozed.set(value, for: key) }
      if let key = entry.windowKey { windows.set(value, for: key) }
    }
    for entry in entries.done { done.set([], for: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] += 1
    }
  }

  mutating func store(
    in databases: ProjectionDatabases,
    _ transaction: borrowing WriteTransaction
  ) throws {
    try due.store(in: databases.due, transaction)
    try snoozed.store(in: databases.snoozed, transaction)
    try windows.store(in: databases.windows, transaction)
    try done.store(in: databases.done, transaction)
    for (statistic, change) in statistics where change != 0 {
      try count(statistic, change, in: databases, transaction)
    }
  }

  private func count(
    _ statistic: Statistic, _ change: Int, in databases: ProjectionDatabases,
    _ transaction: borrowing WriteTransaction
  ) throws {
    let key = statistic.key
    let held = try databases.count(of: statistic, in: transaction)
    let count = held + change
    guard count > 0 else {
      _ = try transaction.delete(key.span.bytes, in: databases.statistics)
      return
    }
    var content: [UInt8] = []
    content.append(bigEndian: UInt64(count))
    let value = SealedValue.seal(content)
    try transaction.put(
      key.span.bytes, value.span.bytes, in: databases.statistics)
  }
}

/// The last value, or the removal, of each of some keys.
///
/// A list that is sorted once instead of a dictionary: keys are stored in
/// their order anyway, and hashing them took a tenth of receiving.
private struct KeyChanges {
  private struct Change {
    /// The first eight bytes of the key, which tell most keys apart.
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

  mutating func store(
    in database: Database, _ transaction: borrowing WriteTransaction
  ) throws {
    // Stable: of several changes of a key the last counts.
    changes.sort { $0.precedes($1) }
    for index in changes.indices {
      let change = changes[index]
      let next = index + 1
      if next < changes.count, changes[next].key == change.key { continue }
      let key = change.key.span.bytes
      if let value = change.value {
        try transaction.put(key, value.span.bytes, in: database)
      } else {
        _ = try transaction.delete(key, in: database)
      }
    }
  }
}
