/// Lines up texts in columns.
///
/// A terminal's line holds only so much, so there the flexible columns are
/// cut, the widest first; a pipe gets everything.
struct Table {
  /// A column's heading and how its cells stand.
  struct Column: Sendable {
    let heading: String
    let alignment: TextWidth.Alignment

    /// Whether it is cut where the line is too short; never numbers.
    var isFlexible: Bool { alignment == .left }

    init(
      _ heading: String = "", alignment: TextWidth.Alignment = .left
    ) {
      self.heading = heading
      self.alignment = alignment
    }
  }

  /// A text in a style. What is invisible in it is made visible.
  struct Cell: Sendable {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
      self.text = SafeText.shown(text)
      self.style = style
    }
  }

  /// The columns, from the left.
  let columns: [Column]
  /// The lines; each has at most as many cells as there are columns.
  private(set) var rows: [[Cell]] = []

  private static let gap = 2
  /// Room for a day or a short id, which are of no use when cut.
  private static let narrowest = 10

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a line.
  mutating func add(_ cells: [Cell]) {
    precondition(cells.count <= columns.count)
    rows.append(cells)
  }

  /// Adds a line of plain texts.
  mutating func add(_ texts: [String]) {
    add(texts.map { Cell($0) })
  }

  /// The lines, each ended by a line break; the headings come first where
  /// there are any.
  func text(for terminal: Terminal) -> String {
    let headings = columns.map { Cell($0.heading, .heading) }
    let hasHeadings = columns.contains { !$0.heading.isEmpty }
    let lines = (hasHeadings ? [headings] : []) + rows
    let widths = widths(of: lines, for: terminal)
    return lines.map { line($0, widths, terminal) + "\n" }.joined()
  }

  private func line(
    _ cells: [Cell], _ widths: [Int], _ terminal: Terminal
  ) -> String {
    var text = ""
    // Blanks wait until something follows them, so that no line ends in one.
    var blanks = ""
    for (index, cell) in cells.enumerated() where widths[index] > 0 {
      let shown = TextWidth.truncated(cell.text, to: widths[index])
      let padding = String(
        repeating: " ", count: widths[index] - TextWidth.columns(of: shown))
      if columns[index].alignment == .right { blanks += padding }
      if !shown.isEmpty {
        text += blanks + terminal.styled(shown, cell.style)
        blanks = ""
      }
      if columns[index].alignment == .left { blanks += padding }
      blanks += String(repeating: " ", count: Self.gap)
    }
    return text
  }

  private func widths(of lines: [[Cell]], for terminal: Terminal) -> [Int] {
    var widths = columns.indices.map { index in
      lines.lazy
        .filter { index < $0.count }
        .map { TextWidth.columns(of: $0[index].text) }.max() ?? 0
    }
    guard terminal.isTerminal else { return widths }
    var excess = totalWidth(widths) - terminal.width
    while excess > 0, let widest = widestFlexible(widths) {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func totalWidth(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1)
  }

  private func widestFlexible(_ widths: [Int]) -> Int? {
    columns.indices
      .filter { columns[$0].isFlexible && widths[$0] > Self.narrowest }
      .max { widths[$0] < widths[$1] }
  }
}
