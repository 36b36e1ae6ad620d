internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// Care that was given to one or many plants.
public struct CareRequest: Sendable {
  /// Which plants got it.
  public var plants: PlantChoice
  /// The kinds of care that each got; none for each kind that is due where
  /// only such tasks count, else for that of `task` or of the one task that is
  /// open.
  public var kinds: [TaskKind]
  /// A Boolean value that indicates whether only tasks that are due by today
  /// count, of all plants where none are chosen.
  public var isDueOnly = false
  /// The one-off task that is done, by its id or the beginning of it.
  public var task: String?
  /// A Boolean value that indicates whether tasks that need a deed of their own
  /// count as well, where only what is due does and no kind is named: photos,
  /// and tasks with a title.
  public var isOfAllKinds = false
  /// When it was given.
  public var occasion: Occasion
  /// A photo of one of the plants that was taken meanwhile, its file kept.
  public var photo: NewPhoto?
  /// How much was given; in words or millilitres, as `TaskCompleted` has it.
  public var amount: String?

  /// Creates a request.
  public init(
    _ plants: PlantChoice, kinds: [TaskKind], _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.kinds = kinds
    self.occasion = occasion
  }

  /// Creates a request of one kind of care, or of none that is named.
  public init(
    _ plants: PlantChoice, kind: TaskKind?, _ occasion: Occasion = Occasion()
  ) {
    self.init(plants, kinds: kind.map { [$0] } ?? [], occasion)
  }
}

extension CareJournal {
  /// Records care, one event a plant and kind, as one action.
  ///
  /// - Returns: ``Change/cared(_:_:task:title:next:)`` for each, and of notices
  ///   ``Notice/nothingDue``, ``Notice/leftUndone(_:)``,
  ///   ``Notice/stillOpen(_:_:due:task:title:)`` and ``Notice/inFuture(_:)``.
  /// - Throws: `PlantNameError`, `NothingMatched`, `CareError`, and what the
  ///   store throws.
  public func recordCare(
    _ request: CareRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let found = try request.items(in: &session)
      let left = found.filter { !request.takes($0) }
      if !left.isEmpty {
        receipt.notices.append(
          .leftUndone(
            try left.map { (try session.name($0.plant), $0.kind, $0.title) }))
      }
      let items = found.filter(request.takes)
      guard !items.isEmpty else {
        if left.isEmpty { receipt.notices.append(.nothingDue) }
        return
      }
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let former = try session.snapshot().care(like: items, on: at.instant)
      if !former.isEmpty { receipt.notices.append(.givenBefore(former)) }
      let batch =
        items.count > 1
        ? try request.batch(in: session.snapshot()) : nil
      try session.action { session in
        let photos = try session.place(request.photo.map { [$0] } ?? [])
        for item in items {
          let body = TaskCompleted(
            kind: item.kind, task: item.task, amount: request.amount,
            batch: batch,
            photo: photos.first { $0.photo.plant == item.plant }?.kept)
          try session.perform(
            .complete(body), on: item.plant, at: at, note: note)
          receipt.changes.append(
            .cared(
              try session.name(item.plant), item.kind, task: item.task,
              title: item.title,
              next: try session.nextTask(
                after: body, titled: item.title, of: item.plant)?.due))
        }
        receipt.notices += try session.openTasks(beside: items)
        try session.add(photos)
        receipt.changes += try session.changes(photos)
      }
      if at.instant > session.now { receipt.notices.append(.inFuture(at)) }
    }
  }
}

/// One plant's care.
private struct CareItem: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let task: TaskID?
  var title: String?
}

extension CareItem {
  /// A Boolean value that indicates whether it is done by itself alone, and not
  /// on a round with a can.
  var needsOwnDeed: Bool { kind == .photo || title != nil }

  init(_ plant: PlantID, _ task: PlantState.OneOffTask) {
    self.init(
      plant: plant, kind: task.kind, task: task.id, title: task.title)
  }

  init(_ plant: PlantID, _ task: OpenTask) {
    self.init(
      plant: plant, kind: task.kind, task: task.task, title: task.title)
  }
}

extension CareRequest {
  /// Returns whether a task of those that were found is meant.
  fileprivate func takes(_ item: CareItem) -> Bool {
    !isDueOnly || isOfAllKinds || !kinds.isEmpty || !item.needsOwnDeed
  }

  /// What was selected, in words that the events keep.
  fileprivate func batch(in snapshot: borrowing Snapshot) throws -> String {
    let chosen = try snapshot.spelledOut(plants).batchText
    guard isDueOnly else { return chosen }
    return plants.hasFilter ? "\(chosen), due" : "due"
  }

  fileprivate func items(
    in session: inout ActionSession
  ) throws -> [CareItem] {
    let snapshot = try session.snapshot()
    if let task {
      guard plants.names.count == 1 else { throw TaskNameError.needsOnePlant }
      let id = try snapshot.plant(plants)
      return [CareItem(id, try session.plant(id).openTask(named: task))]
    }
    guard !isDueOnly else { return try dueItems(in: snapshot) }
    guard !kinds.isEmpty else {
      guard !plants.hasFilter else { throw TaskNameError.needsKind }
      return try snapshot.taskHolders(plants).map { holder in
        switch holder {
        case .task(let task, let owner, _): CareItem(owner, task)
        case .plant(let id):
          CareItem(id, try snapshot.onlyTask(of: id, session.plant(id)))
        }
      }
    }
    return try snapshot.plants(plants).flatMap { id in
      try kinds.map { kind in
        // A kind alone may mean a one-off task only where its plant is named.
        CareItem(
          plant: id, kind: kind,
          task: plants.hasFilter
            ? nil : try session.plant(id).onlyTask(of: kind))
      }
    }
  }

  /// The tasks due by today, of the plants that the filters choose.
  private func dueItems(
    in snapshot: borrowing Snapshot
  ) throws -> [CareItem] {
    // Filters that choose no plant at all are a mistake, and not a day off.
    let chosen =
      plants.hasFilter ? Set(try snapshot.plants(plants)) : nil
    return try snapshot.openTasks(by: snapshot.today).filter { entry in
      (kinds.isEmpty || kinds.contains(entry.task.kind)) && entry.plant != .home
        && chosen?.contains(entry.plant) ?? true
    }.map { CareItem($0.plant, $0.task) }
  }
}

extension Snapshot {
  /// The care of the same kinds that the plants were given on the day of a
  /// moment already.
  fileprivate func care(
    like items: [CareItem], on moment: Instant
  ) throws -> [FormerCare] {
    let day = zone.localDay(of: moment)
    let household = try severalDevices()
    let titled =
      items.contains { $0.title != nil } ? try titledCare(on: day) : []
    return try items.compactMap { item in
      guard let plant = try plant(item.plant) else { return nil }
      let last: Instant
      if item.title != nil {
        guard
          let done = titled.first(where: {
            $0.plant == item.plant && $0.kind == item.kind
              && $0.title == item.title
          })
        else { return nil }
        last = done.at
      } else {
        guard
          let then = try lastCare(of: item.plant, plant, item.kind, on: day)
        else { return nil }
        last = then
      }
      let recorder = try household.flatMap { household in
        try recorders(of: [item.kind: last], of: item.plant, in: household)[
          item.kind]
      }
      return FormerCare(
        plant: PlantName(item.plant, plant.displayName), kind: item.kind,
        title: item.title, day: day, time: zone.timeOfDay(of: last),
        recorder: recorder)
    }
  }

  /// When a plant had care of a kind last on a day; `nil` where it had none.
  private func lastCare(
    of id: PlantID, _ plant: PlantState, _ kind: TaskKind, on day: Day
  ) throws -> Instant? {
    guard let last = plant.care(kind)?.lastCompleted else { return nil }
    let lastDay = zone.localDay(of: last)
    guard lastDay > day else { return lastDay == day ? last : nil }
    return try latestCare(of: id, kind, on: day)
  }
}

extension ActionSession {
  /// The task that asks for more after care: that of the one-off task which was
  /// done where it has a title, else the schedule's.
  mutating func nextTask(
    after care: TaskCompleted, titled title: String?, of plant: PlantID
  ) throws -> OpenTask? {
    let state = try self.plant(plant)
    let next = state.care(care.kind).flatMap {
      calendar.openTask(of: $0, in: state)
    }
    guard let task = care.task, title != nil || next == nil else {
      return next
    }
    return try openTask(task, of: plant)
  }

  /// The one-off tasks of the same kinds that are due and stay open.
  fileprivate mutating func openTasks(
    beside items: [CareItem]
  ) throws -> [Notice] {
    var seen: Set<CareItem> = []
    var notices: [Notice] = []
    // Who does a task with a title does that alone.
    for item in items where item.title == nil {
      let cared = CareItem(plant: item.plant, kind: item.kind, task: nil)
      guard seen.insert(cared).inserted else { continue }
      let plant = try plant(item.plant)
      for open in calendar.openTasks(of: plant)
      where open.kind == item.kind && open.due <= today {
        guard let task = open.task else { continue }
        notices.append(
          .stillOpen(
            PlantName(item.plant, plant.displayName), open.kind,
            due: open.due, task: task, title: open.title))
      }
    }
    return notices
  }
}
