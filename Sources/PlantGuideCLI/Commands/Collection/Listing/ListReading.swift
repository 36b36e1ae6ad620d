internal import JournalCare
internal import JournalProjections
internal import JournalViews
internal import LMDBKit

/// Reads the plants of a list.
struct ListReading: CommandContext.Reading {
  let context: CommandContext
  let order: ListOrder
  /// Whether the views of the plants are read as well, which open the log.
  let wantsViews: Bool

  /// The plants of a list, in its order.
  struct Result {
    var rows: [ListRow] = []
    /// The same plants as JSON shows them, where that was asked for.
    var views: [PlantView] = []
    /// Whether more matched than the limit allows.
    var wasCut = false
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Result {
    let source = snapshot.source
    let limit = try context.limit() ?? .max
    var result = Result()
    var rows: [ListRow]
    if order.isByName, snapshot.asOf == nil {
      // A limited list opens no more plants than it shows, and one more to
      // know that there are others.
      let most = limit < .max ? limit + 1 : .max
      rows = try indexedRows(snapshot, atMost: most, transaction)
    } else {
      rows = order.sorted(try allRows(snapshot, transaction))
    }
    result.wasCut = rows.count > limit
    if result.wasCut { rows.removeLast(rows.count - limit) }
    result.rows = rows
    if wantsViews {
      result.views = try result.rows.map { row in
        try PlantView(
          row.id, row.state, source, snapshot.journal.log, in: transaction)
      }
    }
    return result
  }

  /// The plants in the order of their names, as those are indexed now.
  private func indexedRows<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>, atMost most: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> [ListRow] {
    let source = snapshot.source
    let filter = try ListFilter(context.arguments, snapshot)
    var rows: [ListRow] = []
    try snapshot.journal.projections.nameIndex.forEachEntry(
      withPrefix: "", in: [.display], transaction
    ) { entry in
      if let plant = try source.plant(entry.plant, in: transaction),
        let row = filter.row(entry.plant, plant, source, snapshot.today)
      {
        rows.append(row)
      }
      return rows.count < most
    }
    return rows
  }

  /// The plants by id; those of the past may have had other names, or be
  /// undone by now.
  private func allRows<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> [ListRow] {
    let source = snapshot.source
    let filter = try ListFilter(context.arguments, snapshot)
    var rows: [ListRow] = []
    try source.forEachPlant(in: transaction) { id, plant in
      if let row = filter.row(id, plant, source, snapshot.today) {
        rows.append(row)
      }
      return true
    }
    return rows
  }
}
