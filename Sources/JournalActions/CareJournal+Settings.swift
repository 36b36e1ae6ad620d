public import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import POSIXKit

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

/// A choice of plants that is kept under a name, or forgotten.
public struct FilterRequest: Sendable {
  /// The name.
  public var filter: NamedFilter
  /// What is chosen, in the syntax of whoever uses it; `nil` to forget it.
  public var choice: String?

  /// Creates a request.
  public init(_ filter: NamedFilter, _ choice: String?) {
    self.filter = filter
    self.choice = choice
  }
}

/// What people call a writer.
public struct WriterNameRequest: Sendable {
  /// Whom, by the beginning of the id or by the name; `nil` for this home's.
  public var writer: String?
  /// What the device is called; `null` for nothing.
  public var device: FieldEdit<String>
  /// Whose it is; `null` for nobody's.
  public var person: FieldEdit<String>
  /// When it got the name.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ writer: String? = nil, device: FieldEdit<String> = .keep,
    person: FieldEdit<String> = .keep, _ occasion: Occasion = Occasion()
  ) {
    self.writer = writer
    self.device = device
    self.person = person
    self.occasion = occasion
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

  /// Keeps a choice of plants under a name, or forgets it.
  ///
  /// - Returns: ``Change/filterSaved(_:isNew:)`` or
  ///   ``Change/filterForgotten(_:)``.
  /// - Throws: `NothingMatched` where there is none to forget, and
  ///   `CareError.badSetting` for a choice that is too long.
  public func changeFilter(
    _ request: FilterRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let filter = request.filter
      let isNew = session.settings.filters[filter] == nil
      if request.choice == nil { _ = try session.settings.choice(of: filter) }
      try session.action {
        try $0.changeSetting(
          filter.key, to: request.choice.map(SettingValue.text) ?? .null,
          at: at)
      }
      receipt.changes.append(
        request.choice == nil
          ? .filterForgotten(filter) : .filterSaved(filter, isNew: isNew))
    }
  }

  /// Gives a setting of this machine a value, in its file; the journal is not
  /// touched.
  ///
  /// - Parameters:
  ///   - request: The setting; `null` takes it out of the file.
  ///   - mode: Whether the file is only read.
  /// - Returns: What the file said before; `nil` where it said nothing.
  /// - Throws: `CareError.badSetting` for a directory that cannot be used,
  ///   `FileSystemError` or `StorageError`.
  public func changeMachineSetting(
    _ request: SettingRequest, _ mode: ActionMode = .commit
  ) throws -> SettingValue? {
    if request.key == MachineSettingKey.autoBackupDirectory.rawValue,
      case .text(let path) = request.value,
      let reason = home.refusal(ofBackupsIn: path)
    {
      throw CareError.badSetting(key: request.key, reason: reason)
    }
    let held = try machineSettings()[request.key]
    guard mode == .commit, held ?? .null != request.value else { return held }
    let before = try MachineSettings.update(of: home) { settings in
      defer { settings[request.key] = request.value }
      return settings[request.key]
    }
    // Those of the other directory do not count there.
    if request.key == MachineSettingKey.autoBackupDirectory.rawValue {
      home.forgetAutoBackup()
    }
    noteWriting()
    return before
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
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let snapshot = try session.snapshot()
      let writer = try request.writer.map { try snapshot.writer(named: $0) }
      let named = writer ?? session.writer
      let before = try snapshot.name(of: named) ?? WriterName()
      let name = WriterName(
        device: request.device.applied(to: before.device),
        person: request.person.applied(to: before.person))
      guard name != before else {
        receipt.notices.append(.nothingChanged)
        return
      }
      try session.action { try $0.name(named, name, at: at, note: note) }
      receipt.changes.append(
        .writerNamed(named, isOwn: writer == nil, name: name))
    }
  }
}

extension JournalHome {
  /// Why automatic backups cannot be kept in a directory; `nil` where they
  /// can.
  fileprivate func refusal(ofBackupsIn directory: String) -> String? {
    guard
      FileSystem.isDirectory(directory)
        || !FileSystem.isAnything(directory)
    else { return "must be a directory, and \(directory) is a file" }
    guard FileSystem.isDirectory(directory),
      let place = try? FileSystem.canonicalPath(directory)
    else {
      return "must be a directory that is there: make \(directory), or mount "
        + "the disk on which it is"
    }
    func lies(in outer: String) -> Bool {
      let outer = (try? FileSystem.canonicalPath(outer)) ?? outer
      return "\(place)/".hasPrefix("\(outer)/")
    }
    guard lies(in: path), !lies(in: backupsDirectory) else { return nil }
    return "cannot be \(directory): in the journal's own directory backups "
      + "lie in \(backupsDirectory) alone"
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
