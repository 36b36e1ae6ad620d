public import JournalCare
public import JournalTime

extension Snapshot {
  /// The open tasks to be done by the day `today`, as they are shown on it:
  /// waterings gathered if the settings ask for it (rule 7), tasks without a
  /// time of their own at the preferred one. In no particular order.
  ///
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed, and if waterings
  ///   are gathered, tasks whose window has begun, or on days of the week,
  ///   tasks due before the next of these.
  public func openTasks(by today: Day) throws -> [DueEntry] {
    let entries = try tasks(askedForBy: today)
    let gathering = settings.gathering
    guard gathering != .none else { return entries.map { shown($0) } }
    var rounds = WateringRounds(from: today, by: gathering)
    for (number, entry) in entries.enumerated()
    where entry.task.gathersFrom != nil {
      rounds.add(entry.task, as: number)
    }
    let round = Set(rounds.next(through: today)?.waterings ?? [])
    return entries.enumerated().compactMap { number, entry in
      entry.task.gathersFrom == nil || round.contains(number)
        ? shown(entry, on: min(entry.task.due, today)) : nil
    }
  }

  /// The open tasks that may be asked for by `last`, on their own days: tasks
  /// due by then, and waterings that may be gathered with one of them. In no
  /// particular order.
  ///
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed.
  public func tasks(askedForBy last: Day) throws -> [DueEntry] {
    var entries: [DueEntry] = []
    try forEachDue(in: .earliest...last) { entry in
      entries.append(entry)
      return true
    }
    guard last < .latest else { return entries }
    switch settings.gathering {
    case .none: break
    case .quarter:
      // Only due waterings make a round.
      guard entries.contains(where: { $0.task.gathersFrom != nil }) else {
        break
      }
      try forEachTask(.gathering, in: .earliest...last) { entry in
        if entry.task.due > last, !entry.task.isSnoozed(on: last) {
          entries.append(entry)
        }
        return true
      }
    case .weekdays(let weekdays):
      // Waterings due on such a day, or later, come on it or later.
      let later = (1...7).map { last.advanced(by: $0) }
        .prefix { !weekdays.contains($0.weekday) }
      guard let first = later.first, let end = later.last else { break }
      try forEachDue(in: first...end) { entry in
        if entry.task.gathersFrom != nil { entries.append(entry) }
        return true
      }
    }
    return entries
  }

  /// The open tasks that a snooze postpones beyond `today`, at the preferred
  /// time if they have none of their own. In no particular order.
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

  /// The entry as it is shown, on its own day or on `day`.
  package func shown(_ entry: DueEntry, on day: Day? = nil) -> DueEntry {
    entry.shown(on: day ?? entry.task.due, at: settings.preferredTime)
  }
}
