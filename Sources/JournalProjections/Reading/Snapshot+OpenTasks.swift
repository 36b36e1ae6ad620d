public import JournalCare
public import JournalEvents
public import JournalTime

extension Snapshot {
  /// The open tasks to be done by `last`, as they are shown on `today`:
  /// waterings gathered where the settings ask for it (rule 7), tasks without
  /// a time of their own at the preferred one. In no particular order; `last`
  /// is `today` or a later day.
  ///
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed: the waterings
  ///   that a group day draws near are found by the first day of their
  ///   window, the others are not read.
  public func openTasks(through last: Day, on today: Day) throws -> [DueEntry] {
    var entries: [DueEntry] = []
    try forEachDue(in: .earliest...last) { entry in
      entries.append(entry)
      return true
    }
    let gathering = settings.gathering
    guard gathering != .none else { return entries.map { shown($0) } }
    let groups = WateringGroups(
      of: entries.map { $0.task }, on: today, by: gathering)
    let lastGroup = gathering == .quarter ? groups.days.last : last
    if let lastGroup {
      try forEachTask(.gathering, in: .earliest...lastGroup) { entry in
        // Others have been read, or stay where their snooze put them.
        if entry.task.due > last, !entry.task.isSnoozed(on: today),
          groups.day(of: entry.task) <= last
        {
          entries.append(entry)
        }
        return true
      }
    }
    let preferredTime = settings.preferredTime
    return entries.map { entry in
      entry.shown(on: groups.day(of: entry.task), at: preferredTime)
    }
  }

  /// The open tasks that a snooze postpones beyond `today`, at the preferred
  /// time where they have none of their own. In no particular order.
  public func snoozedTasks(on today: Day) throws -> [DueEntry] {
    guard today < .latest else { return [] }
    var entries: [DueEntry] = []
    let later = today.advanced(by: 1) ... .latest
    try forEachTask(.snoozed, in: later) { entry in
      entries.append(shown(entry))
      return true
    }
    return entries
  }

  /// The open tasks of one plant, by kind and one-off tasks last, as they are
  /// shown on `today`.
  ///
  /// - Complexity: where waterings are gathered and the plant's is still to
  ///   come, O(*t*) for *t* tasks due no later.
  public func openTasks(
    of id: PlantID, _ plant: PlantState, on today: Day
  ) throws -> [DueEntry] {
    try DueEntry.all(of: id, plant, in: calendar).map { entry in
      entry.shown(
        on: try shownDay(of: entry.task, on: today), at: settings.preferredTime)
    }
  }

  /// The day on which `task` is shown: its own, or its group's.
  private func shownDay(of task: OpenTask, on today: Day) throws -> Day {
    let gathering = settings.gathering
    guard gathering != .none, task.gathersFrom != nil, task.due > today
    else { return task.due }
    var others: [OpenTask] = []
    if gathering == .quarter {
      try forEachDue(in: .earliest...task.due) { entry in
        others.append(entry.task)
        return true
      }
    }
    return WateringGroups(of: others, on: today, by: gathering).day(of: task)
  }

  private func shown(_ entry: DueEntry) -> DueEntry {
    entry.shown(on: entry.task.due, at: settings.preferredTime)
  }
}
