internal import Encodings

/// A column that a table may have.
protocol TableColumn: Hashable, Sendable {
  /// The column that a name without case, spaces and joining signs means.
  static func named(_ folded: String) -> Self?
}

/// What the first line of a table says: which column stands where.
struct TableHeader<Column: TableColumn> {
  /// The columns in the order of the table; `nil` for unknown ones.
  let columns: [Column?]
  /// The names as they stand there.
  let names: [String]

  /// Reads the first line.
  ///
  /// - Throws: `TableError` where no column is known, or one is there twice.
  init(_ record: CSVRecord) throws(TableError) {
    let names = record.fields.map { Cell($0).text.trimmingSpaces }
    var places: [Column: Int] = [:]
    var columns: [Column?] = []
    for (index, name) in names.enumerated() {
      let column = Column.named(FoldedName.fold(name))
      columns.append(column)
      guard let column else { continue }
      if let other = places.updateValue(index, forKey: column) {
        throw .repeatedColumn(names[other], and: name)
      }
    }
    guard !places.isEmpty else { throw .noKnownColumn(found: names) }
    self.columns = columns
    self.names = names
  }

  /// The names of the columns that are not known; those without a name hold
  /// nothing by a spreadsheet's habit.
  var unknownNames: [String] {
    zip(columns, names).filter { $0 == nil && !$1.isEmpty }.map(\.1)
  }
}
