public import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import POSIXKit

/// A request to change a setting of the journal.
public struct SettingRequest: Sendable {
  /// The key.
  public var key: String
  /// The value; `null` for the default.
  public var value: SettingValue
  /// The value in force as it was shown; `nil` to change whatever is set.
  public var shown: SettingValue?

  /// Creates a request.
  public init(
    _ key: String, _ value: SettingValue, shown: SettingValue? = nil
  ) {
    self.key = key
    self.value = value
    self.shown = shown
  }
}

/// A request to save or forget a named choice of plants.
public struct FilterRequest: Sendable {
  /// The name.
  public var filter: NamedFilter
  /// The choice, in the syntax of its user; `nil` to forget it.
  public var choice: String?

  /// Creates a request.
  public init(_ filter: NamedFilter, _ choice: String?) {
    self.filter = filter
    self.choice = choice
  }
}

/// A request to name a writer.
public struct WriterNameRequest: Sendable {
  /// The writer, by name or the beginning of the id; `nil` for this home's.
  public var writer: String?
  /// The name of the device; `null` for none.
  public var device: FieldEdit<String>
  /// The person who uses it; `null` for nobody.
  public var person: FieldEdit<String>
  /// The time and remark of the change.
  public var occasion: Occasion

  /// The remark on a name that a machine takes by itself. An undo without an
  /// id skips an action with this remark, as no person did it.
  public static let noteOfJoining = "the name given when this machine joined"

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
  /// Changes a setting of the journal.
  ///
  /// - Returns: ``Change/settingChanged(key:from:to:)``; of notices
  ///   ``Notice/tasksMoved(_:)`` if days depend on it, and
  ///   ``Notice/monthsKept(_:)``. No change if it already has that value.
  /// - Throws: `CareError.badSetting` for an unknown key or value.
  public func changeSetting(
    _ request: SettingRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let key = request.key
      guard session.settings.values[key] ?? .null != request.value,
        request.value != request.shown
      else {
        receipt.notices.append(.nothingChanged)
        return
      }
      let now = session.settings.effective(key)
      if let shown = request.shown, shown != now {
        throw ChangedMeanwhile("the setting", now: now.text)
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

  /// Saves a choice of plants under a name, or forgets it.
  ///
  /// - Returns: ``Change/filterSaved(_:isNew:)`` or
  ///   ``Change/filterForgotten(_:)``.
  /// - Throws: `NothingMatched` if there is none to forget, and
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

  /// Changes a setting of this machine in its file. The journal is not touched.
  ///
  /// - Parameters:
  ///   - request: The setting; `null` removes it from the file.
  ///   - mode: The mode; other modes than `commit` only read the file.
  /// - Returns: The value before; `nil` if the file had none.
  /// - Throws: `CareError.badSetting` for an unusable directory,
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
    // The backups of the old directory do not count in the new one.
    if request.key == MachineSettingKey.autoBackupDirectory.rawValue {
      home.forgetAutoBackup()
    }
    noteWriting()
    return before
  }

  /// Names a writer, or removes its name.
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
  /// Returns the reason why a directory cannot hold automatic backups; `nil` if
  /// it can.
  fileprivate func refusal(ofBackupsIn directory: String) -> String? {
    guard
      FileSystem.isDirectory(directory)
        || !FileSystem.isAnything(directory)
    else { return "must be a directory, and \(directory) is a file" }
    guard FileSystem.isDirectory(directory),
      let place = try? FileSystem.canonicalPath(directory)
    else {
      return "must be an existing directory: create \(directory), or mount "
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
  /// Returns the effective value, also of keys that only newer versions know.
  fileprivate func effective(_ key: String) -> SettingValue {
    SettingKey(rawValue: key).map { effective($0) } ?? values[key] ?? .null
  }
}

/// The key of an open task, which does not depend on its due day.
private struct TaskKey: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let task: TaskID?
}

extension Snapshot {
  /// Returns the due days of all open tasks.
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

  /// Returns the tasks whose due days have changed, the soonest first.
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

  /// Returns the schedules for some months only.
  ///
  /// A named month means that month. A schedule does not show whether a person
  /// or a care profile named it.
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
