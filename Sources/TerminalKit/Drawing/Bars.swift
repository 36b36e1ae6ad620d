/// A table whose lines end in bars, which take what room the columns leave.
package struct BarTable {
  private let columns: [Table.Column]
  private var rows: [(cells: [Table.Cell], value: Int?)] = []
  private let most: Int?
  private static let bars = 4...40

  /// Begins a table; the columns' texts are short and never cut.
  ///
  /// - Parameters:
  ///   - columns: The columns before the bars.
  ///   - most: The number of a whole bar; `nil` for the greatest there is.
  package init(_ columns: [Table.Column], most: Int? = nil) {
    self.columns = columns
    self.most = most
  }

  /// Adds a line, with the number that its bar shows; `nil` for a sum, which
  /// has none.
  package mutating func add(_ cells: [Table.Cell], bar value: Int?) {
    rows.append((cells, value))
  }

  /// The table for a terminal; without bars where there is no room for them.
  package func table(for terminal: Terminal) -> Table {
    let taken = columns.indices.reduce(0) { sum, index in
      let texts = [columns[index].heading] + rows.map { $0.cells[index].text }
      let widest = texts.map { TextWidth.columns(of: $0) }.max() ?? 0
      return sum + widest + TableLayout.gap
    }
    let room = min(terminal.width - taken, Self.bars.upperBound)
    let most = most ?? rows.compactMap(\.value).max() ?? 0
    var table = Table(columns + [.init()])
    for row in rows {
      guard let value = row.value, room >= Self.bars.lowerBound else {
        table.add(row.cells)
        continue
      }
      let axis = Table.Cell(terminal.drawing == .unicode ? "│" : "|", .dim)
      let bar = Bar(share: most > 0 ? Double(value) / Double(most) : 0)
      let text = bar.text(within: room - 2, terminal.drawing)
      table.add(
        row.cells
          + [text.isEmpty ? axis : .init(parts: [axis, .init(text, .accent)])])
    }
    return table
  }
}

/// How much of something is done, as a thin line.
package struct ProgressLine {
  /// The share that is done, 0 to 1.
  package let share: Double

  package init(share: Double) {
    self.share = share
  }

  /// A line of `columns` columns; in ASCII of `=` and `-`.
  package func text(of columns: Int, for terminal: Terminal) -> String {
    // Anything that is done shows, and so does anything that is not.
    let done =
      share >= 1
      ? columns : max(share > 0 ? 1 : 0, Int(share * Double(columns)))
    let isUnicode = terminal.drawing == .unicode
    return terminal.styled(
      String(repeating: isUnicode ? "━" : "=", count: done), .accent)
      + terminal.styled(
        String(repeating: isUnicode ? "─" : "-", count: columns - done), .dim)
  }
}

extension Terminal {
  /// The characters to draw with: those it can show; pipes and files are not
  /// asked, as with all text.
  package var drawing: Charset { isTerminal ? charset : .unicode }
}

/// A bar whose length shows a share.
///
/// The number it stands for is written beside it, so that no meaning hangs on
/// the drawing.
package struct Bar {
  /// The share of the room that it fills, 0 to 1.
  package let share: Double

  /// The bar in at most `columns` columns; anything above nothing shows.
  ///
  /// Lines are drawn to half a column, ASCII in whole ones.
  package func text(within columns: Int, _ charset: Charset) -> String {
    guard share > 0, columns > 0 else { return "" }
    let length = min(share, 1) * Double(columns)
    guard charset == .unicode else {
      return String(repeating: "#", count: max(1, Int(length.rounded())))
    }
    let halves = max(1, Int((length * 2).rounded()))
    return String(repeating: "━", count: halves / 2)
      + (halves % 2 > 0 ? "╸" : "")
  }
}

/// A row of numbers as a row of little columns, one for each.
package struct Sparkline {
  /// The numbers, 0 or more.
  package let values: [Int]

  package init(values: [Int]) {
    self.values = values
  }

  /// One character for each of the last `columns` numbers: a dot for none,
  /// else a block as high as its share of the greatest; in ASCII a digit from
  /// 1 to 8.
  package func text(within columns: Int, _ charset: Charset) -> String {
    let most = values.max() ?? 0
    let levels =
      charset == .unicode ? Self.blocks : Self.digits
    return String(
      values.suffix(columns).map { value in
        value <= 0 ? "." : levels[(value * levels.count - 1) / most]
      })
  }

  private static let blocks: [Character] = [
    "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█",
  ]
  private static let digits: [Character] = [
    "1", "2", "3", "4", "5", "6", "7", "8",
  ]
}
