internal import Encodings
internal import JournalCare

/// A column that a table may have.
protocol TableColumn: Hashable, Sendable {
  /// Returns the column with a name, without case, spaces and joining signs.
  static func named(_ folded: String) -> Self?

  /// Returns the columns with such names in a table; `nil` for unknown ones.
  ///
  /// - `fields`: The custom fields that a table of plants may have.
  static func columns(
    named folded: [String], _ fields: [FactField]
  ) -> [Self?]
}

extension TableColumn {
  static func columns(
    named folded: [String], _ fields: [FactField]
  ) -> [Self?] {
    folded.map(named)
  }
}

/// The first line of a table, which names the columns.
struct TableHeader<Column: TableColumn> {
  /// The columns in the order of the table; `nil` for unknown ones.
  let columns: [Column?]
  /// The names in the table, shortened for messages.
  let names: [String]

  /// Reads the first line.
  ///
  /// - Throws: `TableError` if no column is known, or one is there twice.
  init(_ record: CSVRecord, _ fields: [FactField]) throws(TableError) {
    let names = record.fields.map { Cell($0).text.trimmingSpaces }
    let shown = names.map(\.shortened)
    var places: [Column: Int] = [:]
    let columns = Column.columns(
      named: names.map(FoldedName.fold), fields)
    for (index, column) in columns.enumerated() {
      guard let column else { continue }
      if let other = places.updateValue(index, forKey: column) {
        throw .repeatedColumn(shown[other], and: shown[index])
      }
    }
    guard !places.isEmpty else { throw .noKnownColumn(found: shown) }
    self.columns = columns
    self.names = shown
  }

  /// The names of unknown columns. Columns without a name do not count, as
  /// spreadsheets add such.
  var unknownNames: [String] {
    zip(columns, names).filter { $0 == nil && !$1.isEmpty }.map(\.1)
  }
}

/// A reader of the records below the header of a table.
struct TableReading<Column: TableColumn> {
  let header: TableHeader<Column>
  /// The line that ends the file without a line break, but with all fields. If
  /// the file was cut off, the last field is incomplete.
  private(set) var openEnd: Int?
  private var reader: CSVReader

  /// Reads the header.
  ///
  /// - `fields`: The custom fields.
  init(_ source: @escaping ByteSource, _ fields: [FactField] = []) throws {
    reader = try CSVReader(source)
    while let record = try reader.next() {
      guard !record.isBlank else { continue }
      header = try TableHeader(record, fields)
      return
    }
    throw TableError.empty
  }

  /// Reads the records that are not empty, and gathers the problems that `read`
  /// finds.
  ///
  /// - `begin`: Makes the row of a line.
  /// - `read`: Adds a cell that is not empty to the row.
  /// - `progress`: Receives the number of bytes read.
  mutating func rows<Row>(
    beginning begin: (_ line: Int) -> Row,
    progress: (Int) -> Void,
    _ read: (Cell, Column, inout Row) throws(CellError) -> Void
  ) throws -> [Row] {
    var rows: [Row] = []
    var problems = ProblemList()
    while let record = try reader.next() {
      progress(reader.offset)
      let fields = record.fields
      // Spreadsheets keep emptied rows, as commas alone.
      guard fields.contains(where: { !Cell($0).isEmpty }) else { continue }
      if reader.endedInRecord, record.count < header.columns.count {
        problems.add(
          "has \(record.count) of \(header.columns.count) fields and no line "
            + "break: the file may be cut off", at: "line \(record.line)")
      }
      if reader.endedInRecord, record.count == header.columns.count,
        fields.last.map({ !Cell($0).isEmpty && !$0.isQuoted }) == true
      {
        openEnd = record.line
      }
      if record.count > header.columns.count {
        problems.add(
          "has \(record.count) fields, and the first line names "
            + "\(header.columns.count) columns", at: "line \(record.line)")
      }
      var row = begin(record.line)
      for (index, field) in fields.enumerated()
      where index < header.columns.count {
        guard let column = header.columns[index] else { continue }
        let cell = Cell(field)
        guard !cell.isEmpty else { continue }
        do throws(CellError) {
          try read(cell, column, &row)
        } catch {
          problems.add(
            error.reason, at: "line \(record.line)", header.names[index])
        }
      }
      rows.append(row)
    }
    try problems.check()
    return rows
  }
}

extension String {
  /// The text for a message, shortened: by mistake it may be a whole file.
  var shortened: String {
    let shown = unicodeScalars.prefix(60)
    return shown.endIndex < unicodeScalars.endIndex
      ? String(shown) + "…" : self
  }
}
