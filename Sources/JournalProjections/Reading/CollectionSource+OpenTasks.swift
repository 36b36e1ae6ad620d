internal import JournalCare
public import JournalTime
public import LMDBKit

extension CollectionSource {
  /// The open tasks to be done by `last`, as they are shown on `today`:
  /// waterings gathered where the settings ask for it (rule 7), tasks without
  /// a time of their own at the preferred one. In no particular order.
  ///
  /// - `last`: `today` or a later day.
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed: the waterings
  ///   that a group day draws near are found by the first day of their
  ///   window, the others are not read.
  public func openTasks(
    through last: Day, on today: Day,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [DueEntry] {
    var entries: [DueEntry] = []
    try forEachDue(in: .earliest...last, transaction) { entry in
      entries.append(entry)
      return true
    }
    guard settings.groupWateringDays else { return entries.map(shown) }
    let groups = WateringGroups(of: entries.lazy.map(\.task), on: today)
    if let lastGroup = groups.days.last {
      try forEachWatering(
        gatheringFrom: .earliest...lastGroup, transaction
      ) { entry in
        // Others have been read, or stay where their snooze put them.
        if entry.task.due > last, !entry.task.isSnoozed(on: today) {
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

  /// The open tasks whose snooze ends after `today`, at the preferred time
  /// where they have none of their own. In no particular order.
  public func snoozedTasks(
    on today: Day, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [DueEntry] {
    guard today < .latest else { return [] }
    var entries: [DueEntry] = []
    let later = today.advanced(by: 1) ... .latest
    try forEachSnoozed(in: later, transaction) { entry in
      entries.append(shown(entry))
      return true
    }
    return entries
  }

  private func shown(_ entry: DueEntry) -> DueEntry {
    entry.shown(on: entry.task.due, at: settings.preferredTime)
  }
}
