/// Lines up texts in columns.
///
/// A terminal's line holds only so much; ``TableLayout`` says what gives way
/// there. A pipe gets everything.
package struct Table {
  /// A column's heading and how its cells stand.
  package struct Column: Sendable {
    package let heading: String
    package let alignment: TextWidth.Alignment
    /// The columns below which its texts are of no use; those of numbers are
    /// never cut.
    package let narrowest: Int
    /// When it is left out for want of room: the highest first, `nil` never.
    package let dropOrder: Int?

    /// Whether it is cut where the line is too short.
    var isFlexible: Bool { alignment == .left }

    package init(
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
  package struct Cell: Sendable {
    package let text: String
    package let style: Style
    /// The columns of the text.
    fileprivate let columns: Int
    /// What of the text stands out, in bytes of its UTF-8, in order.
    private let marks: [Range<Int>]

    package init(
      _ text: String, _ style: Style = .plain, marks: [Range<Int>] = []
    ) {
      let plainColumns = text.plainColumns
      self.text = plainColumns == nil ? SafeText.shown(text) : text
      self.style = style
      columns = plainColumns ?? TextWidth.columns(of: self.text)
      // Marks are places in the text as it was given.
      self.marks = self.text == text ? marks : []
    }

    /// The beginning of the text that is shown, with its marks, in the
    /// terminal's styles.
    fileprivate func styled(_ shown: String, _ terminal: Terminal) -> String {
      guard !marks.isEmpty, shown == text else {
        return terminal.styled(shown, style)
      }
      var result = ""
      var end = 0
      let bytes = Array(shown.utf8)
      for mark in marks where mark.lowerBound >= end {
        guard mark.upperBound <= bytes.count else { break }
        result += terminal.styled(
          String(decoding: bytes[end..<mark.lowerBound], as: UTF8.self), style)
        result += terminal.styled(
          String(decoding: bytes[mark], as: UTF8.self), .bold)
        end = mark.upperBound
      }
      return result
        + terminal.styled(
          String(decoding: bytes[end...], as: UTF8.self), style)
    }

    /// Whether terminals may differ in the columns it takes.
    fileprivate var isUncertain: Bool {
      columns != text.utf8.count
        && TextWidth.mostColumns(of: text) > columns
    }
  }

  /// The columns, from the left.
  package let columns: [Column]
  /// The lines; each has at most as many cells as there are columns.
  package private(set) var rows: [[Cell]] = []

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a line.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count <= columns.count)
    rows.append(cells)
  }

  /// Adds a line of plain texts.
  package mutating func add(_ texts: [String]) {
    add(texts.map { Cell($0) })
  }

  /// The lines, each ended by a line break; the headings come first where
  /// there are any.
  package func text(for terminal: Terminal) -> String {
    let lines = cells(for: terminal)
    let layout = TableLayout(columns, Self.widths(of: lines, columns.count))
    guard terminal.isTerminal else {
      return text(lines, layout.widths(within: nil), terminal)
    }
    var room = terminal.width
    var widths = layout.widths(within: room)
    // Emoji that some terminals show wider make the room smaller; cutting
    // texts can only take such away, so this ends.
    while room > 0,
      let excess = excess(of: lines, widths, over: terminal.width)
    {
      room -= excess
      widths = layout.widths(within: room)
    }
    return text(lines, widths, terminal)
  }

  private func text(
    _ lines: [[Cell]], _ widths: [Int], _ terminal: Terminal
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.count * (TableLayout.total(widths) + 1))
    for cells in lines { append(cells, widths, terminal, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How far the longest line may stand out on a terminal that knows little
  /// of emoji; `nil` where none does.
  private func excess(
    of lines: [[Cell]], _ widths: [Int], over room: Int
  ) -> Int? {
    let longest = TableLayout.total(widths)
    let most =
      lines.map { cells in
        zip(cells, widths).reduce(longest) { sum, column in
          let (cell, width) = column
          guard cell.isUncertain, width > 0 else { return sum }
          let shown = TextWidth.truncated(cell.text, to: width)
          return sum + TextWidth.mostColumns(of: shown)
            - TextWidth.columns(of: shown)
        }
      }.max() ?? 0
    return most > room ? most - room : nil
  }

  /// Headings and rows in the terminal's characters.
  private func cells(for terminal: Terminal) -> [[Cell]] {
    let headings = columns.map { Cell($0.heading, .heading) }
    let hasHeadings = columns.contains { !$0.heading.isEmpty }
    var lines = (hasHeadings ? [headings] : []) + rows
    guard terminal.isTerminal, terminal.charset == .ascii else { return lines }
    for row in lines.indices {
      lines[row] = lines[row].map {
        Cell(terminal.charset.encoded($0.text), $0.style)
      }
    }
    return lines
  }

  private static func widths(of lines: [[Cell]], _ count: Int) -> [Int] {
    var widths = [Int](repeating: 0, count: count)
    for line in lines {
      for (index, cell) in line.enumerated() {
        widths[index] = max(widths[index], cell.columns)
      }
    }
    return widths
  }

  /// Appends a line as UTF-8, with its line break.
  private func append(
    _ cells: [Cell], _ widths: [Int], _ terminal: Terminal,
    to bytes: inout [UInt8]
  ) {
    // Blanks wait until something follows them, so that no line ends in one.
    var blanks = 0
    for (index, cell) in cells.enumerated() where widths[index] > 0 {
      let isCut = cell.columns > widths[index]
      let shown =
        isCut
        ? TextWidth.truncated(
          cell.text, to: widths[index], ellipsis: terminal.charset.ellipsis)
        : cell.text
      let padding =
        widths[index] - (isCut ? TextWidth.columns(of: shown) : cell.columns)
      if columns[index].alignment == .right { blanks += padding }
      if !shown.isEmpty {
        bytes.append(
          contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
        bytes.append(contentsOf: cell.styled(shown, terminal).utf8)
        blanks = 0
      }
      if columns[index].alignment == .left { blanks += padding }
      blanks += TableLayout.gap
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// How wide a table's columns are.
///
/// Where a line is too short, columns that can be spared are left out until
/// the others fit at their narrowest; then the widest are cut down. Only a
/// terminal narrower than that cuts them further.
struct TableLayout {
  /// The blanks between two columns.
  static let gap = 2

  private let columns: [Table.Column]
  private let natural: [Int]

  /// - Parameters:
  ///   - columns: The table's columns.
  ///   - natural: The width that the longest text of each takes.
  init(_ columns: [Table.Column], _ natural: [Int]) {
    self.columns = columns
    self.natural = natural
  }

  /// The width of each column in lines of `room` columns, or of any length;
  /// 0 for one that is left out.
  func widths(within room: Int?) -> [Int] {
    guard let room, Self.total(natural) > room else { return natural }
    var widths = natural
    while Self.total(narrowed(widths)) > room, let spared = spared(widths) {
      widths[spared] = 0
    }
    for floor in [Int.max, 4, 1] {
      shorten(&widths, to: room, floor: floor)
    }
    return widths
  }

  private func shorten(_ widths: inout [Int], to room: Int, floor: Int) {
    var excess = Self.total(widths) - room
    while excess > 0, let widest = widest(widths, above: floor) {
      widths[widest] -= 1
      excess -= 1
    }
  }

  /// The columns of a line with columns of these widths.
  static func total(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }

  private func narrowed(_ widths: [Int]) -> [Int] {
    columns.indices.map { index in
      columns[index].isFlexible
        ? min(widths[index], columns[index].narrowest) : widths[index]
    }
  }

  private func spared(_ widths: [Int]) -> Int? {
    columns.indices
      .filter { widths[$0] > 0 && columns[$0].dropOrder != nil }
      .max { (columns[$0].dropOrder ?? 0) < (columns[$1].dropOrder ?? 0) }
  }

  private func widest(_ widths: [Int], above floor: Int) -> Int? {
    columns.indices
      .filter { index in
        columns[index].isFlexible
          && widths[index] > min(columns[index].narrowest, floor)
      }
      .max { widths[$0] < widths[$1] }
  }
}
