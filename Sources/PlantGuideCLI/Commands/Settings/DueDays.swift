internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

/// The days on which open tasks are due, to tell which of them a setting
/// moves.
struct DueDays {
  private struct TaskName: Hashable {
    let plant: PlantID
    let kind: TaskKind
    let task: TaskID?
  }

  /// The settings that make the days so.
  let settings: JournalSettings
  private var entries: [TaskName: DueEntry] = [:]

  /// Reads the days.
  ///
  /// - Complexity: O(*n*) for *n* open tasks.
  init(_ snapshot: borrowing Snapshot) throws {
    settings = snapshot.settings
    try snapshot.forEachDue(in: Day.earliest...Day.latest) { entry in
      let task = entry.task
      let name = TaskName(plant: entry.plant, kind: task.kind, task: task.task)
      entries[name] = entry
      return true
    }
  }

  /// Which tasks are due on other days than they were, in words: how many,
  /// then the first of them.
  func moves(from before: DueDays) -> [String] {
    let moved = entries.values.filter { entry in
      before.day(of: entry) != entry.task.due
    }.sorted {
      ($0.task.due, $0.plant, $0.task.kind)
        < ($1.task.due, $1.plant, $1.task.kind)
    }
    guard !moved.isEmpty else { return ["no task moves"] }
    let count =
      moved.count == 1 ? "1 task moves" : "\(moved.count) tasks move"
    let shown = moved.prefix(Self.mostShown).map { entry in
      let day = before.day(of: entry).map { "\($0)" } ?? "no day"
      let name = SafeText.shown(entry.plantName)
      return "  \(entry.task.kind) of \(name)"
        + " (\(ShortID.text(of: entry.plant))): \(day) to \(entry.task.due)"
    }
    let more = moved.count - shown.count
    return [count] + shown + (more > 0 ? ["  … and \(more) more"] : [])
  }

  private static let mostShown = 10

  private func day(of entry: DueEntry) -> Day? {
    entries[
      TaskName(
        plant: entry.plant, kind: entry.task.kind, task: entry.task.task)
    ]?.task.due
  }
}
