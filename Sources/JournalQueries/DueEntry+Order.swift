public import JournalCare
public import JournalProjections
internal import JournalTime

extension DueEntry {
  /// Returns whether the entry comes first by plant, kind and one-off task, the
  /// last criteria of every list.
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

extension Snapshot {
  /// Returns the open one-off tasks by due day.
  public func oneOffTasks() throws -> [DueEntry] {
    var entries: [DueEntry] = []
    try forEachDue(in: .earliest ... .latest) { entry in
      if entry.task.task != nil { entries.append(entry) }
      return true
    }
    return entries
  }
}
