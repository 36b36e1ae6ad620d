public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A request to snooze a task, or to skip its day.
public struct PostponeRequest: Sendable {
  /// A way to postpone a task.
  public enum Way: Sendable {
    /// The task is due on another day; the schedule stays as it is.
    case snooze(until: Timed<Day>)
    /// The day passes without care: the given day, otherwise the task's own.
    case skip(due: Timed<Day>?)
  }

  /// The plants of the tasks. If you name a plant, its task counts whenever it
  /// is due. If filters choose plants, only tasks count that are due before the
  /// snooze's day, or by the skipped day.
  public var plants: PlantChoice
  /// The kind of care; `nil` for the only task of a named plant: the only one
  /// due, otherwise the only one open.
  public var kind: TaskKind?
  /// The way to postpone it.
  public var way: Way
  /// The id of a one-off task, or the beginning of the id.
  public var task: String?
  /// Single tasks, instead of ``plants``, ``kind`` and ``task``. Each must still
  /// be due as it was shown, or else the next one would be postponed.
  public var tasks: [ShownTask] = []
  /// The time of the decision, and a remark.
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
  /// Snoozes or skips a task of each chosen plant, as one action.
  ///
  /// - Returns: ``Change/snoozed(_:_:title:due:isMoved:)`` or
  ///   ``Change/skipped(_:_:title:day:next:)`` for each.
  /// - Throws: `CareError.nothingDue` for a named plant without such a task,
  ///   ``PostponeError`` and errors of choosing plants.
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

/// A task that a request names.
private struct NamedTask {
  let plant: PlantID
  let kind: TaskKind
  /// The one-off task; `nil` for the scheduled one.
  var task: TaskID?
  /// The day on which it was due as it was shown; `nil` if none is given.
  var shownDue: Day?
}

/// A task to postpone.
private struct PostponedTask {
  let plant: PlantName
  let kind: TaskKind
  /// The one-off task; `nil` for the scheduled one.
  let task: TaskID?
  /// The title of the one-off task, if any.
  let title: String?
  /// The displayed day.
  let day: Day
  /// The own day of a repeating one-off task.
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
  /// Returns the tasks to postpone. Each change may move the others' common
  /// day, so it looks at all of them before the first.
  fileprivate func targets(
    _ way: ResolvedWay, in session: inout ActionSession
  ) throws -> [PostponedTask] {
    let snapshot = try session.snapshot()
    let targets = try named(in: &session).compactMap {
      named -> PostponedTask? in
      let (id, kind, task) = (named.plant, named.kind, named.task)
      let plant = try session.plant(id)
      let shown = try snapshot.openTasks(
        of: id, plant, on: snapshot.today
      ).first { $0.task.kind == kind && $0.task.task == task }?.task
      let open = task.flatMap(plant.oneOffTask)
      if let due = named.shownDue, shown?.isDue(on: due) != true {
        throw PostponeError.notDueThen(
          kind, title: open?.title, of: PlantName(id, plant.displayName), due,
          now: shown?.due)
      }
      guard let day = shown?.due else {
        // If you name a plant, you should hear that nothing is due.
        guard plants.hasFilter else {
          throw CareError.nothingDue(
            kind, plant: id, name: plant.displayName)
        }
        return nil
      }
      guard !plants.hasFilter || day <= way.last else { return nil }
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

  /// Returns the tasks that the request names, open or not.
  private func named(
    in session: inout ActionSession
  ) throws -> [NamedTask] {
    let snapshot = try session.snapshot()
    guard tasks.isEmpty else {
      return try tasks.map { task in
        let owner = try snapshot.owner(of: task, plants.naming)
        switch task.name {
        case .care(let kind):
          return NamedTask(plant: owner, kind: kind, shownDue: task.due)
        case .oneOff(let id):
          let open = try session.plant(owner).openTask(named: id)
          return NamedTask(
            plant: owner, kind: open.kind, task: open.id, shownDue: task.due)
        }
      }
    }
    guard kind != nil || !plants.hasFilter else {
      throw TaskNameError.needsKind
    }
    let holders =
      kind == nil && task == nil
      ? try snapshot.taskHolders(plants)
      : try snapshot.plants(plants).map { .plant($0) }
    return try holders.map { holder in
      switch holder {
      case .task(let open, let owner, _):
        return NamedTask(plant: owner, kind: open.kind, task: open.id)
      case .plant(let id):
        let (kind, task) = try meant(
          of: id, try session.plant(id), in: snapshot)
        return NamedTask(plant: id, kind: kind, task: task)
      }
    }
  }

  /// Returns the kind of care of a plant's task, and the one-off task.
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

/// A way to postpone tasks, with its days resolved.
private enum ResolvedWay {
  case snooze(until: Day)
  case skip(due: Day?, today: Day)

  init(
    _ way: PostponeRequest.Way, at: OffsetInstant, _ clock: LocalClock
  ) throws {
    switch way {
    case .snooze(let until):
      // A span counts from the day of the decision.
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

  /// The last due day of tasks that filters choose.
  var last: Day {
    switch self {
    case .snooze(let until): until.advanced(by: -1)
    case .skip(let due, let today): due ?? today
    }
  }

  func check(_ target: PostponedTask) throws(CareError) {
    // A one-off task ends, whatever the named day.
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

/// An error of postponing.
public enum PostponeError: DescribedError {
  /// The snooze would end on or before the day of the decision.
  case notAfter(Day, Day, isToday: Bool)
  /// No chosen plant has such a task by that day.
  case noneDue(by: Day)
  /// The task is no longer due on the day on which it was shown, but on another
  /// day; `nil` if it is not open.
  case notDueThen(
    TaskKind, title: String?, of: PlantName, Day, now: Day?)

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
        "name a plant to postpone its next task no matter when it is due",
        outcome: .nothingWritten)
    case .notDueThen(let kind, let title, let plant, let day, let now):
      ErrorFacts(
        .conflict,
        "\(title ?? kind.name) of '\(plant.displayName)' is no longer due on "
          + "\(day): "
          + (now.map { "its next day is \($0)" } ?? "it is not open"),
        "look at the tasks again; somebody may have done it meanwhile",
        outcome: .nothingWritten)
    }
  }
}
