public import CatalogueStore
public import Encodings
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// What an import has taken over, or would have.
public struct ImportReceipt: Sendable {
  /// The action, and ``JournalActions/Change/added(_:)`` for each plant, in
  /// the order of the input.
  public internal(set) var receipt: Receipt
  /// How many plants or schedules were there already, and equal.
  public internal(set) var unchanged = 0
  /// The rooms that were made, by name.
  public internal(set) var rooms: [String] = []
  /// How many of the plants have no scientific name.
  public internal(set) var withoutSpecies = 0
  /// The plants that took names or care from the catalogue.
  public internal(set) var adopted: [Adoption] = []
  /// The plants of which it is not certain what the catalogue has for them.
  public internal(set) var notAdopted: [Adoption] = []
  /// How many schedules were set; `nil` where plants were imported.
  public internal(set) var schedules: Int?
  /// The names of columns that mean nothing here.
  public internal(set) var unknownColumns: [String] = []
  /// What another program's backup has, but is not taken over.
  public internal(set) var leftOver: [HortusFoxBackup.LeftOver] = []
}

/// A table of plants or of schedules that is taken over.
public struct TableImport {
  /// Begins to read the table; called again where it is read again.
  public var table: () throws -> ByteSource
  /// How many bytes it has, for whoever is told how far reading is.
  public var byteCount: Int?
  /// Asked for what goes with the plants' names; `nil` for nothing.
  public var catalogues: Catalogues?
  /// Is told how far the work is.
  public var progress: WorkProgress = { _, _, _ in }

  /// Creates a request.
  public init(
    byteCount: Int? = nil, table: @escaping () throws -> ByteSource
  ) {
    self.table = table
    self.byteCount = byteCount
  }
}

extension CareJournal {
  /// Adds the plants of a table, or sets its schedules: all, in one action,
  /// or none.
  ///
  /// What is there already and equal is passed over; what differs is refused.
  /// Rooms that do not exist are made.
  ///
  /// - Throws: `CSVError`, or ``TableError`` that names everything that is
  ///   wrong.
  public func importTable(
    _ request: TableImport, _ mode: ActionMode = .commit
  ) throws -> ImportReceipt {
    let progress = request.progress
    let reading = { progress(.reading, $0, request.byteCount) }
    guard try !ScheduleTable.isOne(request.table()) else {
      let table = try ScheduleTable(csv: request.table(), progress: reading)
      return try importSchedules(table, mode, progress)
    }
    let table = try PlantTable(
      csv: request.table(), zone: zone(), progress: reading)
    // What a journal has written has its care in tables of its own.
    let catalogues =
      table.columns.contains(.id) ? nil : request.catalogues
    var receipt = try importPlants(
      table.plants, telling: table.columns, in: catalogues, mode, progress)
    receipt.unknownColumns = table.unknownColumns
    return receipt
  }

  /// Adds the plants of an unpacked backup of HortusFox as ``importTable(_:_:)``
  /// does.
  ///
  /// - Parameters:
  ///   - files: The contents of its files; only that of plants must be there.
  ///   - mode: Whether the plants are only to be shown.
  ///   - progress: Is told how far the work is.
  /// - Returns: What was taken over, and what was not.
  /// - Throws: ``TableError`` that names the file that is none, or everything
  ///   that is wrong.
  public func importHortusFox(
    _ files: [HortusFoxFile: [UInt8]], _ mode: ActionMode = .commit,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    let backup = try HortusFoxBackup(files, zone: zone())
    var receipt = try importPlants(
      backup.plants, telling: HortusFoxBackup.columns, mode, progress)
    receipt.leftOver = backup.leftOver
    return receipt
  }

  /// Adds plants; `columns` is what the input tells of them, which is compared
  /// where one is there already. What `catalogues` have for certain is added.
  package func importPlants(
    _ plants: [IncomingPlant], telling columns: Set<PlantColumn>,
    in catalogues: Catalogues? = nil,
    _ mode: ActionMode = .commit, _ progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    try importing(mode) { session, summary in
      let snapshot = try session.snapshot()
      var planner = ImportPlanner(
        columns: columns, randomness: session.randomness,
        rooms: snapshot.rooms)
      let plan = try planner.plan(plants, in: snapshot)
      // What follows must not draw the ids that the plan has drawn.
      session.randomness = planner.randomness
      summary.unchanged = plan.unchanged
      guard !plan.additions.isEmpty else { return }
      try session.action {
        let adoptions = try $0.write(plan, in: catalogues) {
          progress(.adding, $0, plan.additions.count)
        }
        summary.notAdopted = adoptions.filter { $0.certainty != .certain }
        summary.adopted = adoptions.filter {
          $0.certainty == .certain && !$0.isEmpty
        }
      }
      summary.rooms = plan.rooms.map(\.name)
      for addition in plan.additions {
        summary.receipt.changes.append(
          .added(PlantName(addition.id, addition.plant.displayName)))
        if addition.plant.scientificName == nil {
          summary.withoutSpecies += 1
        }
        if let at = addition.plant.cares.map(\.at).max(by: {
          $0.instant < $1.instant
        }),
          at.instant > session.now
        {
          summary.receipt.notices.append(.inFuture(at))
        }
      }
    }
  }

  private func importSchedules(
    _ table: ScheduleTable, _ mode: ActionMode, _ progress: WorkProgress
  ) throws -> ImportReceipt {
    try importing(mode) { session, summary in
      let wanted = try session.wantedSchedules(of: table, &summary.unchanged)
      summary.schedules = wanted.count
      summary.unknownColumns = table.unknownColumns
      guard !wanted.isEmpty else { return }
      try session.action {
        try $0.set(wanted) { progress(.setting, $0, wanted.count) }
      }
    }
  }

  private func importing(
    _ mode: ActionMode,
    _ body: (inout ActionSession, inout ImportReceipt) throws -> Void
  ) throws -> ImportReceipt {
    var summary: ImportReceipt?
    let receipt = try act(mode) { session, receipt in
      var made = ImportReceipt(receipt: receipt)
      try body(&session, &made)
      receipt = made.receipt
      summary = made
    }
    var imported = summary ?? ImportReceipt(receipt: receipt)
    imported.receipt = receipt
    return imported
  }
}

extension ActionSession {
  /// Records the events of a plan, and what the catalogues add for certain.
  ///
  /// - Returns: What the catalogues have for the plants.
  /// - Throws: ``TableError`` that names the plants that the rules refuse.
  fileprivate mutating func write(
    _ plan: ImportPlan, in catalogues: Catalogues?, progress: (Int) -> Void
  ) throws -> [Adoption] {
    var adoptions: [Adoption] = []
    let now = zone.offsetInstant(of: now)
    var problems = ProblemList()
    for room in plan.rooms {
      try perform(
        .create(name: room.name, icon: "", sortOrder: nil), on: room.id,
        at: now)
    }
    for (index, addition) in plan.writingOrder.enumerated() {
      do {
        for (command, at) in addition.commands(now: now) {
          try perform(command, on: addition.id, at: at)
        }
        if addition.plant.removal == nil, let catalogues,
          let adoption = try adoptCertain(
            addition.id, in: catalogues, at: now)
        {
          adoptions.append(adoption)
        }
      } catch let error as CareError {
        // The transaction is given up in the end; the rest is still checked.
        problems.add("\(error)", at: addition.plant.place)
      }
      progress(index + 1)
    }
    try problems.check()
    return adoptions
  }

  /// A schedule that is to be set.
  fileprivate typealias WantedSchedule = (
    plant: PlantID, schedule: ScheduleSet, place: String
  )

  /// The schedules of a table that are not there already.
  fileprivate mutating func wantedSchedules(
    of table: ScheduleTable, _ unchanged: inout Int
  ) throws -> [WantedSchedule] {
    let snapshot = try snapshot()
    var problems = ProblemList()
    var wanted: [WantedSchedule] = []
    for row in table.rows {
      do {
        let id = try snapshot.plant(of: row)
        let schedule = try row.schedule()
        let state = try plant(id)
        let held = state.care(schedule.kind)?.schedule
        guard held != schedule else {
          unchanged += 1
          continue
        }
        guard held == nil else {
          throw CellError(
            "'\(state.displayName)' has another schedule for \(schedule.kind)")
        }
        wanted.append((id, schedule, row.place))
      } catch let error as CellError {
        problems.add(error.reason, at: row.place)
      }
    }
    try problems.check()
    return wanted
  }

  fileprivate mutating func set(
    _ wanted: [WantedSchedule], progress: (Int) -> Void
  ) throws {
    var problems = ProblemList()
    let at = zone.offsetInstant(of: now)
    for (index, entry) in wanted.enumerated() {
      do {
        try perform(.setSchedule(entry.schedule), on: entry.plant, at: at)
      } catch let error as CareError {
        problems.add("\(error)", at: entry.place)
      }
      progress(index + 1)
    }
    try problems.check()
  }
}

extension ImportPlan.Addition {
  /// What makes the plant, and when each thing was; `now` where nothing is
  /// said.
  fileprivate func commands(
    now: OffsetInstant
  ) -> [(PlantCommand, OffsetInstant)] {
    var commands: [(PlantCommand, OffsetInstant)] = [
      (.add(body), plant.addedAt ?? now)
    ]
    if let location = plant.growingLocation {
      var edit = PlantEdited()
      edit.location = .set(location)
      commands.append((.edit(edit), now))
    }
    if plant.isFavorite { commands.append((.favorite(true), now)) }
    commands += plant.notes.map { (.note(.init(text: $0)), now) }
    commands += plant.schedules.map { (.setSchedule($0), now) }
    commands += plant.cares.map {
      (.complete(TaskCompleted(kind: $0.kind)), $0.at)
    }
    if let removal = plant.removal {
      commands.append((.remove(removal.reason), removal.at ?? now))
    }
    return commands
  }
}

extension Snapshot {
  /// The plant that a row of a table of schedules names.
  fileprivate func plant(of row: ScheduleTable.Row) throws -> PlantID {
    guard let name = row.plant ?? row.plantName else {
      throw CellError("no plant is named")
    }
    let resolver = PlantResolver(precision: .exact, includesRemoved: false)
    switch try resolver.match(name, in: self) {
    case .plant(let id): return id
    case .ambiguous: throw CellError("'\(name)' could be several plants")
    // An exact resolver takes no near spelling.
    case .near, .notFound: throw CellError("'\(name)' names no plant")
    }
  }
}
