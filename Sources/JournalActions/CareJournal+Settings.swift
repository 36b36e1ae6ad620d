internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// Another value of a setting of the journal.
public struct SettingRequest: Sendable {
  /// Its key.
  public var key: String
  /// Its value; `null` for its default.
  public var value: SettingValue

  /// Creates a request.
  public init(_ key: String, _ value: SettingValue) {
    self.key = key
    self.value = value
  }
}

/// What people call a writer.
public struct WriterNameRequest: Sendable {
  /// Whom, by the beginning of the id; `nil` for this home's.
  public var writer: String?
  /// The name; `nil` for none.
  public var name: String?
  /// When it got the name.
  public var at: Moment
  /// A remark.
  public var note: String?

  /// Creates a request.
  public init(
    _ writer: String? = nil, name: String?, at: Moment = .now,
    note: String? = nil
  ) {
    self.writer = writer
    self.name = name
    self.at = at
    self.note = note
  }
}

extension CareJournal {
  /// Gives a setting of the journal a value.
  ///
  /// - Returns: ``Change/settingChanged(key:from:to:)``; of notices
  ///   ``Notice/tasksMoved(_:)`` where days depend on it, and
  ///   ``Notice/monthsKept(_:)``. No change where it has that value.
  /// - Throws: `CareError.badSetting` for a key or value that is not known.
  public func changeSetting(
    _ request: SettingRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let key = request.key
      guard session.settings.values[key] ?? .null != request.value else {
        receipt.notices.append(.nothingChanged)
        return
      }
      let at = try Moment.now.value(by: session.clock)
      let before = try session.snapshot().dueDays()
      let old = session.settings
      try session.action {
        try $0.changeSetting(key, to: request.value, at: at)
      }
      let new = session.settings
      receipt.changes.append(
        .settingChanged(
          key: key, from: old.effective(key), to: new.effective(key)))
      guard old.calendar() != new.calendar() else { return }
      let snapshot = try session.snapshot()
      receipt.notices.append(
        .tasksMoved(try snapshot.moves(from: before)))
      guard old.hemisphere != new.hemisphere else { return }
      receipt.notices.append(.monthsKept(try snapshot.schedulesOfMonths()))
    }
  }

  /// Gives a writer a name, or takes it away.
  ///
  /// - Returns: ``Change/writerNamed(_:isOwn:name:)``, or
  ///   ``Notice/nothingChanged``.
  /// - Throws: `NothingMatched` and `CareError`.
  public func nameWriter(
    _ request: WriterNameRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at.value(by: session.clock)
      let snapshot = try session.snapshot()
      let writer = try request.writer.map { try snapshot.writer(named: $0) }
      let named = writer ?? session.writer
      guard try snapshot.name(of: named) != request.name else {
        receipt.notices.append(.nothingChanged)
        return
      }
      try session.action {
        try $0.name(named, request.name, at: at, note: request.note)
      }
      receipt.changes.append(
        .writerNamed(named, isOwn: writer == nil, name: request.name))
    }
  }
}

extension JournalSettings {
  /// The value in force, also of keys that only newer programs know.
  fileprivate func effective(_ key: String) -> SettingValue {
    SettingKey(rawValue: key).map { effective($0) } ?? values[key] ?? .null
  }
}

/// An open task, whatever day it is due.
private struct TaskKey: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let task: TaskID?
}

extension Snapshot {
  /// The days on which all open tasks are due.
  ///
  /// - Complexity: O(*n*) for *n* open tasks.
  fileprivate func dueDays() throws -> [TaskKey: Day] {
    var days: [TaskKey: Day] = [:]
    try forEachDue(in: .earliest ... .latest) { entry in
      let task = entry.task
      days[TaskKey(plant: entry.plant, kind: task.kind, task: task.task)] =
        task.due
      return true
    }
    return days
  }

  /// The tasks that are due on other days than they were, the soonest first.
  fileprivate func moves(from before: [TaskKey: Day]) throws -> [TaskMove] {
    var moves: [TaskMove] = []
    try forEachDue(in: .earliest ... .latest) { entry in
      let task = entry.task
      let from = before[
        TaskKey(plant: entry.plant, kind: task.kind, task: task.task)]
      if from != task.due {
        moves.append(
          TaskMove(
            plant: PlantName(entry.plant, entry.plantName),
            kind: task.kind, from: from, to: task.due))
      }
      return true
    }
    return moves.sorted {
      ($0.to, $0.plant.id, $0.kind) < ($1.to, $1.plant.id, $1.kind)
    }
  }

  /// The schedules that are for some months alone.
  ///
  /// Who names March means March; whether a person named it or a care profile
  /// did cannot be told from a schedule.
  ///
  /// - Complexity: O(*n*) for *n* plants.
  fileprivate func schedulesOfMonths() throws -> [(
    plant: PlantName, kind: TaskKind, months: MonthSet
  )] {
    var kept: [(plant: PlantName, kind: TaskKind, months: MonthSet)] = []
    try forEachPlant { id, plant in
      guard plant.isPresent else { return true }
      for schedule in plant.cares.compactMap(\.schedule)
      where schedule.activeMonths != .all {
        kept.append(
          (
            PlantName(id, plant.displayName), schedule.kind,
            schedule.activeMonths
          ))
      }
      return true
    }
    return kept
  }
}
