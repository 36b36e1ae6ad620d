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
    /// Whether the collection has no plant at all.
    var isEmpty = false
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Result {
    let source = snapshot.source
    let limit = try context.limit() ?? .max
    var result = Result()
    result.isEmpty = try source.count(of: .total, in: transaction) == 0
    // In the order of names a limited list opens no more plants than it
    // shows, and one more to know that there are others.
    let most = order.isByName && limit < .max ? limit + 1 : Int.max
    var rows = try rows(snapshot, atMost: most, transaction)
    if !order.isByName { rows = order.sorted(rows) }
    result.wasCut = rows.count > limit
    result.rows = Array(rows.prefix(limit))
    if wantsViews {
      result.views = try result.rows.map { row in
        try PlantView(
          row.id, row.state, source, snapshot.journal.log, in: transaction)
      }
    }
    return result
  }

  private func rows<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>, atMost most: Int,
    _ transaction: borrowing ReadTransaction
  ) throws -> [ListRow] {
    let source = snapshot.source
    let filter = try ListFilter(context.arguments, snapshot)
    let today = snapshot.today
    var rows: [ListRow] = []
    try snapshot.journal.projections.nameIndex.forEachEntry(
      withPrefix: "", in: [.display], transaction
    ) { entry in
      guard let state = try source.plant(entry.plant, in: transaction),
        filter.admits(state, source.rooms)
      else { return true }
      let row = ListRow(
        entry.plant, state, source, kind: filter.kind, today: today)
      if filter.admits(row) { rows.append(row) }
      return rows.count < most
    }
    return rows
  }
}
