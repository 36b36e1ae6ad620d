public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

/// The collection as what was recorded by a moment tells it: folded from the
/// log in memory, with the entries that views read derived in the same way as
/// the stored ones.
public struct PastCollection: CollectionSource {
  public let settings: JournalSettings
  public let rooms: RoomList
  public let calendar: CareCalendar
  private let log: EventLog
  private let moment: Instant
  private let fold: MemoryFold
  private let order: [PlantID]
  private let due: [DueEntry]
  private let snoozed: [DueEntry]
  private let waterings: [DueEntry]
  private let done: [DoneEntry]
  private let statistics: [Statistic: Int]

  /// Folds what was recorded by `moment`.
  ///
  /// - Complexity: O(*n*) for *n* events; memory grows with the plants only.
  public init(
    _ journal: Journal, recordedBy moment: Instant,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    var fold = try MemoryFold(journal, recordedBy: moment, in: transaction)
    try fold.run(in: transaction)
    log = journal.log
    self.moment = moment
    self.fold = fold
    settings = fold.settings
    rooms = RoomList(fold.rooms)
    let calendar = settings.calendar()
    self.calendar = calendar
    order = fold.plants.keys.sorted()
    let derived = order.compactMap { id in
      fold.plants[id].map { DerivedEntries(of: $0, id: id, in: calendar) }
    }
    due = derived.flatMap(\.due).sorted {
      $0.dueKey.lexicographicallyPrecedes($1.dueKey)
    }
    snoozed = due.filter { $0.task.snoozedUntil != nil }.sorted {
      ($0.snoozedKey ?? []).lexicographicallyPrecedes($1.snoozedKey ?? [])
    }
    waterings = due.filter { $0.task.gathersFrom != nil }.sorted {
      ($0.windowKey ?? []).lexicographicallyPrecedes($1.windowKey ?? [])
    }
    done = derived.flatMap(\.done).sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    var counts: [Statistic: Int] = [:]
    for statistic in derived.flatMap(\.statistics) {
      counts[statistic, default: 0] += 1
    }
    statistics = counts
  }

  public func plant(
    _ id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> PlantState? {
    fold.plants[id]
  }

  public func forEachPlant(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    for id in order {
      guard let plant = fold.plants[id], try body(id, plant) else { return }
    }
  }

  public func forEachDue(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    for entry in due where days.contains(entry.task.due) {
      guard try body(entry) else { return }
    }
  }

  public func forEachSnoozed(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    for entry in snoozed {
      guard let until = entry.task.snoozedUntil, days.contains(until) else {
        continue
      }
      guard try body(entry) else { return }
    }
  }

  public func forEachWatering(
    gatheringFrom days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    for entry in waterings {
      guard let first = entry.task.gathersFrom, days.contains(first) else {
        continue
      }
      guard try body(entry) else { return }
    }
  }

  public func forEachDone(
    since start: Instant,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (DoneEntry) throws -> Bool
  ) throws {
    for entry in done where entry.at >= start {
      guard try body(entry) else { return }
    }
  }

  public func latestCare(
    of plant: PlantID, _ kind: TaskKind, on day: Day,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Instant? {
    try CareScan(log: log, plant: plant, kind: kind, day: day, calendar)
      .latest(in: transaction, recordedBy: moment) { action in
        fold.undone.contains(action)
      }
  }

  public func notePositions(
    of plant: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [LogPosition] {
    fold.notes[plant] ?? []
  }

  public func count(
    of statistic: Statistic,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    statistics[statistic] ?? 0
  }

  public func counts(
    perFamily: Bool, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(name: String, count: Int)] {
    statistics.compactMap { statistic, count in
      switch statistic {
      case .family(let name) where perFamily: (name, count)
      case .source(let name) where !perFamily: (name, count)
      default: nil
      }
    }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  public func openTaskCount(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    due.count { days.contains($0.task.due) }
  }

  public func isUndone(
    _ action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Bool {
    fold.undone.contains(action)
  }
}
