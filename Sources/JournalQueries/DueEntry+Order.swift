internal import JournalCare
internal import JournalEvents
internal import JournalProjections

extension DueEntry {
  /// The order in which every list ends: plant, kind, one-off task.
  func isBefore(_ other: DueEntry) -> Bool {
    if plant != other.plant { return plant < other.plant }
    if task.kind != other.task.kind { return task.kind < other.task.kind }
    switch (task.task, other.task.task) {
    case (let left?, let right?): return left < right
    case (nil, _?): return true
    default: return false
    }
  }
}
