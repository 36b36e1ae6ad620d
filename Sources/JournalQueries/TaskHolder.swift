public import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

/// What a name means where care is given or put off.
public enum TaskHolder: Sendable, Hashable {
  /// A plant.
  case plant(PlantID)
  /// An open task of the home, and what is known of that.
  case task(PlantState.OneOffTask, of: PlantState)
}

extension Snapshot {
  /// The plant, or the open task of the home, that a name means: of the latter
  /// the title, the short id or the beginning of the whole one. What is a name
  /// as it is comes before what only begins with it or comes near to it, and
  /// then plants before tasks.
  ///
  /// - Throws: ``PlantNameError`` where it is not one of them.
  public func taskHolder(
    named name: String, _ naming: PlantNaming
  ) throws -> TaskHolder {
    guard let home = try plant(.home), !home.oneOffTasks.isEmpty else {
      return .plant(try plant(named: name, naming))
    }
    let folded = name.foldedName
    let exact = home.oneOffTasks.filter { $0.isCalled(folded) }
    guard exact.isEmpty else {
      var candidates = exact.map(\.candidate)
      if case .plant(let id) = try PlantResolver(precision: .exact)
        .match(name, in: self)
      {
        let plant = try plant(id)?.displayName ?? ""
        candidates.insert(NameCandidate(ShortID.text(of: id), plant), at: 0)
      }
      guard candidates.count == 1 else {
        throw PlantNameError.ambiguous(name: name, candidates: candidates)
      }
      return .task(exact[0], of: home)
    }
    do {
      return .plant(try plant(named: name, naming))
    } catch let error as PlantNameError {
      switch error {
      case .notFound, .near:
        guard
          let task = try home.task(
            nearTo: folded, name, naming, else: error)
        else { throw error }
        return .task(task, of: home)
      case .ambiguous, .isRoom: throw error
      }
    }
  }
}

extension Snapshot {
  /// Whether an open task of the home is called just so.
  public func isTaskOfHome(_ name: String) throws -> Bool {
    try plant(.home)?.oneOffTasks.contains { $0.isCalled(name.foldedName) }
      ?? false
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
}

extension PlantState {
  /// The home's task that begins with a name, has it in its title, or comes
  /// near to it; `nil` for none.
  fileprivate func task(
    nearTo folded: String, _ name: String, _ naming: PlantNaming,
    else error: PlantNameError
  ) throws -> OneOffTask? {
    guard naming.precision == .forgiving else { return nil }
    let words = folded.split(separator: " ")
    let parts = oneOffTasks.filter { task in
      let title = task.name.foldedName
      return title.hasPrefix(folded)
        || !words.isEmpty
          && words.allSatisfy { title.split(separator: " ").contains($0) }
    }
    guard parts.count < 2 else {
      throw PlantNameError.ambiguous(
        name: name, candidates: parts.map(\.candidate))
    }
    if let task = parts.first { return task }
    // A plant that comes near is asked for first.
    guard case .notFound(_, let suggestions) = error else { return nil }
    let near = oneOffTasks.filter { task in
      let title = task.name.foldedName
      return EditDistance.between(
        folded, title, atMost: EditDistance.allowance(for: title)) != nil
    }
    guard near.count < 2 else {
      throw PlantNameError.ambiguous(
        name: name, candidates: near.map(\.candidate))
    }
    guard let task = near.first else {
      let titles = Suggestion.nearest(
        to: name, among: Set(oneOffTasks.map(\.name)))
      throw PlantNameError.notFound(
        name: name, suggestions: suggestions + titles)
    }
    guard naming.agreed.holds(for: name) else {
      throw PlantNameError.near(name: name, candidate: task.candidate)
    }
    return task
  }
}

extension PlantState.OneOffTask {
  /// What people call it.
  public var name: String { title ?? kind.words }

  fileprivate var candidate: NameCandidate {
    NameCandidate(ShortID.text(of: id), name)
  }

  /// Whether it is what a name means as it is.
  fileprivate func isCalled(_ folded: String) -> Bool {
    folded == name.foldedName || folded == ShortID.text(of: id)
      || folded == id.description
  }
}
