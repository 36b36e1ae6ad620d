internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// A request to record care of one or many plants.
public struct CareRequest: Sendable {
  /// The plants.
  public var plants: PlantChoice
  /// The kinds of care given. None stands for every due kind if ``isDueOnly``,
  /// otherwise for the kind of `task` or of the only open task.
  public var kinds: [TaskKind]
  /// A Boolean value that indicates whether only tasks due by today count;
  /// those of all plants if none are chosen.
  public var isDueOnly = false
  /// The one-off task that was done, by its id or the beginning of its id.
  public var task: String?
  /// Single tasks that were done, instead of all kinds for all plants. If any
  /// are given, ``plants`` and ``kinds`` are empty.
  ///
  /// Care is a fact and is recorded. But if a task is no longer due as it was
  /// shown, and its care was recorded for that day already, once is enough.
  public var tasks: [ShownTask] = []
  /// A Boolean value that indicates whether ``isDueOnly`` includes tasks to do
  /// by themselves: photos, and tasks with a title. Named kinds always include
  /// them.
  public var isOfAllKinds = false
  /// The time and remark of the care.
  public var occasion: Occasion
  /// A photo of one of the plants, taken with the care; its file is stored.
  public var photo: NewPhoto?
  /// The amount, in words or millilitres as in `TaskCompleted`.
  public var amount: String?

  /// Creates a request.
  public init(
    _ plants: PlantChoice, kinds: [TaskKind], _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.kinds = kinds
    self.occasion = occasion
  }

  /// Creates a request for one kind of care, or for none.
  public init(
    _ plants: PlantChoice, kind: TaskKind?, _ occasion: Occasion = Occasion()
  ) {
    self.init(plants, kinds: kind.map { [$0] } ?? [], occasion)
  }
}

extension CareJournal {
  /// Records care as one action, with one event per plant and kind.
  ///
  /// - Returns: ``Change/cared(_:_:task:title:next:)`` for each, and of notices
  ///   ``Notice/nothingDue``, ``Notice/leftUndone(_:)``,
  ///   ``Notice/doneBefore(_:)``, ``Notice/stillOpen(_:_:due:task:title:)`` and
  ///   ``Notice/inFuture(_:)``.
  /// - Throws: `PlantNameError`, `NothingMatched`, `CareError`, and errors of
  ///   the store.
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
      var items = found.filter(request.takes)
      guard !items.isEmpty else {
        if left.isEmpty { receipt.notices.append(.nothingDue) }
        return
      }
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let settled = try session.takeSettled(from: &items, on: at.instant)
      if !settled.isEmpty { receipt.notices.append(.doneBefore(settled)) }
      guard !items.isEmpty else { return }
      let former = try session.snapshot().care(like: items, on: at.instant)
      if !former.isEmpty {
        receipt.notices.append(.givenBefore(former.map(\.care)))
      }
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

/// Care of one plant.
private struct CareItem: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let task: TaskID?
  var title: String?
  /// The day on which the task was due as it was shown; `nil` if none is given.
  var shownDue: Day?
}

extension CareItem {
  /// A Boolean value that indicates whether the task is done by itself, not on
  /// a round with a watering can.
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
  /// Returns whether the request includes a task that it found.
  fileprivate func takes(_ item: CareItem) -> Bool {
    !isDueOnly || isOfAllKinds || !kinds.isEmpty || !item.needsOwnDeed
  }

  /// Returns the selection in words, which the events keep.
  fileprivate func batch(in snapshot: borrowing Snapshot) throws -> String {
    guard tasks.isEmpty else { return PlantChoice.named }
    let chosen = try snapshot.spelledOut(plants).batchText
    guard isDueOnly else { return chosen }
    return plants.hasFilter ? "\(chosen), due" : "due"
  }

  fileprivate func items(
    in session: inout ActionSession
  ) throws -> [CareItem] {
    let snapshot = try session.snapshot()
    guard tasks.isEmpty else {
      return try tasks.map { task in
        let owner = try snapshot.owner(of: task, plants.naming)
        var item: CareItem
        switch task.name {
        case .care(let kind):
          item = CareItem(plant: owner, kind: kind, task: nil)
        case .oneOff(let id): item = try session.oneOffItem(id, of: owner)
        }
        item.shownDue = task.due
        return item
      }
    }
    if let task {
      guard plants.names.count == 1 else { throw TaskNameError.needsOnePlant }
      let id = try snapshot.plant(plants)
      return [try session.oneOffItem(task, of: id)]
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
        // A kind alone may mean a one-off task only if its plant is named.
        CareItem(
          plant: id, kind: kind,
          task: plants.hasFilter
            ? nil : try session.plant(id).onlyTask(of: kind))
      }
    }
  }

  /// Returns the tasks due by today of the plants that the filters choose.
  private func dueItems(
    in snapshot: borrowing Snapshot
  ) throws -> [CareItem] {
    // Filters that choose no plant are a mistake, not a day without tasks.
    let chosen =
      plants.hasFilter ? Set(try snapshot.plants(plants)) : nil
    return try snapshot.openTasks(by: snapshot.today).filter { entry in
      (kinds.isEmpty || kinds.contains(entry.task.kind)) && entry.plant != .home
        && chosen?.contains(entry.plant) ?? true
    }.map { CareItem($0.plant, $0.task) }
  }
}

extension Snapshot {
  /// Returns care of the same plants and kinds that was given earlier on the
  /// same day.
  fileprivate func care(
    like items: [CareItem], on moment: Instant
  ) throws -> [(item: CareItem, care: FormerCare)] {
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
      return (
        item,
        FormerCare(
          plant: PlantName(item.plant, plant.displayName), kind: item.kind,
          title: item.title, day: day, time: zone.timeOfDay(of: last),
          recorder: recorder)
      )
    }
  }

  /// Returns the time of a plant's last care of a kind on a day; `nil` for
  /// none.
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
  /// Takes the items out whose task is no longer due as it was shown, because it
  /// was done: a repeating task at any time, other care on the same day.
  fileprivate mutating func takeSettled(
    from items: inout [CareItem], on moment: Instant
  ) throws -> [SettledTask] {
    let snapshot = try snapshot()
    let stale = try items.filter { item in
      guard let due = item.shownDue, let plant = try snapshot.plant(item.plant)
      else { return false }
      return try !snapshot.openTasks(of: item.plant, plant, on: today)
        .contains {
          $0.task.kind == item.kind && $0.task.task == item.task
            && $0.task.isDue(on: due)
        }
    }
    guard !stale.isEmpty else { return [] }
    let former = Dictionary(
      try snapshot.care(like: stale, on: moment).map { ($0.item, $0.care) }
    ) { $1 }
    var settled: [SettledTask] = []
    for item in stale {
      guard let due = item.shownDue else { continue }
      let round = try item.task.flatMap { try plant(item.plant).oneOffTask($0) }
        .flatMap(calendar.explanation)
      let isAnotherRound =
        round.map { $0.every != nil && $0.activeDay > due } ?? false
      guard isAnotherRound || item.task == nil && former[item] != nil else {
        continue
      }
      items.removeAll { $0 == item }
      settled.append(
        SettledTask(
          plant: try name(item.plant), kind: item.kind, title: item.title,
          due: due, former: former[item]))
    }
    return settled
  }

  fileprivate mutating func oneOffItem(
    _ task: String, of plant: PlantID
  ) throws -> CareItem {
    CareItem(plant, try self.plant(plant).openTask(named: task))
  }

  /// Returns the next task after care: that of a one-off task with a title,
  /// otherwise the schedule's.
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

  /// Returns notices of the due one-off tasks of the same kinds that stay open.
  fileprivate mutating func openTasks(
    beside items: [CareItem]
  ) throws -> [Notice] {
    var seen: Set<CareItem> = []
    var notices: [Notice] = []
    // A task with a title is done by itself.
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
