public import JournalEvents
public import JournalTime

extension CareCalendar {
  /// E of rule 3: the greatest settled day of a kind, or `nil` where nothing
  /// is settled.
  public func settledDay(of care: CareState) -> Day? {
    var greatest = care.skippedThrough
    for instant in care.settledInstants {
      let day = zone.localDay(of: instant)
      greatest = max(greatest ?? day, day)
    }
    return greatest
  }

  /// Why a scheduled kind is due when it is (rules 1 to 5), or `nil` without
  /// a schedule or a reminder. Rule 11 is the caller's.
  public func explanation(
    of care: CareState, in plant: PlantState
  ) -> DueExplanation? {
    let settled = settledDay(of: care)
    guard let schedule = care.schedule else {
      return care.reminder.map { explanation(of: $0, care, settled: settled) }
    }
    let basis = basis(of: care, schedule, settled: settled, in: plant)
    let interval =
      basis.isDue ? nil : self.interval(of: schedule, on: basis.day)
    let counted = basis.day.advanced(by: interval?.days ?? 0)
    return DueExplanation(
      kind: care.kind, task: nil, schedule: schedule,
      scheduledSince: care.scheduledSince, basis: basis, interval: interval,
      activeDay: activeDay(from: counted, months: schedule.activeMonths),
      snooze: snooze(of: care, restingOn: settled))
  }

  private func explanation(
    of reminder: PhotoReminder, _ care: CareState, settled: Day?
  ) -> DueExplanation {
    let due = reminder.due(after: settled)
    return DueExplanation(
      kind: care.kind, task: nil, schedule: nil, scheduledSince: nil,
      basis: .reminder(due), interval: nil, activeDay: due,
      snooze: snooze(of: care, restingOn: settled))
  }

  /// The snoozes of the task that rests on `settled`, E of rule 3; `nil` for
  /// none.
  func snooze(of care: CareState, restingOn settled: Day?) -> Snooze? {
    guard !care.snoozes.isEmpty else { return nil }
    let settlement = care.settlement
    let pending = care.snoozes.filter {
      $0.belongs(toTaskOn: settled, settledBy: settlement, in: zone)
    }
    return pending.last.map { latest in
      Snooze(
        settled: settled, until: latest.until,
        count: pending.reduce(0) { $0 + $1.count })
    }
  }

  /// What the next day follows from: `startOn`, a settled day, or A of rule 2.
  private func basis(
    of care: CareState, _ schedule: ScheduleSet, settled: Day?,
    in plant: PlantState
  ) -> DueExplanation.Basis {
    if let start = schedule.startOn, settled.map({ $0 < start }) ?? true {
      return .startOn(start)
    }
    if let settled {
      let cared = care.lastCompleted.map(zone.localDay(of:))
      return cared == settled ? .care(settled) : .skip(settled)
    }
    let added = plant.addedAt.map { zone.localDay(of: $0.instant) }
    let scheduled = care.scheduledSince.map(zone.localDay(of:)) ?? .earliest
    if let added, added > scheduled { return .added(added) }
    return .scheduled(scheduled)
  }

  /// The open task of a scheduled kind (rules 1 to 5), or `nil` without a
  /// schedule. Rule 11 is the caller's.
  public func openTask(of care: CareState, in plant: PlantState) -> OpenTask? {
    explanation(of: care, in: plant).map(OpenTask.init)
  }

  /// The days on which care of a kind comes round by its schedule or reminder
  /// (rule 9), where it is given on `day` and on each of them, through `last`;
  /// ascending, `day` itself not among them.
  public func repetition(
    of care: CareState, after day: Day, through last: Day
  ) -> [Day] {
    if let schedule = care.schedule {
      return Array(
        ScheduleRepetition(of: schedule, after: day, through: last, in: self))
    }
    return care.reminder?.days(after: day, through: last) ?? []
  }

  /// The days on which a task that repeats comes round after `day`, through
  /// `last`; ascending.
  public func repetition(
    of task: PlantState.OneOffTask, after day: Day, through last: Day
  ) -> [Day] {
    guard let every = task.every else { return [] }
    return Array(
      sequence(state: day) { day in
        guard let next = every.day(of: task.due, after: day), next <= last
        else { return nil }
        day = next
        return next
      })
  }

  /// Why each open task of a plant is due when it is, by kind, one-off tasks
  /// last; none once it is removed (rule 11) or before it was added, but for
  /// those of the home, which the id tells.
  public func explanations(
    of plant: PlantState, id: PlantID? = nil
  ) -> [DueExplanation] {
    guard plant.isPresent else {
      return id == .home ? plant.oneOffTasks.compactMap(explanation) : []
    }
    return plant.cares.compactMap { explanation(of: $0, in: plant) }
      + plant.oneOffTasks.compactMap(explanation)
  }

  /// Every open task of a plant, in the order of
  /// ``explanations(of:id:)``.
  public func openTasks(
    of plant: PlantState, id: PlantID? = nil
  ) -> [OpenTask] {
    explanations(of: plant, id: id).map(OpenTask.init)
  }
}

extension CareCalendar {
  /// A one-off task is due on its day, unless it is snoozed (rule 6). One that
  /// repeats is due on the first of its days after what is settled of it, as
  /// rule 3 has it, and snoozed by rule 5; `nil` where no day is left.
  public func explanation(
    of task: PlantState.OneOffTask
  ) -> DueExplanation? {
    let settled = task.rounds.flatMap(settledDay)
    var basis = DueExplanation.Basis.fixed(task.due)
    if let every = task.every, let settled, settled >= task.due {
      guard let next = every.day(of: task.due, after: settled) else {
        return nil
      }
      basis = .repeated(next, first: task.due, after: settled)
    }
    return DueExplanation(
      kind: task.kind, task: task.id, title: task.title, every: task.every,
      schedule: nil, scheduledSince: nil, basis: basis, interval: nil,
      activeDay: basis.day,
      snooze: task.rounds.map { snooze(of: $0, restingOn: settled) }
        ?? task.snooze)
  }
}
