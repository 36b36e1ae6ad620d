internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
internal import JournalQueries
internal import JournalTime

/// A table that `export csv` writes.
public enum ExportedTable: String, CaseIterable, Sendable {
  case plants
  case schedules
  case rooms
  case history

  /// Returns the names of the columns, including custom fields.
  func columns(
    _ plants: [PlantColumn] = PlantColumn.allCases, _ fields: [FactField] = []
  ) -> [String] {
    switch self {
    case .plants: plants.map(\.rawValue) + fields.map(\.name)
    case .schedules: ScheduleColumn.allCases.map(\.rawValue)
    case .rooms:
      ["id", "name", "icon", "sortOrder", "isDefault", "plantCount"]
    case .history:
      [
        "recorded", "at", "type", "subject", "subjectName", "kind", "note",
        "action", "undone", "payload",
      ]
    }
  }

  /// Recognises a table without plants by its first line, which must have all
  /// its columns, in any order and among others. Tables of plants have some
  /// columns of the same names.
  init?(header names: [String]) {
    let folded = Set(names.map(FoldedName.fold))
    let found = [Self.rooms, .history].first {
      folded.isSuperset(of: $0.columns().map(FoldedName.fold))
    }
    guard let found else { return nil }
    self = found
  }
}

/// A writer of tables. It writes each record when it has read it, so that
/// memory does not grow.
public struct TableExport {
  private let table: ExportedTable
  private let includesRemoved: Bool
  private let progress: WorkProgress

  /// Prepares an export.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - includesRemoved: Whether to include plants that left.
  ///   - progress: Receives the progress.
  public init(
    _ table: ExportedTable, includesRemoved: Bool = false,
    progress: @escaping WorkProgress = { _, _, _ in }
  ) {
    self.table = table
    self.includesRemoved = includesRemoved
    self.progress = progress
  }

  /// Passes the table to `output`, piece by piece.
  public func write(
    _ snapshot: borrowing Snapshot, to output: ([UInt8]) throws -> Void
  ) throws {
    var writer = CSVWriter()
    var count = 0
    func record(_ fields: [String]) throws {
      writer.record(fields)
      count += 1
      try output(writer.bytes)
      writer.removeAll()
    }
    let fields = snapshot.fields
    // Most journals have no merged plants, and their tables no column for them.
    let showsMerges = try includesRemoved && !snapshot.merges.isEmpty
    let columns = PlantColumn.allCases.filter {
      $0 != .mergedInto || showsMerges
    }
    writer.record(table.columns(columns, fields))
    switch table {
    case .plants:
      let rooms = snapshot.rooms
      try forEachPlant(of: snapshot) { id, state in
        progress(.writingPlants, count + 1, nil)
        let view = try PlantView(id, state, in: snapshot)
        try record(
          columns.map {
            FormulaGuard.guarded($0.text(of: view, in: rooms))
          }
            + fields.map {
              FormulaGuard.guarded(state.details.facts[$0.name])
            })
      }
    case .schedules:
      try forEachPlant(of: snapshot) { id, state in
        for care in state.cares {
          guard
            let view = ScheduleView(
              care, of: state, plant: id, in: snapshot.calendar)
          else { continue }
          try record(
            ScheduleColumn.allCases.map {
              FormulaGuard.guarded(
                $0.text(of: view, plantName: state.displayName))
            })
        }
      }
    case .rooms:
      for (room, count) in try snapshot.countedRooms() {
        try record([
          room.id.description, FormulaGuard.guarded(room.name),
          FormulaGuard.guarded(room.icon), "\(room.sortOrder)",
          room.isDefault ? "true" : "false", "\(count)",
        ])
      }
    case .history:
      let total = try snapshot.log.count(in: snapshot.transaction)
      let zone = snapshot.zone
      var filter = HistoryFilter()
      filter.until = snapshot.asOf
      try HistoryView(filter: filter, direction: .forward).forEach(snapshot) {
        entry in
        progress(.writingEvents, count + 1, total)
        let stream = try snapshot.subject(of: entry.event.header)
        let name =
          try snapshot.rooms[stream]?.name
          ?? snapshot.plant(stream)?.displayName
        try record(entry.fields(of: stream, subjectName: name, zone))
        return true
      }
    }
    // The names of the columns, if there is no record.
    try output(writer.bytes)
  }

  /// Visits the plants of the table.
  private func forEachPlant(
    of snapshot: borrowing Snapshot,
    _ body: (PlantID, PlantState) throws -> Void
  ) throws {
    try snapshot.forEachPlant { id, state in
      if state.profile != nil, includesRemoved || state.removal == nil {
        try body(id, state)
      }
      return true
    }
  }
}

extension PlantColumn {
  /// Returns the text in a column of a plant, not yet guarded.
  func text(of view: PlantView, in rooms: RoomList) -> String {
    let state = view.state
    guard let profile = state.profile else { return "" }
    return switch self {
    case .id: view.id.description
    case .shortID: ShortID.text(of: view.id)
    case .room: RoomName.text(of: view.room, in: rooms)
    case .growingLocation: state.details.location?.rawValue ?? ""
    case .isFavorite: state.isFavorite ? "true" : "false"
    case .addedAt: state.addedAt?.description ?? ""
    case .removed: state.removal?.reason.rawValue ?? ""
    case .removedAt: state.removal?.at.description ?? ""
    case .notes: NotesCell.text(of: view.notes)
    case .mergedInto: view.shownBy?.id.description ?? ""
    default: text(in: profile)
    }
  }

  /// Returns the text in a column of the profile; empty for other columns.
  func text(in profile: PlantAdded) -> String {
    switch self {
    case .nickname: profile.nickname ?? ""
    case .scientificName: profile.scientificName
    case .commonNames: ListCell.text(of: profile.commonNames)
    case .family: profile.family
    case .genus: profile.genus
    case .category: profile.category ?? ""
    case .tags: ListCell.text(of: profile.tags)
    case .acquiredOn: profile.acquiredOn?.description ?? ""
    case .source: profile.source.rawValue
    case .confidence: profile.confidence?.description ?? ""
    case .parent: profile.parent?.description ?? ""
    default: ""
    }
  }
}

extension ScheduleColumn {
  /// Returns the text in a column of a schedule, not yet guarded.
  fileprivate func text(of view: ScheduleView, plantName: String) -> String {
    switch self {
    case .plant: view.plant.description
    case .plantName: plantName
    case .lastDone: view.lastDone?.description ?? ""
    case .nextDue: view.nextDue?.description ?? ""
    case .kind: view.schedule.kind.name
    default: text(in: view.schedule)
    }
  }

  /// Returns the text in a column of the schedule; empty for other columns.
  func text(in schedule: ScheduleSet) -> String {
    switch self {
    case .intervalDays: "\(schedule.intervalDays)"
    case .spring: days(schedule, .spring)
    case .summer: days(schedule, .summer)
    case .autumn: days(schedule, .autumn)
    case .winter: days(schedule, .winter)
    case .activeMonths: months(schedule)
    case .amount: schedule.amount ?? ""
    case .fertilizer: schedule.fertilizer?.rawValue ?? ""
    case .time: schedule.time?.description ?? ""
    case .startOn: schedule.startOn?.description ?? ""
    case .plant, .plantName, .kind, .lastDone, .nextDue: ""
    }
  }

  private func days(_ schedule: ScheduleSet, _ season: Season) -> String {
    schedule.seasonalIntervalDays[season].map { "\($0)" } ?? ""
  }

  /// Returns the months as a list; empty if all are active.
  private func months(_ schedule: ScheduleSet) -> String {
    guard schedule.activeMonths != .all else { return "" }
    return ListCell.text(of: schedule.activeMonths.months.map { "\($0)" })
  }
}

extension HistoryEntry {
  /// Returns an event as a record: the times, the type, the plant or room, and
  /// all its fields as JSON.
  fileprivate func fields(
    of stream: StreamID, subjectName: String?, _ zone: TimeZoneRules
  ) -> [String] {
    let header = event.header
    var json = JSONWriter(capacity: 256)
    PayloadTranscoder.write(
      payload: event.payloadBytes?.span.bytes, type: header.type, to: &json)
    return [
      zone.offsetInstant(of: header.recorded).description,
      payload?.at.description ?? "",
      FormulaGuard.guarded(header.type),
      stream == .journal ? "" : stream.description,
      FormulaGuard.guarded(subjectName),
      payload?.body.kind?.name ?? "",
      FormulaGuard.guarded(payload?.note),
      action.shortID,
      isUndone || isAmended ? "true" : "false",
      json.text,
    ]
  }
}

/// The names of rooms in tables: as people know them, or the ids if several
/// rooms have the name.
enum RoomName {
  static func text(of id: RoomID, in rooms: RoomList) -> String {
    guard let room = rooms[id] else { return id.description }
    let isUnique =
      rooms.named(room.name).count == 1 && RoomID(room.name) == nil
    return isUnique ? room.name : id.description
  }
}
