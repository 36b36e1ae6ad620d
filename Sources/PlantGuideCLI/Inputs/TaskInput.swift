internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

/// One-off tasks that people name: by short id, or by the beginning of the
/// whole id.
enum TaskInput {
  private static let shortestBeginning = 4

  /// Whether `text` names `task`.
  static func names(_ text: String, _ task: TaskID) -> Bool {
    let name = text.lowercased()
    if name == ShortID.text(of: task) { return true }
    return name.utf8.count >= shortestBeginning
      && task.description.hasPrefix(name)
  }

  /// The one of `tasks` that `text` names.
  ///
  /// - Throws: ``NothingMatched`` where it names none of them, and
  ///   ``UsageError`` where it names several.
  static func task(
    _ text: String, among tasks: [TaskID], of owner: String
  ) throws -> TaskID {
    // A short id may begin another task's whole id.
    let exact = tasks.filter { ShortID.text(of: $0) == text.lowercased() }
    let found = exact.isEmpty ? tasks.filter { names(text, $0) } : exact
    guard let task = found.first else {
      throw NothingMatched(
        reason: "\(owner) has no open task '\(text)'",
        remedy: .listTasks)
    }
    guard found.count == 1 else {
      throw UsageError(
        "'\(text)' could be "
          + Wording.alternatives(found.map(\.description)))
    }
    return task
  }
}

extension PlantState {
  /// The open one-off task that `text` names.
  func openTask(named text: String) throws -> OneOffTask {
    let id = try TaskInput.task(
      text, among: oneOffTasks.map(\.id), of: "'\(displayName)'")
    guard let task = oneOffTask(id) else {
      throw NothingMatched(reason: "'\(displayName)' has no such task")
    }
    return task
  }
}
