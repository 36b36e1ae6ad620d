public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A task that waits, or whose day passes without care.
public struct PostponeRequest: Sendable {
  /// What becomes of the task.
  public enum Way: Sendable {
    /// It is due on another day; the schedule stays as it is.
    case snooze(until: Timed<Day>)
    /// Its day passes without care: the day given, else its own.
    case skip(due: Timed<Day>?)
  }

  /// Whose task it is. A plant that is named is meant whenever its task is
  /// due; plants that are chosen by a filter, only where it is due before the
  /// day that the snooze names, or by the day that is skipped.
  public var plants: PlantChoice
  /// The kind of care; `nil` for the task that a named plant alone means: the
  /// only one that is due, else the only one that is open.
  public var kind: TaskKind?
  /// What becomes of it.
  public var way: Way
  /// The one-off task that is meant, by its id or the beginning of it.
  public var task: String?
  /// When that was decided.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ plants: PlantChoice, kind: TaskKind?, _ way: Way,
    _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.kind = kind
    self.way = way
    self.occasion = occasion
  }
}

extension CareJournal {
  /// Snoozes or skips a task of each plant chosen, as one action.
  ///
  /// - Returns: ``Change/snoozed(_:_:title:due:isMoved:)`` or
  ///   ``Change/skipped(_:_:title:day:next:)`` for each.
  /// - Throws: `CareError.nothingDue` for a plant that is named and has no
  ///   such task, ``PostponeError`` and what choosing plants throws.
  public func postpone(
    _ request: PostponeRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let way = try ResolvedWay(request.way, at: at, session.clock)
      let targets = try request.targets(way, in: &session)
      try session.action { session in
        for target in targets {
          let before = try session.openTask(of: target)
          try session.perform(
            way.command(for: target), on: target.plant.id, at: at,
            note: note)
          receipt.changes.append(
            way.change(
              of: target, from: before?.due, try session.openTask(of: target)))
        }
      }
    }
  }
}

/// A task that is to be postponed.
private struct PostponedTask {
  let plant: PlantName
  let kind: TaskKind
  /// The one-off task; `nil` for the scheduled one.
  let task: TaskID?
  /// What that is called, where it has a title.
  let title: String?
  /// The day on which it is shown.
  let day: Day
  /// Its own day, where it is a one-off task that repeats.
  let ownDay: Day?
}

extension ActionSession {
  fileprivate mutating func openTask(
    of target: PostponedTask
  ) throws -> OpenTask? {
    let id = target.plant.id
    return calendar.openTasks(of: try plant(id), id: id).first {
      $0.kind == target.kind && $0.task == target.task
    }
  }
}

extension PostponeRequest {
  /// The tasks meant. Each change may move the others' common day, so all are
  /// looked at before the first.
  fileprivate func targets(
    _ way: ResolvedWay, in session: inout ActionSession
  ) throws -> [PostponedTask] {
    let snapshot = try session.snapshot()
    guard kind != nil || !plants.hasFilter else {
      throw TaskNameError.needsKind
    }
    let holders =
      kind == nil && task == nil
      ? try snapshot.taskHolders(plants)
      : try snapshot.plants(plants).map { .plant($0) }
    let targets = try holders.compactMap { holder -> PostponedTask? in
      let id: PlantID
      let plant: PlantState
      var (kind, task) = (TaskKind.other, TaskID?.none)
      switch holder {
      case .task(let open, let owner, let state):
        (id, plant, kind, task) = (owner, state, open.kind, open.id)
      case .plant(let named):
        id = named
        plant = try session.plant(id)
        (kind, task) = try meant(of: id, plant, in: snapshot)
      }
      let shown = try snapshot.openTasks(
        of: id, plant, on: snapshot.today
      ).first { $0.task.kind == kind && $0.task.task == task }
      guard let day = shown?.task.due else {
        // Who names a plant should hear that nothing is due.
        guard plants.hasFilter else {
          throw CareError.nothingDue(
            kind, plant: id, name: plant.displayName)
        }
        return nil
      }
      guard !plants.hasFilter || day <= way.last else { return nil }
      let open = task.flatMap(plant.oneOffTask)
      return PostponedTask(
        plant: PlantName(id, plant.displayName), kind: kind, task: task,
        title: open?.title, day: day,
        ownDay: open?.every == nil
          ? nil : open.flatMap(session.calendar.explanation)?.activeDay)
    }
    guard !targets.isEmpty else { throw PostponeError.noneDue(by: way.last) }
    for target in targets { try way.check(target) }
    return targets
  }

  /// The kind of care of a plant that is meant, and the one-off task.
  private func meant(
    of id: PlantID, _ plant: PlantState, in snapshot: borrowing Snapshot
  ) throws -> (kind: TaskKind, task: TaskID?) {
    if let task {
      let open = try plant.openTask(named: task)
      return (kind ?? open.kind, open.id)
    }
    if let kind { return (kind, try plant.onlyTask(of: kind)) }
    let only = try snapshot.onlyTask(of: id, plant)
    return (only.kind, only.task)
  }
}

/// What becomes of the tasks, with its days known.
private enum ResolvedWay {
  case snooze(until: Day)
  case skip(due: Day?, today: Day)

  init(
    _ way: PostponeRequest.Way, at: OffsetInstant, _ clock: LocalClock
  ) throws {
    switch way {
    case .snooze(let until):
      // A span counts from the day on which it was decided.
      let decided = LocalClock(now: at.instant, zone: clock.zone)
      let day = try until.value(by: decided)
      guard day > decided.today else {
        throw PostponeError.notAfter(
          day, decided.today, isToday: decided.today == clock.today)
      }
      self = .snooze(until: day)
    case .skip(let due):
      self = .skip(
        due: try due?.value(by: clock), today: clock.today)
    }
  }

  /// The last day of tasks that filters choose.
  var last: Day {
    switch self {
    case .snooze(let until): until.advanced(by: -1)
    case .skip(let due, let today): due ?? today
    }
  }

  func check(_ target: PostponedTask) throws(CareError) {
    // A one-off task ends, whatever day is named.
    let first = target.ownDay ?? target.day
    let isFixed = target.task != nil && target.ownDay == nil
    if case .skip(let due?, _) = self, due < first, !isFixed {
      throw .notDueYet(
        target.kind, name: target.plant.displayName, on: due,
        due: first)
    }
  }

  func command(for target: PostponedTask) -> PlantCommand {
    switch self {
    case .snooze(let until):
      .snooze(
        target.kind, task: target.task, until: until, settled: .current)
    case .skip(let due, _):
      .skip(
        target.kind, task: target.task,
        due: due ?? target.ownDay ?? target.day)
    }
  }

  func change(
    of target: PostponedTask, from due: Day?, _ open: OpenTask?
  ) -> Change {
    switch self {
    case .snooze:
      .snoozed(
        target.plant, target.kind, title: target.title, due: open?.due,
        isMoved: open?.snoozedUntil != nil || open?.due != due)
    case .skip(let due, _):
      .skipped(
        target.plant, target.kind, title: target.title,
        day: target.task == nil || target.ownDay != nil
          ? due ?? target.ownDay ?? target.day : target.day,
        next: open?.due)
    }
  }
}

/// Why nothing is postponed.
public enum PostponeError: DescribedError {
  /// A snooze would end on or before the day on which it was decided.
  case notAfter(Day, Day, isToday: Bool)
  /// No plant that was chosen has such a task by that day.
  case noneDue(by: Day)

  public var facts: ErrorFacts {
    switch self {
    case .notAfter(let until, let day, let isToday):
      ErrorFacts(
        .invalidInput,
        "a task cannot be snoozed until \(until): that is not after "
          + (isToday ? "today" : "\(day), the day of the snooze"),
        "write a later day, or a span such as 3d")
    case .noneDue(let last):
      ErrorFacts(
        .nothingMatched,
        "none of these plants has such a task due by \(last)",
        "name a plant to mean its next task, whenever it is due",
        outcome: .nothingWritten)
    }
  }
}
