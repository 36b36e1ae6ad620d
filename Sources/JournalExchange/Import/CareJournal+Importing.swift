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
  /// The action, and ``JournalActions/Change/added(_:acquired:)`` for each plant, in
  /// the order of the input.
  public internal(set) var receipt: Receipt
  /// How plants that were there changed, in the order of the input.
  public internal(set) var differences: [PlantDifference] = []
  /// How many plants or schedules were there already, and equal.
  public internal(set) var unchanged = 0
  /// The rooms that were made, by name.
  public internal(set) var rooms: [String] = []
  /// The new plants that are probably meant to be some that are there.
  public internal(set) var likenesses: [Likeness] = []
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
  /// The line that ends a table without a line break, which may be cut off.
  public internal(set) var openEnd: Int?
  /// What another program's backup has, but is not taken over.
  public internal(set) var leftOver: [HortusFoxBackup.LeftOver] = []
  /// What is told of a backup of HortusFox; `nil` where it is none.
  public internal(set) var hortusFox: HortusFoxReceipt?

  /// A new plant that has a name much like those of others.
  public struct Likeness: Sendable {
    /// Where it stands in the input: "line 3".
    public let place: String
    /// What it is to be called.
    public let name: String
    /// What the others are called.
    public let others: [String]
  }
}

/// A table of plants or of schedules that is taken over.
public struct TableImport {
  /// Begins to read the table; called again where it is read again.
  public var table: () throws -> ByteSource
  /// How many bytes it has, for whoever is told how far reading is.
  public var byteCount: Int?
  /// Asked for what goes with the plants' names; `nil` for nothing.
  public var catalogues: Catalogues?
  /// A Boolean value that indicates whether plants and schedules that are there
  /// are changed; else what differs is refused.
  public var updates = false
  /// What somebody agreed to: where the table would do something else by now,
  /// it is refused.
  public var agreed: ImportReceipt?
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

/// Plants that are taken over, wherever they come from.
package struct PlantImport {
  /// The plants.
  package let plants: [IncomingPlant]
  /// What the input tells of them, which is compared where one is there.
  package let columns: Set<PlantColumn>
  /// Asked for what goes with names; `nil` for nothing.
  package var catalogues: Catalogues?
  /// A Boolean value that indicates whether new plants take what the catalogues
  /// have for certain.
  package var adopts = true
  /// A Boolean value that indicates whether plants that are there are changed
  /// by what is told of them.
  package var updates = false
  /// What somebody agreed to; see ``TableImport/agreed``.
  package var agreed: ImportReceipt?

  package init(
    _ plants: [IncomingPlant], telling columns: Set<PlantColumn>
  ) {
    self.plants = plants
    self.columns = columns
  }

  /// What the catalogues know for certain of a scientific name.
  fileprivate func species(named name: String) throws -> PlantEdit.Species? {
    try catalogues.flatMap { try .init(of: name, in: $0) }
  }
}

extension ImportReceipt {
  /// Throws where what is about to be written is not what was agreed to.
  fileprivate func check(_ other: ImportReceipt) throws(TableError) {
    func shown(_ receipt: ImportReceipt) -> [[String]] {
      receipt.differences.map { difference in
        [difference.plant.id.description]
          + difference.fields.flatMap { [$0.column, $0.old, $0.new] }
      }
    }
    guard shown(self) == shown(other), rooms == other.rooms,
      receipt.changes.count == other.receipt.changes.count
    else { throw .otherThanShown }
  }

  /// Notes care that is said to have been given after now.
  fileprivate mutating func noteFuture(
    _ times: [OffsetInstant], after now: Instant
  ) {
    guard let at = times.max(by: { $0.instant < $1.instant }),
      at.instant > now
    else { return }
    receipt.notices.append(.inFuture(at))
  }
}

extension CareJournal {
  /// Adds or changes the plants of a table, or sets its schedules: all, in
  /// one action, or none.
  ///
  /// What is there already and equal is passed over; what differs is changed
  /// where the request says so, else refused. Rooms that do not exist are
  /// made.
  ///
  /// - Throws: `CSVError`, or ``TableError`` that names everything that is
  ///   wrong.
  public func importTable(
    _ request: TableImport, _ mode: ActionMode = .commit
  ) throws -> ImportReceipt {
    let progress = request.progress
    let reading = { progress(.reading, $0, request.byteCount) }
    guard try !ScheduleTable.isOne(request.table()) else {
      let table = try ScheduleTable(
        csv: request.table(), clears: request.updates, progress: reading)
      return try importSchedules(table, request, mode)
    }
    let table = try PlantTable(
      csv: request.table(), zone: zone(),
      fields: exists ? read { $0.fields } : [], clears: request.updates,
      progress: reading)
    var plants = PlantImport(table.plants, telling: table.columns)
    // What a journal has written has its care in tables of its own.
    plants.adopts = !table.columns.contains(.id)
    plants.catalogues = request.catalogues
    plants.updates = request.updates
    plants.agreed = request.agreed
    var receipt = try importPlants(plants, mode, progress)
    receipt.unknownColumns = table.unknownColumns
    receipt.openEnd = table.openEnd
    return receipt
  }

  /// Adds plants, and changes those that are there where it is to.
  package func importPlants(
    _ request: PlantImport, _ mode: ActionMode = .commit,
    _ progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    try importing(mode) { session, summary in
      let snapshot = try session.snapshot()
      var planner = ImportPlanner(
        columns: request.columns, randomness: session.randomness,
        rooms: snapshot.rooms,
        update: request.updates
          ? .init(
            rooms: snapshot.rooms, zone: snapshot.zone,
            species: request.species(named:)) : nil)
      let plan = try planner.plan(request.plants, in: snapshot)
      // What follows must not draw the ids that the plan has drawn.
      session.randomness = planner.randomness
      summary.unchanged = plan.unchanged
      summary.differences = plan.differences
      summary.rooms = plan.rooms.map(\.name)
      summary.likenesses = plan.likenesses
      for addition in plan.additions {
        summary.receipt.changes.append(
          .added(PlantName(addition.id, addition.plant.displayName)))
        if addition.plant.scientificName == nil {
          summary.withoutSpecies += 1
        }
        summary.noteFuture(addition.plant.cares.map(\.at), after: session.now)
      }
      summary.noteFuture(
        plan.differences.flatMap(\.steps).compactMap(\.at),
        after: session.now)
      try request.agreed?.check(summary)
      guard !plan.isEmpty else { return }
      try session.action {
        let adoptions = try $0.write(
          plan,
          in: request.adopts ? request.catalogues.map(NameReadings.init) : nil
        ) { progress(.adding, $0, plan.additions.count) }
        summary.notAdopted = adoptions.filter { $0.certainty != .certain }
        summary.adopted = adoptions.filter {
          $0.certainty == .certain && !$0.isEmpty
        }
        try $0.write(plan.differences, &summary.receipt)
      }
    }
  }

  private func importSchedules(
    _ table: ScheduleTable, _ request: TableImport, _ mode: ActionMode
  ) throws -> ImportReceipt {
    try importing(mode) { session, summary in
      summary.unknownColumns = table.unknownColumns
      summary.openEnd = table.openEnd
      let differences = try session.differences(
        of: table, updates: request.updates)
      summary.schedules = differences.count { !$0.isEmpty }
      summary.unchanged = differences.count(where: \.isEmpty)
      let wanted = differences.filter { !$0.isEmpty }
      if request.updates { summary.differences = wanted }
      try request.agreed?.check(summary)
      guard !wanted.isEmpty else { return }
      try session.action {
        try $0.write(wanted, &summary.receipt) {
          request.progress(.setting, $0, wanted.count)
        }
      }
    }
  }

  func importing(
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
    _ plan: ImportPlan, in names: NameReadings?, progress: (Int) -> Void
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
        if addition.plant.removal == nil, let names,
          let adoption = try adoptCertain(addition.id, in: names, at: now)
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

  /// How the schedules of a table differ from those that are there.
  ///
  /// - `updates`: Whether one that is there may differ.
  fileprivate mutating func differences(
    of table: ScheduleTable, updates: Bool
  ) throws -> [PlantDifference] {
    let snapshot = try snapshot()
    var problems = ProblemList()
    var differences: [PlantDifference] = []
    var places: [PlantID: [TaskKind: String]] = [:]
    for row in table.rows {
      do {
        let id = try snapshot.plant(of: row)
        let state = try plant(id)
        var difference = PlantDifference(
          of: PlantName(id, state.displayName), at: row.place)
        var row = row
        if !updates {
          // It tells the whole schedule, and must.
          _ = try row.schedule()
          row.told = Set(ScheduleColumn.allCases)
        }
        try difference.schedule(row, state)
        if let kind = row.kind {
          let other = places[id, default: [:]].updateValue(
            row.place, forKey: kind)
          if updates, let other {
            throw CellError("the schedule is that of \(other), too")
          }
          guard
            updates || state.care(kind)?.schedule == nil
              || difference.isEmpty
          else {
            throw CellError(
              "'\(state.displayName)' has another schedule for \(kind)")
          }
        }
        differences.append(difference)
      } catch let error as CellError {
        problems.add(error.reason, at: row.place)
      }
    }
    try problems.check()
    return differences
  }

  /// Records what makes plants as an input says.
  ///
  /// - Throws: ``TableError`` that names what the rules refuse.
  fileprivate mutating func write(
    _ differences: [PlantDifference], _ receipt: inout Receipt,
    progress: (Int) -> Void = { _ in }
  ) throws {
    var problems = ProblemList()
    var unfit: [PlantName] = []
    var hasProfile = false
    let now = zone.offsetInstant(of: now)
    var waiting = differences
    while !waiting.isEmpty {
      // Those whose nickname is that of another that has not given it up yet.
      var later: [(difference: PlantDifference, holder: PlantID)] = []
      for difference in waiting {
        let id = difference.plant.id
        do {
          let before = try plant(id)
          for step in difference.steps {
            try perform(
              step.command, on: id, at: step.at ?? now, note: step.note)
          }
          let after = try plant(id)
          if after.needsOtherWatering(than: before, calendar) {
            if unfit.isEmpty { hasProfile = after.details.careProfile != nil }
            unfit.append(difference.plant)
          }
          if let notice = difference.notice { receipt.notices.append(notice) }
        } catch CareError.nicknameTaken(_, by: let holder)
          where waiting.contains(where: { $0.plant.id == holder })
        {
          later.append((difference, holder))
        } catch let error as CareError {
          problems.add("\(error)", at: difference.place)
        }
      }
      // Where all wait for each other, one goes without its name meanwhile.
      if later.count == waiting.count, let first = later.first {
        var edit = PlantEdited()
        edit.nickname = .clear
        try perform(.edit(edit), on: first.holder, at: now)
      }
      waiting = later.map(\.difference)
      progress(differences.count - waiting.count)
    }
    try problems.check()
    if !unfit.isEmpty {
      receipt.notices.append(.wateringUnchanged(unfit, hasProfile: hasProfile))
    }
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
    commands += plant.factsSet.map { (.setFact($0), now) }
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
