internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalLog
internal import JournalProjections
internal import JournalViews
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
struct TableExport: CommandContext.Reading {
  let table: ExportedTable
  let includesRemoved: Bool
  let output: Output
  let progress: Progress

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Output {
    switch table {
    case .plants: try plants(snapshot, transaction)
    case .schedules: try schedules(snapshot, transaction)
    case .rooms: try rooms(snapshot, transaction)
    case .history: try history(snapshot, transaction)
    }
  }

  /// Visits the plants that a table is to have.
  private func forEachPlant(
    of source: some CollectionSource,
    _ transaction: borrowing ReadTransaction,
    _ body: (PlantID, PlantState) throws -> Void
  ) throws {
    try source.forEachPlant(in: transaction) { id, state in
      if state.profile != nil, includesRemoved || state.removal == nil {
        try body(id, state)
      }
      return true
    }
  }

  private func plants<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> Output {
    var output = output
    let source = snapshot.source
    var table = PlantTableWriter(rooms: source.rooms)
    var count = 0
    progress.begin("exporting", .plants)
    try forEachPlant(of: source, transaction) { id, state in
      count += 1
      progress.advance(to: count)
      table.write(
        try PlantView(
          id, state, source, snapshot.journal.log, in: transaction))
      try output.write(bytes: table.takeBytes())
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func schedules<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> Output {
    var output = output
    var table = ScheduleTableWriter()
    try forEachPlant(of: snapshot.source, transaction) { id, state in
      for care in state.cares {
        guard
          let view = ScheduleView(
            care, of: state, plant: id, in: snapshot.source.calendar)
        else { continue }
        table.write(view, plantName: state.displayName)
      }
      try output.write(bytes: table.takeBytes())
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func rooms<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> Output {
    var output = output
    var table = RoomTableWriter()
    let counts = try snapshot.source.plantCounts(in: transaction)
    for room in snapshot.source.rooms.rooms {
      table.write(room, plantCount: counts[room.id] ?? 0)
    }
    try output.write(bytes: table.takeBytes())
    return output
  }

  private func history<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> Output {
    var output = output
    let source = snapshot.source
    var filter = HistoryFilter()
    filter.until = snapshot.asOf
    let view = HistoryView(
      snapshot.journal, filter: filter, direction: .forward)
    var table = HistoryTableWriter(zone: snapshot.zone)
    var count = 0
    progress.begin(
      "exporting", .events,
      of: try snapshot.journal.log.count(in: transaction))
    try view.forEach(source, in: transaction) { entry in
      count += 1
      progress.advance(to: count)
      let stream = entry.event.header.stream
      let name =
        try source.rooms[stream]?.name
        ?? source.plant(stream, in: transaction)?.displayName
      table.write(entry, subjectName: name)
      try output.write(bytes: table.takeBytes())
      return true
    }
    try output.write(bytes: table.takeBytes())
    return output
  }
}
