internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

/// The tables that can be exported.
enum ExportedTable: String, CaseIterable {
  case plants
  case schedules
  case rooms
  case history
}

/// Writes a table as it reads, so that memory does not grow with it.
struct TableExport {
  let table: ExportedTable
  let includesRemoved: Bool
  let output: Output
  let progress: Progress

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Output {
    switch table {
    case .plants: try plants(snapshot)
    case .schedules: try schedules(snapshot)
    case .rooms: try rooms(snapshot)
    case .history: try history(snapshot)
    }
  }

  /// Visits the plants that a table is to have.
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

  private func plants(
    _ snapshot: borrowing Snapshot
  ) throws -> Output {
    var output = output
    var table = PlantTableWriter(rooms: snapshot.rooms)
    var count = 0
    progress.begin("exporting", .plants)
    try forEachPlant(of: snapshot) { id, state in
      count += 1
      progress.advance(to: count)
      table.write(
        try PlantView(
          id, state, in: snapshot))
      try output.write(bytes: table.takeBytes())
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func schedules(
    _ snapshot: borrowing Snapshot
  ) throws -> Output {
    var output = output
    var table = ScheduleTableWriter()
    try forEachPlant(of: snapshot) { id, state in
      for care in state.cares {
        guard
          let view = ScheduleView(
            care, of: state, plant: id, in: snapshot.calendar)
        else { continue }
        table.write(view, plantName: state.displayName)
      }
      try output.write(bytes: table.takeBytes())
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func rooms(
    _ snapshot: borrowing Snapshot
  ) throws -> Output {
    var output = output
    var table = RoomTableWriter()
    let counts = try snapshot.plantCounts()
    for room in snapshot.rooms.rooms {
      table.write(room, plantCount: counts[room.id] ?? 0)
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func history(
    _ snapshot: borrowing Snapshot
  ) throws -> Output {
    var output = output
    var filter = HistoryFilter()
    filter.until = snapshot.asOf
    let view = HistoryView(
      filter: filter, direction: .forward)
    var table = HistoryTableWriter(zone: snapshot.zone)
    var count = 0
    progress.begin(
      "exporting", .events,
      of: try snapshot.log.count(in: snapshot.transaction))
    try view.forEach(snapshot) { entry in
      count += 1
      progress.advance(to: count)
      let stream = entry.event.header.stream
      let name =
        try snapshot.rooms[stream]?.name
        ?? snapshot.plant(stream)?.displayName
      table.write(entry, subjectName: name)
      try output.write(bytes: table.takeBytes())
      return true
    }
    try output.write(bytes: table.takeBytes())
    return output
  }
}
