public import CatalogueStore
public import Encodings
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// The receipt of an import, or of its rehearsal.
public struct ImportReceipt: Sendable {
  /// The action, and ``JournalActions/Change/added(_:acquired:)`` for each
  /// plant, in the order of the input.
  public internal(set) var receipt: Receipt
  /// The changes of existing plants, in the order of the input.
  public internal(set) var differences: [PlantDifference] = []
  /// The number of existing plants or schedules that are equal.
  public internal(set) var unchanged = 0
  /// The names of the rooms made.
  public internal(set) var rooms: [String] = []
  /// The new plants that probably mean existing ones.
  public internal(set) var likenesses: [Likeness] = []
  /// The number of plants without a scientific name.
  public internal(set) var withoutSpecies = 0
  /// The plants that got names or care from the catalogue.
  public internal(set) var adopted: [Adoption] = []
  /// The plants for which the catalogue's data is uncertain.
  public internal(set) var notAdopted: [Adoption] = []
  /// The number of schedules set; `nil` for an import of plants.
  public internal(set) var schedules: Int?
  /// The names of unknown columns.
  public internal(set) var unknownColumns: [String] = []
  /// The line that ends a table without a line break, which may be cut off.
  public internal(set) var openEnd: Int?
  /// The rows of another program's backup that are not imported.
  public internal(set) var leftOver: [HortusFoxBackup.LeftOver] = []
  /// The receipt of a HortusFox backup; `nil` for other inputs.
  public internal(set) var hortusFox: HortusFoxReceipt?

  /// A new plant whose name resembles those of others.
  public struct Likeness: Sendable {
    /// The place in the input: "line 3".
    public let place: String
    /// The name of the new plant.
    public let name: String
    /// The names of the others.
    public let others: [String]
  }
}

/// A request to import a table of plants or of schedules.
public struct TableImport {
  /// Begins to read the table; called for every reading.
  public var table: () throws -> ByteSource
  /// The number of bytes, for the progress.
  public var byteCount: Int?
  /// The catalogues for the plants' names; `nil` for none.
  public var catalogues: Catalogues?
  /// A Boolean value that indicates whether to change existing plants and
  /// schedules; otherwise differences are refused.
  public var updates = false
  /// The receipt that a user has agreed to. If the import would do something
  /// else by now, it is refused.
  public var agreed: ImportReceipt?
  /// Receives the progress.
  public var progress: WorkProgress = { _, _, _ in }

  /// Creates a request.
  public init(
    byteCount: Int? = nil, table: @escaping () throws -> ByteSource
  ) {
    self.table = table
    self.byteCount = byteCount
  }
}

/// A request to import plants from any source.
package struct PlantImport {
  /// The plants.
  package let plants: [IncomingPlant]
  /// The columns in the input, in which existing plants are compared.
  package let columns: Set<PlantColumn>
  /// The catalogues for the plants' names; `nil` for none.
  package var catalogues: Catalogues?
  /// A Boolean value that indicates whether new plants get the catalogues' data
  /// that is certain.
  package var adopts = true
  /// A Boolean value that indicates whether to change existing plants.
  package var updates = false
  /// The receipt that a user has agreed to; see ``TableImport/agreed``.
  package var agreed: ImportReceipt?

  package init(
    _ plants: [IncomingPlant], telling columns: Set<PlantColumn>
  ) {
    self.plants = plants
    self.columns = columns
  }
}

extension ImportReceipt {
  /// Throws if the import differs from the receipt agreed to.
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

  /// Adds a notice if any care is in the future.
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
  /// Adds or changes the plants of a table, or sets its schedules. One action
  /// takes all of them, or none.
  ///
  /// Equal plants and schedules are skipped. Different ones are changed if
  /// requested, otherwise refused. Missing rooms are made.
  ///
  /// - Throws: `CSVError`, or ``TableError`` with all problems.
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
    // A table from a journal has its care in tables of its own.
    plants.adopts = !table.columns.contains(.id)
    plants.catalogues = request.catalogues
    plants.updates = request.updates
    plants.agreed = request.agreed
    var receipt = try importPlants(plants, mode, progress)
    receipt.unknownColumns = table.unknownColumns
    receipt.openEnd = table.openEnd
    return receipt
  }

  /// Adds plants, and changes existing ones if requested.
  package func importPlants(
    _ request: PlantImport, _ mode: ActionMode = .commit,
    _ progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    try importing(mode) { session, summary in
      let snapshot = try session.snapshot()
      let names = request.catalogues.map(NameReadings.init)
      var planner = ImportPlanner(
        columns: request.columns, randomness: session.randomness,
        rooms: snapshot.rooms,
        update: request.updates
          ? .init(
            rooms: snapshot.rooms, zone: snapshot.zone, names: names) : nil)
      let plan = try planner.plan(request.plants, in: snapshot)
      // The session must not draw the ids that the plan has drawn.
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
          in: request.adopts ? names : nil
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
  /// Records the events of a plan, and the catalogues' certain data.
  ///
  /// - Returns: The catalogues' data for the plants.
  /// - Throws: ``TableError`` with the plants that the rules refuse.
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
        // The transaction is rolled back in the end; the rest is still checked.
        problems.add("\(error)", at: addition.plant.place)
      }
      progress(index + 1)
    }
    for addition in plan.additions {
      do {
        try merge(addition, at: now)
      } catch let error as CareError {
        problems.add("\(error)", at: addition.plant.place)
      }
    }
    try problems.check()
    return adoptions
  }

  /// Merges an added plant as its line says. It has left already, as it may have
  /// the nickname of the plant that it is part of.
  private mutating func merge(
    _ addition: ImportPlan.Addition, at now: OffsetInstant
  ) throws {
    guard let target = addition.plant.mergedInto else { return }
    guard target != addition.id, try plant(target).profile != nil else {
      throw CareError.unknownPlant(target)
    }
    try record(
      EventPayload(
        at: addition.plant.removal?.at ?? now,
        body: .plantMerged(.init(into: target))), of: addition.id)
  }

  /// Returns the differences between a table's schedules and the existing ones.
  ///
  /// - `updates`: Whether an existing schedule may differ.
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
          // The row must give the whole schedule.
          _ = try row.schedule()
          row.told = Set(ScheduleColumn.allCases)
        }
        try difference.schedule(row, state)
        if let kind = row.kind {
          let other = places[id, default: [:]].updateValue(
            row.place, forKey: kind)
          if updates, let other {
            let isMerged = namedMerged.plants.values.contains(id)
            throw CellError(
              "\(other) has the same schedule"
                + (isMerged
                  ? ", since both plants were merged into '\(state.displayName)'"
                  : ""))
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

  /// Records the steps of differences.
  ///
  /// - Throws: ``TableError`` with the steps that the rules refuse.
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
      // These get a nickname that another plant has yet to give up.
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
      // If all wait for each other, one loses its nickname for a while.
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
  /// Returns the commands that make the plant, with their times; `now` if none
  /// is given.
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
  /// Returns the plant that a row of a table of schedules names.
  fileprivate func plant(of row: ScheduleTable.Row) throws -> PlantID {
    guard let name = row.plant ?? row.plantName else {
      throw CellError("the name of the plant is missing")
    }
    let resolver = PlantResolver(precision: .exact, includesRemoved: false)
    switch try resolver.match(name, in: self) {
    case .plant(let id): return id
    case .ambiguous: throw CellError("'\(name)' could be several plants")
    // An exact resolver accepts no near spelling.
    case .near, .notFound: throw CellError("no plant is called '\(name)'")
    }
  }
}
