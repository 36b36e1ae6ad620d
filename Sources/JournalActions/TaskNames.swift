public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A task's name that does not name one open task.
public enum TaskNameError: DescribedError {
  /// A task was named without the one plant that it belongs to.
  case needsOnePlant
  /// No open task of `owner` is called that; `owner` is a plant's name, or
  /// `nil` for the whole collection.
  case notFound(String, owner: String?)
  /// A task of no plant has no title, or one of a plant neither kind nor title.
  case needsTitle
  /// Several tasks could be meant.
  case ambiguous(String, candidates: [NameCandidate])
  /// A kind of care alone means several open tasks of a plant.
  case severalOfKind(
    TaskKind, plant: String,
    tasks: [(shortID: String, title: String?, due: Day)])
  /// A plant alone means no task: none or several are open, of these kinds.
  case severalKinds(plant: String, [TaskKind])
  /// Plants were chosen by filters, and no kind of care was.
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
        "name one by its id", outcome: .noneWritten)
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

  /// The one-off task of an entry; `nil` where it has none.
  init?(_ entry: DueEntry) {
    guard let id = entry.task.task else { return nil }
    let title = entry.task.title
    self.init(
      id: id, title: title, name: title ?? entry.task.kind.words,
      owner: entry.plant == .home ? nil : entry.plantName)
  }
}

/// One-off tasks by the names that people type: a short id, a title, the
/// beginning of the whole id, or words of a title.
enum TaskName {
  private static let shortestBeginning = 4

  /// What can be named.
  struct Candidate {
    let id: TaskID
    let title: String?
    /// What people call it.
    let name: String
    /// The name of its plant; `nil` for one of the home.
    let owner: String?

    /// What tells it apart from others that `text` could mean, too: one's id
    /// may be another's title.
    func shown(besides text: String) -> NameCandidate {
      let shortID = ShortID.text(of: id)
      return NameCandidate(
        shortID == text ? id.description : shortID, task: name, of: owner)
    }
  }

  /// The one of `tasks` that `text` names.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - tasks: What it can mean.
  ///   - owner: The plant whose they are, for messages.
  ///   - agreed: Which names are taken for a title that they only begin or
  ///     come near to; `nil` to take beginnings unasked, and no others.
  /// - Returns: The task.
  /// - Throws: ``TaskNameError``, and `PlantNameError.near` where somebody has
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
  /// The open one-off task that `text` names.
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

  /// The one-off task that a kind alone means: the only open one where the
  /// kind has no schedule; `nil` for the scheduled task.
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
  /// The task that a plant's name alone means: the only one due by today, else
  /// the only open one whose schedule does not rest at this time of the year.
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
      // Throws where the tasks are one-offs, and names them.
      if kinds.count == 1 { _ = try plant.onlyTask(of: kinds[0]) }
      throw TaskNameError.severalKinds(plant: plant.displayName, kinds)
    }
    return candidates[0]
  }
}
