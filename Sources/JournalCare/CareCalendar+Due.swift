internal import JournalEvents
public import JournalTime

extension CareCalendar {
  /// E of rule 3: the greatest settled day of a kind, or `nil` where nothing
  /// is settled.
  public func settledDay(of care: CareState) -> Day? {
    let byInstant = care.settledInstants.map(zone.localDay(of:)).max()
    guard let skipped = care.skippedThrough else { return byInstant }
    return max(byInstant ?? skipped, skipped)
  }

  /// The day on which a scheduled kind is next due by rules 1 to 4; `nil`
  /// without a schedule.
  public func scheduledDay(of care: CareState, in plant: PlantState) -> Day? {
    guard let schedule = care.schedule else { return nil }
    let day = unrestrictedDay(of: care, schedule: schedule, in: plant)
    return activeDay(from: day, months: schedule.activeMonths)
  }

  private func unrestrictedDay(
    of care: CareState, schedule: ScheduleSet, in plant: PlantState
  ) -> Day {
    let settled = settledDay(of: care)
    if let start = schedule.startOn, settled.map({ $0 < start }) ?? true {
      return start
    }
    let base = settled ?? firstDay(of: care, in: plant)
    return base.advanced(by: interval(of: schedule, on: base))
  }

  /// A of rule 2.
  private func firstDay(of care: CareState, in plant: PlantState) -> Day {
    let days = [plant.addedAt?.instant, care.scheduledSince]
      .compactMap { $0.map(zone.localDay(of:)) }
    return days.max() ?? .earliest
  }

  /// The open task of a scheduled kind (rules 1 to 5), or `nil` without a
  /// schedule. Rule 11 is the caller's.
  public func openTask(of care: CareState, in plant: PlantState) -> OpenTask? {
    guard let schedule = care.schedule,
      let day = scheduledDay(of: care, in: plant)
    else { return nil }
    let snooze = care.snooze(restingOn: settledDay(of: care))
    return OpenTask(
      kind: care.kind, task: nil, unsnoozedDue: day, snooze: snooze,
      time: schedule.time, intervalDays: schedule.intervalDays)
  }

  /// Every open task of a plant, by kind, one-off tasks last; none once it is
  /// removed (rule 11) or before it was added.
  public func openTasks(of plant: PlantState) -> [OpenTask] {
    guard plant.isPresent else { return [] }
    let scheduled = plant.cares.compactMap { openTask(of: $0, in: plant) }
    let oneOff = plant.oneOffTasks.map { task in
      OpenTask(
        kind: task.kind, task: task.id, unsnoozedDue: task.due,
        snooze: task.snooze, time: nil, intervalDays: nil)
    }
    return scheduled + oneOff
  }
}
