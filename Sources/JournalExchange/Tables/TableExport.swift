internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
internal import JournalQueries
internal import LMDBKit

/// Writes a table as it reads, so that memory does not grow with it.
public struct TableExport {
  /// The tables that can be exported.
  public enum Table: String, CaseIterable, Sendable {
    case plants
    case schedules
    case rooms
    case history
  }

  private let table: Table
  private let includesRemoved: Bool
  private let begin: (Table, Int?) -> Void
  private let advance: (Int) -> Void

  /// Prepares an export.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - includesRemoved: Whether plants that left are in it, too.
  ///   - begin: Is told that something long begins, and how many records
  ///     there are to be, where that is known.
  ///   - advance: Is told how many were written.
  public init(
    _ table: Table, includesRemoved: Bool = false,
    beginning begin: @escaping (Table, Int?) -> Void = { _, _ in },
    advancing advance: @escaping (Int) -> Void = { _ in }
  ) {
    self.table = table
    self.includesRemoved = includesRemoved
    self.begin = begin
    self.advance = advance
  }

  /// Hands the table to `output`, piece by piece.
  public func write(
    _ snapshot: borrowing Snapshot, to output: ([UInt8]) throws -> Void
  ) throws {
    switch table {
    case .plants: try writePlants(snapshot, output)
    case .schedules: try writeSchedules(snapshot, output)
    case .rooms: try writeRooms(snapshot, output)
    case .history: try writeHistory(snapshot, output)
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

  private func writePlants(
    _ snapshot: borrowing Snapshot, _ output: ([UInt8]) throws -> Void
  ) throws {
    var table = PlantTableWriter(rooms: snapshot.rooms)
    var count = 0
    begin(.plants, nil)
    try forEachPlant(of: snapshot) { id, state in
      count += 1
      advance(count)
      table.write(try PlantView(id, state, in: snapshot))
      try output(table.takeBytes())
    }
    try output(table.takeBytes())
  }

  private func writeSchedules(
    _ snapshot: borrowing Snapshot, _ output: ([UInt8]) throws -> Void
  ) throws {
    var table = ScheduleTableWriter()
    try forEachPlant(of: snapshot) { id, state in
      for care in state.cares {
        guard
          let view = ScheduleView(
            care, of: state, plant: id, in: snapshot.calendar)
        else { continue }
        table.write(view, plantName: state.displayName)
      }
      try output(table.takeBytes())
    }
    try output(table.takeBytes())
  }

  private func writeRooms(
    _ snapshot: borrowing Snapshot, _ output: ([UInt8]) throws -> Void
  ) throws {
    var table = RoomTableWriter()
    for (room, count) in try snapshot.countedRooms() {
      table.write(room, plantCount: count)
    }
    try output(table.takeBytes())
  }

  private func writeHistory(
    _ snapshot: borrowing Snapshot, _ output: ([UInt8]) throws -> Void
  ) throws {
    var filter = HistoryFilter()
    filter.until = snapshot.asOf
    var table = HistoryTableWriter(zone: snapshot.zone)
    var count = 0
    begin(.history, try snapshot.log.count(in: snapshot.transaction))
    try HistoryView(filter: filter, direction: .forward).forEach(snapshot) {
      entry in
      count += 1
      advance(count)
      let stream = entry.event.header.stream
      let name =
        try snapshot.rooms[stream]?.name
        ?? snapshot.plant(stream)?.displayName
      table.write(entry, subjectName: name)
      try output(table.takeBytes())
      return true
    }
    try output(table.takeBytes())
  }
}
