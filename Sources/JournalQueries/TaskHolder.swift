public import JournalCare
public import JournalEvents
public import JournalProjections
package import JournalTime
internal import SearchEngine

/// The plant or task that a name means in a request to record or postpone care.
public enum TaskHolder: Sendable, Hashable {
  /// A plant.
  case plant(PlantID)
  /// An open one-off task, the plant that has it (`StreamID.home` for the
  /// home), and the state of that plant.
  case task(PlantState.OneOffTask, of: PlantID, PlantState)
}

extension Snapshot {
  /// Returns the plant, or the open task of the home or a plant, that a name
  /// means. A task is named by its title, words of it, its short id or the
  /// start of its id. An exact name comes before a name that only starts with
  /// the text, contains it or resembles it.
  ///
  /// - Throws: ``PlantNameError`` if the name does not mean exactly one of
  ///   them; ``PlantNameError/taskDone(title:plant:)`` for a task that was done
  ///   today, unless removed plants can be named too, as such requests only
  ///   read.
  /// - Complexity: O(log *n*) for a plant's exact name, else O(*n*) for *n*
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
      var candidates = exact.map { $0.candidate(besides: folded) }
      if case .plant(let id) = whole {
        candidates.insert(try candidate(id, besides: folded), at: 0)
      }
      guard candidates.count == 1 else {
        throw PlantNameError.ambiguous(name: name, candidates: candidates)
      }
      return exact[0].holder
    }
    if isPlant || naming.precision == .exact {
      return .plant(try plant(named: name, naming))
    }
    let isTelling =
      naming.precision != .careful
      || PlantResolver.isTelling(folded) && !Self.isJoiningWord(folded)
    let parts =
      isTelling ? tasks.filter { $0.task.name.hasWords(of: name) } : []
    var unasked = naming
    unasked.agreed = .names([])
    let match = Result { try plant(named: name, unasked) }
    var candidates: [NameCandidate] = []
    switch match {
    case .success(let id): candidates = [try candidate(id)]
    case .failure(PlantNameError.ambiguous(_, let several, _)):
      candidates = several
    case .failure(PlantNameError.isRoom), .failure(PlantNameError.isAll):
      _ = try match.get()
    case .failure(let error):
      guard error is PlantNameError else { throw error }
    }
    let plants = candidates
    candidates += parts.map { $0.candidate(besides: folded) }
    guard candidates.count < 2 else {
      throw PlantNameError.ambiguous(name: name, candidates: candidates)
    }
    if let task = parts.first { return task.holder }
    if !naming.includesRemoved,
      let title = try titledCare(on: today).compactMap(\.title)
        .first(where: { $0.hasWords(of: name) })
    {
      throw PlantNameError.taskDone(title: title, plant: plants.first)
    }
    guard case .failure(PlantNameError.notFound(_, let suggestions)) = match
    else { return .plant(try plant(named: name, naming)) }
    return try tasks.nearest(to: name, naming, else: suggestions).holder
  }

  /// The plant that a name means. For a request that only reads, the name of an
  /// open task means the plant that has it.
  ///
  /// - Throws: ``PlantNameError`` if the name does not mean one plant.
  func plantOrHolder(
    named name: String, _ naming: PlantNaming
  ) throws -> PlantID {
    do {
      return try plant(named: name, naming)
    } catch let error as PlantNameError {
      guard case .notFound = error, naming.precision == .forgiving else {
        throw error
      }
      let owners = try namedTasks(withPlants: true).filter {
        $0.owner != .home
          && ($0.task.isCalled(name.foldedName)
            || $0.task.name.hasWords(of: name))
      }.map(\.owner)
      guard let owner = owners.first, Set(owners).count == 1 else {
        throw error
      }
      return owner
    }
  }

  /// Returns whether an open task of the home has exactly this name.
  public func isTaskOfHome(_ name: String) throws -> Bool {
    try namedTasks(withPlants: false).contains {
      $0.task.isCalled(name.foldedName)
    }
  }

  /// Returns whether an open task of the home, or one with a title, has the
  /// words of a name.
  public func hasTask(withWordsOf name: String) throws -> Bool {
    try namedTasks(withPlants: true).contains {
      $0.task.isCalled(name.foldedName)
        || $0.task.name.hasWords(of: name)
    }
  }

  /// Returns the plants and tasks that names mean, each once, in the given
  /// order; only plants if filters select them.
  ///
  /// - Throws: The errors of ``plants(_:)``.
  public func taskHolders(_ choice: PlantChoice) throws -> [TaskHolder] {
    guard !choice.hasFilter, !choice.names.isEmpty else {
      return try plants(choice).map { .plant($0) }
    }
    if let task = try taskOfPlant(choice.names, choice.naming) {
      return [task]
    }
    var seen: Set<TaskHolder> = []
    return try choice.names.map {
      try taskHolder(named: $0, choice.naming)
    }.filter { seen.insert($0).inserted }
  }

  /// Returns the open one-off task that names mean together, if the first is a
  /// plant's name and the others are words of the task's title; `nil` for
  /// separate names or kinds of care.
  ///
  /// - Throws: ``PlantNameError/ambiguous(name:candidates:field:)`` if several
  ///   tasks of the plant have these words.
  public func taskOfPlant(
    _ names: [String], _ naming: PlantNaming
  ) throws -> TaskHolder? {
    let resolver = PlantResolver(precision: naming.precision)
    guard names.count > 1,
      case .plant(let id) = try resolver.match(names[0], in: self),
      let state = try plant(id)
    else { return nil }
    let words = names.dropFirst()
    let title = words.joined(separator: " ")
    let found = state.oneOffTasks.filter {
      $0.isCalled(title.foldedName) || $0.title?.hasWords(of: title) ?? false
    }
    guard !found.isEmpty else { return nil }
    let ofHome = try namedTasks(withPlants: false)
    guard
      !names.contains(where: { name in
        ofHome.contains { $0.task.isCalled(name.foldedName) }
      })
    else { return nil }
    let exact = PlantResolver(precision: .exact)
    for word in words {
      guard case .notFound = try exact.match(word, in: self),
        !isKind(word, of: state)
      else { return nil }
    }
    let tasks = found.map { NamedTask(task: $0, owner: id, state: state) }
    guard tasks.count == 1 else {
      throw PlantNameError.ambiguous(
        name: title, candidates: tasks.map { $0.candidate(besides: title) })
    }
    return tasks[0].holder
  }

  /// Returns whether a word names a standard kind of care or a plant's own.
  private func isKind(_ word: String, of plant: PlantState) -> Bool {
    guard let kind = TaskKind(word) else { return false }
    return TaskKind.standard.contains(kind) || plant.care(kind) != nil
  }

  /// Returns the care on a day that ended or repeated tasks with titles.
  package func titledCare(on day: Day) throws -> [TodayView.Done] {
    try TodayView.done(self, on: day).filter { $0.title != nil }
  }

  private func candidate(
    _ id: PlantID, besides name: String = ""
  ) throws -> NameCandidate {
    NameCandidate(
      ShortID.text(of: id, besides: name), try plant(id)?.displayName ?? "")
  }

  /// Returns the open one-off tasks that names can mean: those of the home and,
  /// if requested, tasks of plants with titles.
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

private struct NamedTask {
  let task: PlantState.OneOffTask
  let owner: PlantID
  let state: PlantState

  var holder: TaskHolder { .task(task, of: owner, state) }

  /// Returns the task as a candidate, with an id other than `name`.
  func candidate(besides name: String) -> NameCandidate {
    NameCandidate(
      ShortID.text(of: task.id, besides: name), task: task.name,
      of: owner == .home ? nil : state.displayName)
  }
}

extension [NamedTask] {
  /// Returns the task whose name resembles a name.
  fileprivate func nearest(
    to name: String, _ naming: PlantNaming, else suggestions: [String]
  ) throws(PlantNameError) -> NamedTask {
    let near = filter { $0.task.name.isNear(name) }
    guard near.count < 2 else {
      throw .ambiguous(
        name: name, candidates: near.map { $0.candidate(besides: name) })
    }
    guard let task = near.first else {
      let titles = Suggestion.nearest(
        to: name, among: Set(map(\.task.name)))
      throw .neitherFound(name: name, suggestions: suggestions + titles)
    }
    guard naming.agreed.holds(for: name) else {
      throw .near(name: name, candidate: task.candidate(besides: name))
    }
    return task
  }
}

extension String {
  /// Returns whether a title begins with a name, or has all of its words. As in
  /// names of plants, neither case nor accents matter.
  package func hasWords(of name: String) -> Bool {
    let folded = name.foldedName.plainLetters
    return !folded.allSatisfy(\.isWhitespace)
      && foldedName.plainLetters.hasPrefix(folded) || hasWholeWords(of: name)
  }

  /// Returns whether a title has all words of a name.
  package func hasWholeWords(of name: String) -> Bool {
    let wanted = name.foldedName.plainLetters.split(separator: " ")
    let words = foldedName.plainLetters.split(separator: " ")
    return !wanted.isEmpty && wanted.allSatisfy(words.contains)
  }

  /// Returns whether a title is a typing error away from a name.
  package func isNear(_ name: String) -> Bool {
    let title = foldedName.plainLetters
    return EditDistance.between(
      name.foldedName.plainLetters, title,
      atMost: EditDistance.allowance(for: title)) != nil
  }
}

extension ShortID {
  /// Returns the short id, or the whole id if `name` is the short id.
  fileprivate static func text(
    of id: some UniqueID, besides name: String
  ) -> String {
    let short = text(of: id)
    return name.foldedName == short ? id.description : short
  }
}

extension PlantState.OneOffTask {
  /// The task's name: its title, or the words for its kind.
  public var name: String { title ?? kind.words }

  /// Returns whether a folded name is exactly the task's name or id.
  fileprivate func isCalled(_ folded: String) -> Bool {
    folded == name.foldedName || folded == ShortID.text(of: id)
      || folded == id.description
  }
}
