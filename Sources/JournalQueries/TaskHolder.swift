public import JournalCare
public import JournalEvents
public import JournalProjections
package import JournalTime
internal import SearchEngine

/// What a name means where care is given or put off.
public enum TaskHolder: Sendable, Hashable {
  /// A plant.
  case plant(PlantID)
  /// An open one-off task, whose it is (`StreamID.home` for one of the home),
  /// and what is known of that.
  case task(PlantState.OneOffTask, of: PlantID, PlantState)
}

extension Snapshot {
  /// The plant, or the open task of the home or of a plant, that a name means:
  /// of the latter the title, words of it, the short id or the beginning of
  /// the whole one. What is a name as it is comes before what only begins with
  /// it, has it or comes near to it.
  ///
  /// - Throws: ``PlantNameError`` where it is not one of them, and
  ///   ``PlantNameError/taskDone(title:plant:)`` where it was a task that was
  ///   done today, unless plants that left can be named as well: such names
  ///   are looked at, and nothing is done.
  /// - Complexity: O(log *n*) for a plant's name as it is, else O(*n*) for *n*
  ///   names and open tasks.
  public func taskHolder(
    named name: String, _ naming: PlantNaming
  ) throws -> TaskHolder {
    let folded = name.foldedName
    let whole = try PlantResolver(
      precision: .exact, prefersRemoved: naming.prefersRemoved
    ).match(name, in: self)
    let isPlant = if case .notFound = whole { false } else { true }
    let tasks = try namedTasks(withPlants: !isPlant)
    let exact = tasks.filter { $0.task.isCalled(folded) }
    guard exact.isEmpty else {
      var candidates = exact.map(\.candidate)
      if case .plant(let id) = whole {
        candidates.insert(try candidate(id), at: 0)
      }
      guard candidates.count == 1 else {
        throw PlantNameError.ambiguous(name: name, candidates: candidates)
      }
      return exact[0].holder
    }
    if isPlant || naming.precision == .exact {
      return .plant(try plant(named: name, naming))
    }
    let parts = tasks.filter { $0.task.name.foldedName.hasWords(of: folded) }
    var unasked = naming
    unasked.agreed = .names([])
    let match = Result { try plant(named: name, unasked) }
    var candidates: [NameCandidate] = []
    switch match {
    case .success(let id): candidates = [try candidate(id)]
    case .failure(PlantNameError.ambiguous(_, let several, _)):
      candidates = several
    case .failure(PlantNameError.isRoom): _ = try match.get()
    case .failure(let error):
      guard error is PlantNameError else { throw error }
    }
    let plants = candidates
    candidates += parts.map(\.candidate)
    guard candidates.count < 2 else {
      throw PlantNameError.ambiguous(name: name, candidates: candidates)
    }
    if let task = parts.first { return task.holder }
    if !naming.includesRemoved,
      let title = try titledCare(on: today).compactMap(\.title)
        .first(where: { $0.foldedName.hasWords(of: folded) })
    {
      throw PlantNameError.taskDone(title: title, plant: plants.first)
    }
    guard case .failure(PlantNameError.notFound(_, let suggestions)) = match
    else { return .plant(try plant(named: name, naming)) }
    return try tasks.nearest(to: name, naming, else: suggestions).holder
  }

  /// Whether an open task of the home is called just so.
  public func isTaskOfHome(_ name: String) throws -> Bool {
    try namedTasks(withPlants: false).contains {
      $0.task.isCalled(name.foldedName)
    }
  }

  /// Whether an open task of the home, or one with a title, has the words of a
  /// name.
  public func hasTask(withWordsOf name: String) throws -> Bool {
    try namedTasks(withPlants: true).contains {
      $0.task.isCalled(name.foldedName)
        || $0.task.name.foldedName.hasWords(of: name.foldedName)
    }
  }

  /// What names mean, each once, in the order given; where filters choose,
  /// plants alone.
  ///
  /// - Throws: What ``plants(_:)`` throws.
  public func taskHolders(_ choice: PlantChoice) throws -> [TaskHolder] {
    guard !choice.hasFilter, !choice.names.isEmpty else {
      return try plants(choice).map { .plant($0) }
    }
    var seen: Set<TaskHolder> = []
    return try choice.names.map {
      try taskHolder(named: $0, choice.naming)
    }.filter { seen.insert($0).inserted }
  }

  /// Care on a day that ended tasks with titles, or has them come round.
  package func titledCare(on day: Day) throws -> [TodayView.Done] {
    try TodayView.done(self, on: day).filter { $0.title != nil }
  }

  private func candidate(_ id: PlantID) throws -> NameCandidate {
    NameCandidate(ShortID.text(of: id), try plant(id)?.displayName ?? "")
  }

  /// The open one-off tasks that names can mean: those of the home, and where
  /// asked for those of plants that have titles.
  private func namedTasks(withPlants: Bool) throws -> [NamedTask] {
    var tasks: [NamedTask] = []
    if let home = try plant(.home) {
      tasks = home.oneOffTasks.map {
        NamedTask(task: $0, owner: .home, state: home)
      }
    }
    guard withPlants else { return tasks }
    for entry in try oneOffTasks()
    where entry.plant != .home && entry.task.title != nil {
      guard let id = entry.task.task, let state = try plant(entry.plant),
        let task = state.oneOffTask(id)
      else { continue }
      tasks.append(NamedTask(task: task, owner: entry.plant, state: state))
    }
    return tasks
  }
}

/// A one-off task that a name can mean.
private struct NamedTask {
  let task: PlantState.OneOffTask
  let owner: PlantID
  let state: PlantState

  var holder: TaskHolder { .task(task, of: owner, state) }

  var candidate: NameCandidate {
    NameCandidate(
      ShortID.text(of: task.id),
      owner == .home ? task.name : "\(task.name) of \(state.displayName)")
  }
}

extension [NamedTask] {
  /// The task that comes near to a name.
  fileprivate func nearest(
    to name: String, _ naming: PlantNaming, else suggestions: [String]
  ) throws(PlantNameError) -> NamedTask {
    let folded = name.foldedName
    let near = filter {
      let title = $0.task.name.foldedName
      return EditDistance.between(
        folded, title, atMost: EditDistance.allowance(for: title)) != nil
    }
    guard near.count < 2 else {
      throw .ambiguous(name: name, candidates: near.map(\.candidate))
    }
    guard let task = near.first else {
      let titles = Suggestion.nearest(
        to: name, among: Set(map(\.task.name)))
      throw .notFound(name: name, suggestions: suggestions + titles)
    }
    guard naming.agreed.holds(for: name) else {
      throw .near(name: name, candidate: task.candidate)
    }
    return task
  }
}

extension String {
  /// Whether a folded title begins with a folded name, or has all of its
  /// words.
  package func hasWords(of name: String) -> Bool {
    let wanted = name.split(separator: " ")
    let words = split(separator: " ")
    return !wanted.isEmpty
      && (hasPrefix(name) || wanted.allSatisfy(words.contains))
  }
}

extension PlantState.OneOffTask {
  /// What people call it.
  public var name: String { title ?? kind.words }

  /// Whether it is what a name means as it is.
  fileprivate func isCalled(_ folded: String) -> Bool {
    folded == name.foldedName || folded == ShortID.text(of: id)
      || folded == id.description
  }
}
