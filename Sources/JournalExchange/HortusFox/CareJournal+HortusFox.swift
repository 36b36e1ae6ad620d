public import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A request to import a HortusFox backup.
public struct HortusFoxImport: Sendable {
  /// The backup.
  public var archive: HortusFoxArchive
  /// The zone of the times in the backup; `nil` for the journal's zone.
  public var zone: TimeZoneRules?
  /// A Boolean value that indicates whether to import a backup that is older
  /// than an earlier one, whose changes it then reverts.
  public var takesOlder = false
  /// The photos with stored files; `nil` if none can be imported.
  public var photos: HortusFoxPhotos?
  /// The reason why no photo can be imported.
  public var noPhotos: ErrorFacts?

  /// Creates a request.
  public init(_ archive: HortusFoxArchive, zone: TimeZoneRules? = nil) {
    self.archive = archive
    self.zone = zone
  }
}

/// The receipt of a HortusFox import, beside that of every import.
public struct HortusFoxReceipt: Sendable {
  /// The zone in which the times of the backup were read.
  public let zone: String
  /// The number of existing plants that changed.
  public internal(set) var changed = 0
  /// The values that changed both in the backup and here, and stay.
  public internal(set) var kept: [KeptValue] = []
  /// The plants that left here, but for which the backup has more data.
  public internal(set) var gone: [PlantName] = []
  /// The problems of values that could not be imported, or not unchanged.
  public internal(set) var problems: [TableProblem] = []
  /// The parts missing in the backup.
  public internal(set) var lacks: [String] = []
  /// The number of plants in the backup.
  public internal(set) var plants = 0
  /// The number of photos added.
  public internal(set) var photos = 0
  /// The reason why no photo could be imported, if the backup has any.
  public internal(set) var noPhotos: ErrorFacts?
}

extension ImportReceipt {
  /// A Boolean value that indicates whether existing plants or rooms change.
  public var changesWhatIsThere: Bool {
    !differences.isEmpty || (hortusFox?.changed ?? 0) > 0
      || receipt.changes.contains {
        if case .roomEdited = $0 { true } else { false }
      }
  }
}

extension CareJournal {
  /// Imports a HortusFox backup, in one action: adds new plants and rooms, and
  /// updates those from an earlier backup.
  ///
  /// A value changes if the backup has changed it since the earlier one and
  /// nobody has here; missing care and notes are added. Values that cannot be
  /// imported are left out and reported.
  ///
  /// - Throws: ``HortusFoxError``, and `TableError` for a file that is no table
  ///   of rows, or if nothing can be imported.
  public func importHortusFox(
    _ request: HortusFoxImport, _ mode: ActionMode = .commit,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    let zone = try request.zone ?? zone()
    let read = try HortusFoxBackup(request.archive.files, zone: zone)
    return try importing(mode) { session, summary in
      let snapshot = try session.snapshot()
      var backup = read
      backup.take(request.photos?.new ?? [])
      var planner = HortusFoxPlanner(
        backup, rooms: snapshot.rooms, fields: snapshot.fields,
        now: session.zone.offsetInstant(of: session.now),
        takesOlder: request.takesOlder)
      try planner.makePlan(in: snapshot)
      let plan = planner.plan
      backup.leaveOut(
        plan.locationsLeft, "locations that are switched off")
      backup.leaveOut(plan.tasksLeft, "tasks that are done")
      var told = HortusFoxReceipt(zone: zone.identifier)
      if let photos = request.photos {
        backup.leaveOut(photos.missing, "photos whose files are not in it")
        backup.leaveOut(photos.erased, "photos that were erased here")
      } else {
        backup.leaveOut(backup.photos.count, "photos")
        told.noPhotos = backup.photos.isEmpty ? nil : request.noPhotos
      }
      told.plants = backup.plantCount
      told.kept = plan.kept
      told.gone = plan.gone
      told.lacks = backup.lacks
      told.problems =
        backup.problems + plan.problems + (request.photos?.refused ?? [])
      if !plan.isEmpty {
        do {
          try session.action {
            try $0.write(plan, planner.remark, &summary, &told, progress)
          }
        } catch ActionError.noEvents {
          // Everything was refused and reported; that must not begin a journal.
          guard session.startingActions.isEmpty else {
            throw TableError.problems(
              Array(told.problems.prefix(TableError.mostProblemsTold)),
              count: told.problems.count)
          }
        }
      }
      summary.unchanged = plan.unchanged
      summary.leftOver = backup.leftOver
      summary.hortusFox = told
    }
  }
}

extension ActionSession {
  /// Records the events of a plan. It leaves out and reports events that the
  /// rules refuse.
  fileprivate mutating func write(
    _ plan: HortusFoxPlan, _ remark: String,
    _ summary: inout ImportReceipt, _ told: inout HortusFoxReceipt,
    _ progress: WorkProgress
  ) throws {
    let at = zone.offsetInstant(of: now)
    for (_, field) in plan.fields.sorted(by: { $0.key < $1.key }) {
      try changeSetting(field.key, to: field.value, at: at, note: remark)
      summary.receipt.changes.append(.fieldDefined(field, former: nil))
    }
    for room in plan.rooms {
      try attempt(room.place, &told) {
        try $0.perform(
          room.command, on: room.id, at: at,
          note: room.command.isEdit ? remark : nil)
        summary.note(room)
      }
    }
    var latest = at
    for (index, part) in plan.plants.enumerated() {
      var (done, cares, notes) = (0, 0, 0)
      for step in part.steps {
        let isDone = try attempt(part.place, &told) {
          try $0.perform(
            step.command, on: part.id, at: step.at, note: step.remark)
        }
        if isDone {
          done += 1
          if step.at.instant > latest.instant { latest = step.at }
          switch step.command {
          case .complete(let care) where care.task == nil: cares += 1
          case .note(let note) where note.replaces == nil: notes += 1
          case .capturePhoto: told.photos += 1
          default: try note(step, of: part, in: &summary)
          }
        } else if case .add = step.command {
          break
        }
      }
      if !part.isNew, part.id != .home, done > 0 {
        told.changed += 1
        if cares + notes > 0 {
          summary.receipt.changes.append(
            .tookOver(try name(of: part.id), cares: cares, notes: notes))
        }
      }
      progress(.adding, index + 1, plan.plants.count)
    }
    if latest.instant > now {
      summary.receipt.notices.append(.inFuture(latest))
    }
  }

  private mutating func name(of id: PlantID) throws -> PlantName {
    PlantName(id, try plant(id).displayName)
  }

  /// Returns whether `body` succeeded. If the rules refuse it, this is reported
  /// once for each place.
  @discardableResult
  private mutating func attempt(
    _ place: String, _ told: inout HortusFoxReceipt,
    _ body: (inout ActionSession) throws -> Void
  ) throws -> Bool {
    let reason: String
    do {
      try body(&self)
      return true
    } catch let error as CareError {
      reason = "\(error)"
    } catch let error as ActionError where error != .noAction {
      reason = "\(error)"
    }
    let problem = TableProblem(place: place, reason: reason)
    if told.problems.last != problem { told.problems.append(problem) }
    return false
  }

  /// Reports the change by a step, unless such changes are only counted.
  private mutating func note(
    _ step: HortusFoxPlan.Step, of part: HortusFoxPlan.Part,
    in summary: inout ImportReceipt
  ) throws {
    let name = try name(of: part.id)
    switch step.command {
    case .add:
      summary.receipt.changes.append(.added(name))
      if part.isOfUnknownSpecies { summary.withoutSpecies += 1 }
    case .edit(let edit): summary.receipt.changes.append(.edited(name, edit))
    case .setFact(let fact) where !part.isNew:
      summary.receipt.changes.append(
        .factsSet(name, [fact], of: settings.fields))
    case .move(let room):
      let rooms = try rooms()
      summary.receipt.changes.append(
        .moved(name, room: rooms[rooms.effective(room)]?.name ?? ""))
    case .restore:
      summary.receipt.changes.append(.restored(name, former: nil))
    case .remove(let reason) where !part.isNew:
      summary.receipt.changes.append(.removed(name, reason))
    case .complete(let care):
      guard let task = care.task else { break }
      summary.receipt.changes.append(
        .taskDone(name, care.kind, task: task, title: step.title, next: nil))
    case .addTask(let task):
      summary.receipt.changes.append(.planned(name, task))
    case .skip(let kind, let task?, _):
      summary.receipt.changes.append(
        .taskDropped(name, kind, task: task, title: step.title))
    case .note(let note) where note.replaces != nil:
      summary.receipt.changes.append(
        .noteCorrected(
          name, day: zone.localDay(of: step.at.instant), to: nil,
          isRemoved: note.text.isEmpty))
    default: break
    }
  }
}

extension ImportReceipt {
  fileprivate mutating func note(_ room: HortusFoxPlan.RoomPart) {
    switch room.command {
    case .create(let name, _, _): rooms.append(name)
    case .edit(let edit):
      receipt.changes.append(
        .roomEdited(.init(room.id, edit.name ?? ""), edit))
    case .delete, .merge: break
    }
  }
}

extension RoomCommand {
  fileprivate var isEdit: Bool {
    if case .edit = self { true } else { false }
  }
}
