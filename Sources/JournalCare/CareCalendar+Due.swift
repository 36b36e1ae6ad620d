public import JournalEvents
public import JournalTime

extension CareCalendar {
  /// Returns the greatest settled day of a kind (E of rule 3), or `nil` if no
  /// day is settled.
  public func settledDay(of care: CareState) -> Day? {
    var greatest = care.skippedThrough
    for instant in care.settledInstants {
      let day = zone.localDay(of: instant)
      greatest = max(greatest ?? day, day)
    }
    return greatest
  }

  /// Returns the explanation of a scheduled kind's due day (rules 1 to 5), or
  /// `nil` without a schedule or a reminder. The caller applies rule 11.
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

  /// Returns the snooze of the task that rests on `settled` (E of rule 3).
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

  /// Returns the day to count from: `startOn`, a settled day, or A of rule 2.
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

  /// Returns the open task of a scheduled kind (rules 1 to 5), or `nil` without
  /// a schedule. The caller applies rule 11.
  public func openTask(of care: CareState, in plant: PlantState) -> OpenTask? {
    explanation(of: care, in: plant).map(OpenTask.init)
  }

  /// Returns the days after `day`, through `last`, on which care of a kind is
  /// due by its schedule or reminder (rule 9), if it is given on `day` and on
  /// each of them; in ascending order.
  public func repetition(
    of care: CareState, after day: Day, through last: Day
  ) -> [Day] {
    if let schedule = care.schedule {
      return Array(
        ScheduleRepetition(of: schedule, after: day, through: last, in: self))
    }
    return care.reminder?.days(after: day, through: last) ?? []
  }

  /// Returns the due days of a repeating task after `day`, through `last`, in
  /// ascending order.
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

  /// Returns the explanations of the due days of a plant's open tasks, by kind,
  /// one-off tasks last. There are none before the plant is added or after it
  /// is removed (rule 11), except for the home, identified by `id`.
  public func explanations(
    of plant: PlantState, id: PlantID? = nil
  ) -> [DueExplanation] {
    guard plant.isPresent else {
      return id == .home ? plant.oneOffTasks.compactMap(explanation) : []
    }
    return plant.cares.compactMap { explanation(of: $0, in: plant) }
      + plant.oneOffTasks.compactMap(explanation)
  }

  /// Returns the open tasks of a plant, in the order of
  /// ``explanations(of:id:)``.
  public func openTasks(
    of plant: PlantState, id: PlantID? = nil
  ) -> [OpenTask] {
    explanations(of: plant, id: id).map(OpenTask.init)
  }
}

extension CareCalendar {
  /// Returns the explanation of a one-off task's due day: its own day or the
  /// end of its snooze (rule 6). A repeating task is due on its first day after
  /// the settled day (rule 3), and rule 5 applies to its snooze; `nil` if the
  /// calendar ends before.
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
