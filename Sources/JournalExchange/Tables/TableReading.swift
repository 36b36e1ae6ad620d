internal import Encodings

/// Reads the records of a table below its header.
struct TableReading<Column: TableColumn> {
  let header: TableHeader<Column>
  private var reader: CSVReader

  /// Reads the header.
  init(_ bytes: [UInt8]) throws {
    reader = try CSVReader(byteSource(of: bytes))
    while let record = try reader.next() {
      guard !record.isBlank else { continue }
      header = try TableHeader(record)
      return
    }
    throw TableError.empty
  }

  /// Visits the cells of each record that has any in known columns, and
  /// gathers what `read` and `finish` find wrong.
  ///
  /// - `begin`: Makes the row for the line it is on.
  /// - `read`: Puts a cell that is not empty into the row.
  /// - `progress`: Is told how many bytes were read.
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
      // Spreadsheets keep rows that were emptied, as commas alone.
      guard fields.contains(where: { !Cell($0).isEmpty }) else { continue }
      if record.count > header.columns.count {
        problems.add(surplus(in: record))
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
            TableProblem(
              place: "line \(record.line)", column: header.names[index],
              reason: error.reason))
        }
      }
      rows.append(row)
    }
    try problems.check()
    return rows
  }

  private func surplus(in record: CSVRecord) -> TableProblem {
    TableProblem(
      place: "line \(record.line)",
      reason: "has \(record.count) fields, and the first line names "
        + "\(header.columns.count) columns")
  }
}
