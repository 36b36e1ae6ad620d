internal import JournalCare
internal import JournalEvents
internal import JournalTime
internal import LMDBKit

/// The collection as it was known at a moment: folded from the log in memory.
/// The entries that views read are derived as the stored ones are.
struct PastFold {
  let settings: JournalSettings
  let rooms: RoomList
  let calendar: CareCalendar
  /// The plants with events, by id.
  let order: [PlantID]
  let due: [DueEntry]
  let done: [DoneEntry]
  let statistics: [Statistic: Int]
  let fold: MemoryFold

  /// Folds the events recorded by `moment`, or all.
  init(
    _ journal: Journal, recordedBy moment: Instant?,
    in transaction: borrowing ReadTransaction
  ) throws {
    var fold = try MemoryFold(journal, recordedBy: moment, in: transaction)
    try fold.run(in: transaction)
    self.fold = fold
    settings = fold.settings
    rooms = RoomList(fold.rooms)
    let calendar = settings.calendar()
    self.calendar = calendar
    order = fold.plants.keys.sorted()
    let derived = order.compactMap { id in
      fold.plants[id].map { DerivedEntries(of: $0, id: id, in: calendar) }
    }
    due = derived.flatMap(\.due)
    done = derived.flatMap(\.done).sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    var counts: [Statistic: Int] = [:]
    for statistic in derived.flatMap(\.statistics) {
      counts[statistic, default: 0] += 1
    }
    statistics = counts
  }

  /// The entries of an index on `days`, in the order of its keys.
  func tasks(in index: TaskIndex, _ days: ClosedRange<Day>) -> [DueEntry] {
    let listed = due.filter { entry in
      index.day(of: entry.task).map(days.contains) ?? false
    }
    let keyed = listed.map { (key: $0.key(in: index) ?? [], entry: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map(\.entry)
  }

  func counts(perFamily: Bool) -> [(name: String, count: Int)] {
    statistics.compactMap { statistic, count in
      switch statistic {
      case .family(let name) where perFamily: (name, count)
      case .source(let name) where !perFamily: (name, count)
      default: nil
      }
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
