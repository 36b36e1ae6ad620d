/// Arranges texts in as many columns as fit a line, filling each column from
/// top to bottom, as `ls` lists directories.
package struct Grid {
  private let cells: [Table.Cell]
  private static let gap = 2

  package init(_ cells: [Table.Cell]) {
    self.cells = cells
  }

  /// Returns the lines, each ended by a line break.
  package func text(for terminal: Terminal) -> String {
    let texts = cells.map { cell in
      terminal.isTerminal
        ? TextWidth.truncated(
          terminal.charset.encoded(cell.text), to: terminal.width,
          ellipsis: terminal.charset.ellipsis) : cell.text
    }
    let sizes = texts.map { TextWidth.columns(of: $0) }
    let most = texts.map { TextWidth.mostColumns(of: $0) }
    let rows = rowCount(most, terminal.width)
    let widths = Self.widths(most, rows: rows)
    var lines = ""
    for row in 0..<rows {
      var blanks = 0
      for (column, index) in stride(from: row, to: texts.count, by: rows)
        .enumerated()
      {
        lines += String(repeating: " ", count: blanks)
        lines += terminal.styled(texts[index], cells[index].style)
        blanks = widths[column] - sizes[index] + Self.gap
      }
      lines += "\n"
    }
    return lines
  }

  /// The fewest rows whose columns fit side by side.
  private func rowCount(_ sizes: [Int], _ room: Int) -> Int {
    guard let narrowest = sizes.min() else { return 0 }
    // No order fits more columns than this.
    let most = max(1, (room + Self.gap) / (max(narrowest, 1) + Self.gap))
    for columns in stride(from: min(most, sizes.count), to: 1, by: -1) {
      let rows = (sizes.count + columns - 1) / columns
      let widths = Self.widths(sizes, rows: rows)
      let total = widths.reduce(0, +) + Self.gap * (widths.count - 1)
      if total <= room { return rows }
    }
    return sizes.count
  }

  private static func widths(_ sizes: [Int], rows: Int) -> [Int] {
    guard rows > 0 else { return [] }
    return stride(from: 0, to: sizes.count, by: rows).map { start in
      sizes[start..<min(start + rows, sizes.count)].max() ?? 0
    }
  }
}
