public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// An error of a name that does not name one open task.
public enum TaskNameError: DescribedError {
  /// The task is named without its single plant.
  case needsOnePlant
  /// No open task of `owner` has the name; `owner` is a plant's name, or `nil`
  /// for the whole collection.
  case notFound(String, owner: String?)
  /// The task lacks a title or, if it has a plant, both a kind and a title.
  case needsTitle
  /// Several tasks match.
  case ambiguous(String, candidates: [NameCandidate])
  /// Several open tasks of a plant are of the kind of care.
  case severalOfKind(
    TaskKind, plant: String,
    tasks: [(shortID: String, title: String?, due: Day)])
  /// A plant alone names no task: no task or several, of these kinds, are open.
  case severalKinds(plant: String, [TaskKind])
  /// Plants were chosen by filters, without a kind of care.
  case needsKind

  public var facts: ErrorFacts {
    switch self {
    case .needsOnePlant:
      ErrorFacts(
        .invalidInput, "a one-off task needs the one plant that it belongs to")
    case .needsTitle:
      ErrorFacts(
        .invalidInput,
        "a task needs a title, or a plant and a kind of care")
    case .notFound(let name, let owner):
      ErrorFacts(
        .nothingMatched,
        "\(owner.map { "'\($0)'" } ?? "the collection") has no open task "
          + "'\(name)'", .listTasks, outcome: .nothingWritten)
    case .ambiguous(let name, let candidates):
      ErrorFacts(
        .invalidInput,
        "'\(name)' could be "
          + candidates.map { "\($0.displayName) (\($0.id))" }.alternatives,
        "name one by its id, such as \(candidates[0].id)",
        outcome: .noneWritten)
    case .severalOfKind(let kind, let plant, let tasks):
      ErrorFacts(
        .invalidInput,
        "'\(plant)' has \(tasks.count) open tasks of kind \(kind)",
        .nameTask(
          tasks.map { task in
            let title = task.title.map { "\($0), " } ?? ""
            return "\(task.shortID) (\(title)due \(task.due))"
          }))
    case .severalKinds(let plant, let kinds):
      ErrorFacts(
        .invalidInput, "say which kind of care of '\(plant)' is meant",
        .text(
          kinds.isEmpty
            ? "no task of it is open"
            : kinds.count == 1
              ? "\(kinds[0]) is scheduled, and a one-off task of that kind is open, too; the kind alone means the scheduled one"
              : "open are " + kinds.map(\.name).joined(separator: ", ")))
    case .needsKind:
      ErrorFacts(
        .invalidInput, "say which kind of care is meant",
        .text("only where a plant is named, its one open task can be"))
    }
  }
}

extension TaskName.Candidate {
  init(_ task: PlantState.OneOffTask, of owner: String) {
    self.init(id: task.id, title: task.title, name: task.name, owner: owner)
  }

  /// Creates a candidate for an entry's one-off task; `nil` if it has none.
  init?(_ entry: DueEntry) {
    guard let id = entry.task.task else { return nil }
    let title = entry.task.title
    self.init(
      id: id, title: title, name: title ?? entry.task.kind.words,
      owner: entry.plant == .home ? nil : entry.plantName)
  }
}

/// The names of one-off tasks as people type them: a short id, a title, the
/// beginning of the whole id, or words of a title.
enum TaskName {
  private static let shortestBeginning = 4

  /// A task that can be named.
  struct Candidate {
    let id: TaskID
    let title: String?
    /// The displayed name.
    let name: String
    /// The name of its plant; `nil` for a task of the home.
    let owner: String?

    /// Returns the candidate in a form that sets it apart from others that
    /// match `text`. The id of one task may be the title of another.
    func shown(besides text: String) -> NameCandidate {
      let shortID = ShortID.text(of: id)
      return NameCandidate(
        shortID == text ? id.description : shortID, task: name, of: owner)
    }
  }

  /// Returns the task among `tasks` that `text` names.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - tasks: The possible tasks.
  ///   - owner: The name of the tasks' plant, for messages.
  ///   - agreed: The names that somebody agreed to read as a title that they
  ///     begin or come near; `nil` to accept beginnings at once, and no others.
  /// - Returns: The task.
  /// - Throws: ``TaskNameError``, and `PlantNameError.near` if somebody has
  ///   to agree.
  static func task(
    _ text: String, among tasks: [Candidate], of owner: String?,
    agreed: PlantNaming.Agreement? = nil
  ) throws -> TaskID {
    let name = text.lowercased()
    // A short id may begin another task's whole id.
    var found = tasks.filter { ShortID.text(of: $0.id) == name }
    if found.isEmpty {
      let title = text.foldedName
      found = tasks.filter { $0.title?.foldedName == title }
    }
    if found.isEmpty, name.utf8.count >= shortestBeginning {
      found = tasks.filter { $0.id.description.hasPrefix(name) }
    }
    if found.isEmpty {
      found = tasks.filter { $0.title?.hasWholeWords(of: text) == true }
    }
    let isGuess = found.isEmpty
    if isGuess {
      found = tasks.filter { $0.title?.hasWords(of: text) == true }
    }
    if found.isEmpty, agreed != nil {
      found = tasks.filter { $0.title?.isNear(text) == true }
    }
    guard let task = found.first else {
      throw TaskNameError.notFound(text, owner: owner)
    }
    guard found.count == 1 else {
      throw TaskNameError.ambiguous(
        text, candidates: found.map { $0.shown(besides: name) })
    }
    if isGuess, let agreed, !agreed.holds(for: text) {
      throw PlantNameError.near(
        name: text, candidate: task.shown(besides: name))
    }
    return task.id
  }
}

extension PlantState {
  /// Returns the open one-off task that `text` names.
  func openTask(named text: String) throws -> OneOffTask {
    let name = displayName
    let id = try TaskName.task(
      text, among: oneOffTasks.map { TaskName.Candidate($0, of: name) },
      of: name)
    guard let task = oneOffTask(id) else {
      throw TaskNameError.notFound(text, owner: name)
    }
    return task
  }

  /// Returns the one-off task for a kind alone: the only open one, if the kind
  /// has no schedule; `nil` for the scheduled task.
  func onlyTask(of kind: TaskKind) throws(TaskNameError) -> TaskID? {
    guard care(kind)?.schedule == nil else { return nil }
    let open = oneOffTasks.filter { $0.kind == kind }
    guard open.count > 1 else { return open.first?.id }
    throw .severalOfKind(
      kind, plant: displayName,
      tasks: open.map { (ShortID.text(of: $0.id), $0.title, $0.due) })
  }
}

extension Snapshot {
  /// Returns the task for a plant's name alone: the only one due by today,
  /// otherwise the only open one whose schedule does not rest in this season.
  func onlyTask(of id: PlantID, _ plant: PlantState) throws -> OpenTask {
    let open = try openTasks(of: id, plant, on: today).map(\.task)
    let due = open.filter { $0.due <= today }
    let candidates =
      due.isEmpty
      ? open.filter { task in
        guard task.task == nil, let schedule = plant.care(task.kind)?.schedule
        else { return true }
        return schedule.activeMonths.contains(today.month)
      } : due
    guard candidates.count == 1 else {
      let kinds = Set(candidates.map(\.kind)).sorted()
      // This throws if the tasks are one-off tasks, and names them.
      if kinds.count == 1 { _ = try plant.onlyTask(of: kinds[0]) }
      throw TaskNameError.severalKinds(plant: plant.displayName, kinds)
    }
    return candidates[0]
  }
}
