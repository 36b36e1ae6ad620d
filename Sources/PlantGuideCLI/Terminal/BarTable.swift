/// A table whose lines end in bars, which take what room the columns leave.
struct BarTable {
  private let columns: [Table.Column]
  private var rows: [(cells: [Table.Cell], value: Int)] = []
  private static let bars = 4...40

  /// Begins a table; the columns' texts are short and never cut.
  init(_ columns: [Table.Column]) {
    self.columns = columns
  }

  /// Adds a line, with the number that its bar shows.
  mutating func add(_ cells: [Table.Cell], bar value: Int) {
    rows.append((cells, value))
  }

  /// The table for a terminal; without bars where there is no room for them.
  func table(for terminal: Terminal) -> Table {
    let taken = columns.indices.reduce(0) { sum, index in
      let texts = [columns[index].heading] + rows.map { $0.cells[index].text }
      let widest = texts.map { TextWidth.columns(of: $0) }.max() ?? 0
      return sum + widest + TableLayout.gap
    }
    let room = min(terminal.width - taken, Self.bars.upperBound)
    let most = rows.map(\.value).max() ?? 0
    var table = Table(columns + [.init()])
    for row in rows {
      let bar = Bar(share: most > 0 ? Double(row.value) / Double(most) : 0)
      let text =
        room >= Self.bars.lowerBound
        ? bar.text(within: room, terminal.drawing) : ""
      table.add(row.cells + [.init(text)])
    }
    return table
  }
}

extension Terminal {
  /// The characters to draw with: those it can show; pipes and files are not
  /// asked, as with all text.
  var drawing: Charset { isTerminal ? charset : .unicode }
}
