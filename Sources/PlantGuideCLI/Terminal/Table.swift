/// Lines up texts in columns.
///
/// A terminal's line holds only so much; ``TableLayout`` says what gives way
/// there. A pipe gets everything.
struct Table {
  /// A column's heading and how its cells stand.
  struct Column: Sendable {
    let heading: String
    let alignment: TextWidth.Alignment
    /// The columns below which its texts are of no use; those of numbers are
    /// never cut.
    let narrowest: Int
    /// When it is left out for want of room: the highest first, `nil` never.
    let dropOrder: Int?

    /// Whether it is cut where the line is too short.
    var isFlexible: Bool { alignment == .left }

    init(
      _ heading: String = "", alignment: TextWidth.Alignment = .left,
      narrowest: Int = 10, dropOrder: Int? = nil
    ) {
      self.heading = heading
      self.alignment = alignment
      self.narrowest = narrowest
      self.dropOrder = dropOrder
    }
  }

  /// A text in a style. What is invisible in it is made visible.
  struct Cell: Sendable {
    fileprivate(set) var text: String
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
    let lines = cells(for: terminal)
    let widths = TableLayout(columns, Self.widths(of: lines, columns.count))
      .widths(within: terminal.isTerminal ? terminal.width : nil)
    return lines.map { line($0, widths, terminal) + "\n" }.joined()
  }

  /// Headings and rows in the terminal's characters.
  private func cells(for terminal: Terminal) -> [[Cell]] {
    let headings = columns.map { Cell($0.heading, .heading) }
    let hasHeadings = columns.contains { !$0.heading.isEmpty }
    var lines = (hasHeadings ? [headings] : []) + rows
    guard terminal.isTerminal, terminal.charset == .ascii else { return lines }
    for row in lines.indices {
      for index in lines[row].indices {
        lines[row][index].text =
          terminal.charset.encoded(lines[row][index].text)
      }
    }
    return lines
  }

  private static func widths(of lines: [[Cell]], _ count: Int) -> [Int] {
    var widths = [Int](repeating: 0, count: count)
    for line in lines {
      for (index, cell) in line.enumerated() {
        widths[index] = max(widths[index], TextWidth.columns(of: cell.text))
      }
    }
    return widths
  }

  private func line(
    _ cells: [Cell], _ widths: [Int], _ terminal: Terminal
  ) -> String {
    var text = ""
    // Blanks wait until something follows them, so that no line ends in one.
    var blanks = ""
    for (index, cell) in cells.enumerated() where widths[index] > 0 {
      let shown = TextWidth.truncated(
        cell.text, to: widths[index], ellipsis: terminal.charset.ellipsis)
      let padding = String(
        repeating: " ", count: widths[index] - TextWidth.columns(of: shown))
      if columns[index].alignment == .right { blanks += padding }
      if !shown.isEmpty {
        text += blanks + terminal.styled(shown, cell.style)
        blanks = ""
      }
      if columns[index].alignment == .left { blanks += padding }
      blanks += String(repeating: " ", count: TableLayout.gap)
    }
    return text
  }
}
