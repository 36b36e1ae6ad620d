public import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalTime

/// A task's name that does not name one open task.
public enum TaskNameError: DescribedError {
  /// A task was named without the one plant that it belongs to.
  case needsOnePlant
  /// No open task of `owner` is called that; `owner` is a plant's name, or
  /// `nil` for the whole collection.
  case notFound(String, owner: String?)
  /// Several tasks could be meant.
  case ambiguous(String, candidates: [TaskID])
  /// A kind of care alone means several open tasks of a plant.
  case severalOfKind(
    TaskKind, plant: String, tasks: [(shortID: String, due: Day)])

  public var facts: ErrorFacts {
    switch self {
    case .needsOnePlant:
      ErrorFacts(
        .invalidInput, "a one-off task needs the one plant that it belongs to")
    case .notFound(let name, let owner):
      ErrorFacts(
        .nothingMatched,
        "\(owner.map { "'\($0)'" } ?? "the collection") has no open task "
          + "'\(name)'", .listTasks, outcome: .nothingWritten)
    case .ambiguous(let name, let candidates):
      ErrorFacts(
        .invalidInput,
        "'\(name)' could be "
          + candidates.map(\.description).joined(separator: " or "))
    case .severalOfKind(let kind, let plant, let tasks):
      ErrorFacts(
        .invalidInput,
        "'\(plant)' has \(tasks.count) open tasks of kind \(kind)",
        .nameTask(tasks.map { "\($0.shortID) (due \($0.due))" }))
    }
  }
}

/// One-off tasks by the names that people type: a short id, or the beginning
/// of the whole id.
enum TaskName {
  private static let shortestBeginning = 4

  /// The one of `tasks` that `text` names.
  static func task(
    _ text: String, among tasks: [TaskID], of owner: String?
  ) throws(TaskNameError) -> TaskID {
    let name = text.lowercased()
    // A short id may begin another task's whole id.
    var found = tasks.filter { ShortID.text(of: $0) == name }
    if found.isEmpty, name.utf8.count >= shortestBeginning {
      found = tasks.filter { $0.description.hasPrefix(name) }
    }
    guard let task = found.first else {
      throw .notFound(text, owner: owner)
    }
    guard found.count == 1 else {
      throw .ambiguous(text, candidates: found)
    }
    return task
  }
}

extension PlantState {
  /// The open one-off task that `text` names.
  func openTask(named text: String) throws(TaskNameError) -> OneOffTask {
    let id = try TaskName.task(
      text, among: oneOffTasks.map(\.id), of: displayName)
    guard let task = oneOffTask(id) else {
      throw .notFound(text, owner: displayName)
    }
    return task
  }

  /// The one-off task that a kind alone means: the only open one where the
  /// kind has no schedule; `nil` for the scheduled task.
  func onlyTask(of kind: TaskKind) throws(TaskNameError) -> TaskID? {
    guard care(kind)?.schedule == nil else { return nil }
    let open = oneOffTasks.filter { $0.kind == kind }
    guard open.count > 1 else { return open.first?.id }
    throw .severalOfKind(
      kind, plant: displayName,
      tasks: open.map { (ShortID.text(of: $0.id), $0.due) })
  }
}
