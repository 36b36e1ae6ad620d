internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds late streams again and stores all that was touched.
  ///
  /// Must be called before the transaction commits; the projector may be used
  /// on after it.
  mutating func finish() throws {
    if settingsAreLate {
      // The index of streams says what to fold again.
      try flushEntries()
      try refoldSettings()
    }
    try refoldLateRooms()
    try refoldLatePlants()
    try settleMerges()
    try storeRooms()
    if settingsChanged {
      try storeUnderNewSettings()
    } else {
      try storePlants()
    }
    // Last, if possible: the pages of the index and the plants together took a
    // third more memory.
    try flushEntries()
  }

  /// Stores the index entries gathered so far, in the order of their keys:
  /// neighbours land on the same page.
  mutating func flushEntries() throws {
    guard !entries.isEmpty else { return }
    entries.sort()
    try log.insert(entries, in: transaction)
    entries.removeAll(keepingCapacity: true)
  }

  private func storeRooms() throws {
    for (id, room) in rooms {
      // Without a place it has no event that still says anything.
      if room.latest != nil {
        try store.put(id.bytes, room.stored, in: databases.rooms)
      } else {
        try store.delete(id.bytes, in: databases.rooms)
      }
    }
  }

  private mutating func storePlants() throws {
    var changes = EntryChanges()
    try store.change(databases.plants) { place, digest in
      for id in plants.keys.sorted() {
        // Taken away, so that its memory serves for the changes.
        guard let plant = plants.removeValue(forKey: id) else { continue }
        let state = plant.state
        guard
          state.latest != plant.stored?.latest
            || state != plant.stored
              ?? PlantState()
        else { continue }
        try Self.put(state, of: id, at: &place, &digest)
        let new = DerivedEntries(of: state, id: id, in: calendar)
        let old = plant.stored.map {
          DerivedEntries(of: $0, id: id, in: calendar)
        }
        // Care of one kind leaves the entries of the others as they are.
        if let old { changes.remove(old.without(new)) }
        changes.add(old.map(new.without) ?? new)
      }
    }
    try changes.store(in: databases, store, transaction)
    reset(settings: settings)
  }

  /// Stores a plant, or takes it away once no event of it says anything.
  private static func put(
    _ state: PlantState, of id: PlantID, at place: inout EntryWriter,
    _ digest: inout EntryDigest
  ) throws {
    if state.latest != nil {
      try place.put(id.bytes, state.stored, noting: &digest)
    } else {
      try place.delete(id.bytes, noting: &digest)
    }
  }

  /// Stores the plants and derives everything that depends on the settings
  /// from the plants' states; the log is not read.
  private mutating func storeUnderNewSettings() throws {
    let newSettings = try databases.journalSettings(in: transaction)
    let newCalendar = newSettings.calendar()
    guard newCalendar != calendar else {
      settings = newSettings
      return try storePlants()
    }
    try store.change(databases.plants) { place, digest in
      for id in plants.keys.sorted() {
        guard let plant = plants.removeValue(forKey: id) else { continue }
        try Self.put(plant.state, of: id, at: &place, &digest)
      }
    }
    let tasks = TaskIndex.allCases.map(databases.tasks)
    for database in tasks + [databases.done, databases.statistics] {
      try store.removeAll(in: database)
    }
    var changes = EntryChanges()
    try databases.forEachPlant(in: transaction) { id, plant in
      changes.add(DerivedEntries(of: plant, id: id, in: newCalendar))
      return true
    }
    try changes.store(in: databases, store, transaction)
    reset(settings: newSettings)
  }
}
