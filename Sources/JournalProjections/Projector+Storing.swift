internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import LMDBKit

extension Projector {
  /// Folds late streams again and stores all that was touched.
  ///
  /// Must be called before the transaction commits; the projector may be used
  /// on after it.
  public mutating func finish(
    in transaction: borrowing WriteTransaction
  ) throws {
    try flushEntries(in: transaction)
    if settingsAreLate { try refoldSettings(in: transaction) }
    try refoldLateRooms(in: transaction)
    for (id, plant) in plants where plant.isLate {
      try refoldPlant(id, in: transaction)
    }
    try storeRooms(in: transaction)
    if settingsChanged {
      try storeUnderNewSettings(in: transaction)
    } else {
      try storePlants(in: transaction)
    }
  }

  /// Stores the index entries gathered so far, in the order of their keys:
  /// neighbours land on the same page.
  mutating func flushEntries(
    in transaction: borrowing WriteTransaction
  ) throws {
    guard !entries.isEmpty else { return }
    entries.sort()
    try log.insert(entries, in: transaction)
    entries.removeAll(keepingCapacity: true)
  }

  private func storeRooms(in transaction: borrowing WriteTransaction) throws {
    for (id, room) in rooms where room.latest != nil {
      let key = id.bytes
      let value = room.stored
      try transaction.put(
        key.span.bytes, value.span.bytes, in: databases.rooms)
    }
  }

  private mutating func storePlants(
    in transaction: borrowing WriteTransaction
  ) throws {
    var changes = EntryChanges()
    for id in plants.keys.sorted() {
      guard let plant = plants[id], plant.state.latest != nil,
        plant.state != plant.stored
      else { continue }
      try store(plant.state, of: id, in: transaction)
      if let stored = plant.stored {
        changes.remove(DerivedEntries(of: stored, id: id, in: calendar))
      }
      changes.add(DerivedEntries(of: plant.state, id: id, in: calendar))
    }
    try changes.store(in: databases, transaction)
    reset(calendar: calendar)
  }

  /// Stores the plants and derives everything that depends on the settings
  /// from the plants' states; the log is not read.
  private mutating func storeUnderNewSettings(
    in transaction: borrowing WriteTransaction
  ) throws {
    let newCalendar = try databases.journalSettings(in: transaction)
      .calendar()
    guard newCalendar != calendar else {
      return try storePlants(in: transaction)
    }
    for id in plants.keys.sorted() {
      guard let plant = plants[id], plant.state.latest != nil else { continue }
      try store(plant.state, of: id, in: transaction)
    }
    let derived = [
      databases.due, databases.snoozed, databases.windows, databases.done,
      databases.statistics,
    ]
    for database in derived { try transaction.removeAll(in: database) }
    var changes = EntryChanges()
    try databases.forEachPlant(in: transaction) { id, plant in
      changes.add(DerivedEntries(of: plant, id: id, in: newCalendar))
      return true
    }
    try changes.store(in: databases, transaction)
    reset(calendar: newCalendar)
  }

  private func store(
    _ plant: PlantState, of id: PlantID,
    in transaction: borrowing WriteTransaction
  ) throws {
    let key = id.bytes
    let value = plant.stored
    try transaction.put(key.span.bytes, value.span.bytes, in: databases.plants)
  }
}

/// What is to be added to and removed from the databases that are derived
/// from plants' states.
private struct EntryChanges {
  private var due: [[UInt8]: [UInt8]?] = [:]
  private var snoozed: [[UInt8]: [UInt8]?] = [:]
  private var windows: [[UInt8]: [UInt8]?] = [:]
  private var done: [[UInt8]: [UInt8]?] = [:]
  private var statistics: [Statistic: Int] = [:]

  mutating func remove(_ entries: DerivedEntries) {
    for entry in entries.due {
      due.updateValue(nil, forKey: entry.dueKey)
      if let key = entry.snoozedKey { snoozed.updateValue(nil, forKey: key) }
      if let key = entry.windowKey { windows.updateValue(nil, forKey: key) }
    }
    for entry in entries.done { done.updateValue(nil, forKey: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] -= 1
    }
  }

  /// Entries added after equal ones were removed stay.
  mutating func add(_ entries: DerivedEntries) {
    for entry in entries.due {
      let value = entry.stored
      due.updateValue(value, forKey: entry.dueKey)
      if let key = entry.snoozedKey { snoozed.updateValue(value, forKey: key) }
      if let key = entry.windowKey { windows.updateValue(value, forKey: key) }
    }
    for entry in entries.done { done.updateValue([], forKey: entry.key) }
    for statistic in entries.statistics {
      statistics[statistic, default: 0] += 1
    }
  }

  func store(
    in databases: ProjectionDatabases,
    _ transaction: borrowing WriteTransaction
  ) throws {
    try store(due, in: databases.due, transaction)
    try store(snoozed, in: databases.snoozed, transaction)
    try store(windows, in: databases.windows, transaction)
    try store(done, in: databases.done, transaction)
    for (statistic, change) in statistics where change != 0 {
      try count(statistic, change, in: databases, transaction)
    }
  }

  private func store(
    _ changes: [[UInt8]: [UInt8]?], in database: Database,
    _ transaction: borrowing WriteTransaction
  ) throws {
    let sorted = changes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (key, value) in sorted {
      if let value {
        try transaction.put(key.span.bytes, value.span.bytes, in: database)
      } else {
        _ = try transaction.delete(key.span.bytes, in: database)
      }
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
