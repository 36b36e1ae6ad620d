/// A table of `export csv` that is for people and spreadsheets to read, and
/// holds no plants, though some of its columns are called as theirs are.
public enum ExportedTable: String, Sendable, Hashable, CaseIterable {
  case rooms
  case history

  /// Its columns, all of which it must have to be known by them.
  private var columns: Set<String> {
    let names =
      switch self {
      case .rooms: RoomTableWriter.columns
      case .history: HistoryTableWriter.columns
      }
    return Set(names.map(FoldedName.fold))
  }

  /// The table whose columns a first line names, in any order and with others
  /// between them.
  init?(header names: [String]) {
    let folded = Set(names.map(FoldedName.fold))
    let found = Self.allCases.first { $0.columns.isSubset(of: folded) }
    guard let found else { return nil }
    self = found
  }
}
