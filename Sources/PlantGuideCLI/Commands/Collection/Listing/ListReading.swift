internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

/// Reads the plants of a list.
struct ListReading: CommandContext.Reading {
  let context: CommandContext
  /// The command line, with what a named filter adds.
  let arguments: ParsedArguments
  let order: ListOrder
  /// Whether the views of the plants are read as well, which open the log.
  let wantsViews: Bool
  /// Whether plants count that match by a slip.
  let takesNear: Bool

  /// The plants of a list, in its order.
  struct Result {
    var rows: [ListRow] = []
    /// The same plants as JSON shows them, where that was asked for.
    var views: [PlantView] = []
    /// Whether more matched than the limit allows.
    var wasCut = false
    /// Whether words were searched for.
    var isSearch = false
    /// The nearest plants, where only such were found and they do not count.
    var nearNames: [String] = []
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Result {
    let limit = try context.arguments[.limit] ?? .max
    var result = Result()
    let filter = try ListFilter(arguments, snapshot)
    result.isSearch = !filter.words.isEmpty
    var rows: [ListRow]
    if result.isSearch {
      rows = try foundRows(filter, snapshot)
      if !takesNear { result.dropNear(from: &rows) }
      if !order.isUnsaid { rows = order.sorted(rows) }
    } else if order.isByName, snapshot.asOf == nil {
      // A limited list opens no more plants than it shows, and one more to
      // know that there are others.
      let most = limit < .max ? limit + 1 : .max
      rows = try indexedRows(filter, snapshot, atMost: most)
    } else {
      rows = order.sorted(try allRows(filter, snapshot))
    }
    result.wasCut = rows.count > limit
    if result.wasCut { rows.removeLast(rows.count - limit) }
    result.rows = rows
    if wantsViews {
      result.views = try result.rows.map { row in
        try PlantView(
          row.id, row.state, in: snapshot)
      }
    }
    return result
  }

  /// The plants that have the words, the best match first. Notes are read
  /// here alone, and only those of plants that the filter admits.
  private func foundRows(
    _ filter: ListFilter, _ snapshot: borrowing Snapshot
  ) throws -> [ListRow] {
    var search = try CollectionSearch(filter.words)
    try snapshot.forEachPlant { id, plant in
      guard filter.admits(plant, snapshot.rooms) else { return true }
      let room = snapshot.rooms[snapshot.rooms.effective(plant.room)]?.name
      try search.look(at: id, plant, room: room ?? "") {
        try NoteView.all(
          of: id, in: snapshot
        ).map(\.text)
      }
      return true
    }
    return try search.found().compactMap { found in
      let row = ListRow(
        found.id, found.state, snapshot, kind: filter.kind,
        today: snapshot.today, match: found.match)
      return filter.admits(row) ? row : nil
    }
  }

  /// The plants in the order of their names, as those are indexed now.
  private func indexedRows(
    _ filter: ListFilter, _ snapshot: borrowing Snapshot,
    atMost most: Int
  ) throws -> [ListRow] {
    var rows: [ListRow] = []
    try snapshot.forEachName(withPrefix: "", in: [.display]) { entry in
      if let plant = try snapshot.plant(entry.plant),
        let row = filter.row(entry.plant, plant, snapshot, snapshot.today)
      {
        rows.append(row)
      }
      return rows.count < most
    }
    return rows
  }

  /// The plants by id; those of the past may have had other names, or be
  /// undone by now.
  private func allRows(
    _ filter: ListFilter, _ snapshot: borrowing Snapshot
  ) throws -> [ListRow] {
    var rows: [ListRow] = []
    try snapshot.forEachPlant { id, plant in
      if let row = filter.row(id, plant, snapshot, snapshot.today) {
        rows.append(row)
      }
      return true
    }
    return rows
  }
}

extension ListReading.Result {
  /// Takes away what matches by a slip, and keeps a few of the names.
  fileprivate mutating func dropNear(from rows: inout [ListRow]) {
    let near = rows.filter { $0.match?.level == .fuzzy }
    rows.removeAll { $0.match?.level == .fuzzy }
    if rows.isEmpty { nearNames = near.prefix(5).map(\.state.displayName) }
  }
}

extension ListFilter {
  /// What the list shows of a plant; `nil` where it does not.
  fileprivate func row(
    _ id: PlantID, _ plant: PlantState, _ snapshot: borrowing Snapshot,
    _ today: Day
  ) -> ListRow? {
    guard admits(plant, snapshot.rooms) else { return nil }
    let row = ListRow(id, plant, snapshot, kind: kind, today: today)
    return admits(row) ? row : nil
  }
}
