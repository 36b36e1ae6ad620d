/// A table whose lines end in bars, which fill the space beside the columns.
package struct BarTable {
  private let columns: [Table.Column]
  private var rows: [(cells: [Table.Cell], value: Int?)] = []
  private let most: Int?
  private static let bars = 4...40

  /// Begins a table; the columns' texts are short and never cut.
  ///
  /// - Parameters:
  ///   - columns: The columns before the bars.
  ///   - most: The number for a full bar; `nil` for the greatest number.
  package init(_ columns: [Table.Column], most: Int? = nil) {
    self.columns = columns
    self.most = most
  }

  /// Adds a line and the number that its bar shows; `nil` for lines without a
  /// bar, such as sums.
  package mutating func add(_ cells: [Table.Cell], bar value: Int?) {
    rows.append((cells, value))
  }

  /// Returns the table for a terminal, without bars if there is no space.
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

/// The progress of something, as a thin line.
package struct ProgressLine {
  /// The share that is done, 0 to 1.
  package let share: Double

  package init(share: Double) {
    self.share = share
  }

  /// Returns a line of `columns` columns; in ASCII, `=` and `-`.
  package func text(of columns: Int, for terminal: Terminal) -> String {
    // Any progress shows, and so does any remainder.
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
  /// The characters to draw with: the terminal's, but all for pipes and files.
  package var drawing: Charset { isTerminal ? charset : .unicode }
}

/// A bar whose length shows a share.
///
/// The number stands beside the bar, so that no meaning depends on the drawing.
package struct Bar {
  /// The share of the space that the bar fills, 0 to 1.
  package let share: Double

  /// Returns the bar in at most `columns` columns; any share above 0 shows.
  ///
  /// Unicode bars are exact to half a column, ASCII bars to a column.
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

/// A row of small columns that show numbers.
package struct Sparkline {
  /// The numbers, 0 or more.
  package let values: [Int]

  package init(values: [Int]) {
    self.values = values
  }

  /// Returns a character for each of the last `columns` numbers: a dot for 0,
  /// else a block as high as the share of the greatest or, in ASCII, a digit
  /// from 1 to 8.
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
