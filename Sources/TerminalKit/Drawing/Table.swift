internal import TextKit

/// A table of texts in columns.
///
/// On a terminal, ``TableLayout`` fits the columns into a line. Pipes get the
/// full text.
package struct Table {
  /// A column's heading, alignment and behaviour when space is short.
  package struct Column: Sendable {
    /// The handling of a text that is wider than its column.
    package enum Excess: Sendable {
      /// The text is cut.
      case cut
      /// The text continues below, in the same column.
      case wrapped
      /// The text, such as a name, gets its own line above the other cells.
      case above
    }

    package let heading: String
    package let alignment: TextWidth.Alignment
    /// The width below which its texts are useless; numbers are never cut.
    package let narrowest: Int
    /// The order in which columns are left out if space is short, the highest
    /// first; `nil` for a column that stays.
    package let dropOrder: Int?
    /// A Boolean value that indicates whether its texts move below the other
    /// cells if it is left out.
    package let movesBelow: Bool
    /// The handling of texts that are too wide.
    package let excess: Excess

    /// A Boolean value that indicates whether it may be narrowed.
    var isFlexible: Bool { alignment == .left }

    package init(
      _ heading: String = "", alignment: TextWidth.Alignment = .left,
      narrowest: Int = 10, dropOrder: Int? = nil, movesBelow: Bool = false,
      excess: Excess = .cut
    ) {
      self.heading = heading
      self.alignment = alignment
      self.narrowest = narrowest
      self.dropOrder = dropOrder
      self.movesBelow = movesBelow
      self.excess = excess
    }

    /// A column of names: other columns are left out before a name is cut, and
    /// a name much longer than the others gets a line of its own.
    package static func name(_ heading: String = "") -> Column {
      Column(heading, narrowest: 24, excess: .above)
    }
  }

  /// A text in a style. Invisible characters in it are made visible.
  package struct Cell: Sendable {
    package let text: String
    package let style: Style
    /// The width of the text in columns.
    fileprivate let columns: Int
    /// Rare values, stored separately so that most cells are cheap to copy.
    private let extras: Extras?

    private final class Extras: Sendable {
      let marks: [Range<Int>]
      let sign: Sign?
      let others: [Cell]

      init(_ marks: [Range<Int>], _ sign: Sign?, _ others: [Cell]) {
        self.marks = marks
        self.sign = sign
        self.others = others
      }
    }

    /// The highlighted ranges of the text, in bytes of its UTF-8, in order.
    private var marks: [Range<Int>] { extras?.marks ?? [] }
    /// The sign before the text.
    private var sign: Sign? { extras?.sign }
    /// The parts that follow, each after a space.
    fileprivate var others: [Cell] { extras?.others ?? [] }

    package init(
      _ text: String, _ style: Style = .plain, marks: [Range<Int>] = [],
      sign: Sign? = nil
    ) {
      let plainColumns = text.plainColumns
      self.text = plainColumns == nil ? SafeText.shown(text) : text
      self.style = style
      columns =
        (plainColumns ?? TextWidth.columns(of: self.text))
        + (sign?.columns ?? 0)
      extras =
        marks.isEmpty && sign == nil
        ? nil
        // Marks are ranges of the original text.
        : Extras(self.text == text ? marks : [], sign, [])
    }

    /// Creates a cell of several parts, between which it can be broken.
    package init(parts: [Cell]) {
      let first = parts.first ?? Cell("")
      text = first.text
      style = first.style
      let others = first.others + parts.dropFirst().flatMap(\.parts)
      extras = Extras(first.marks, first.sign, others)
      columns = others.reduce(first.part.columns) { $0 + 1 + $1.columns }
    }

    /// The first part alone, with another text.
    private init(_ first: Cell, text: String) {
      self.init(text, first.style, sign: first.sign)
    }

    /// Returns the cell in other characters.
    fileprivate func encoded(in charset: Charset) -> Cell {
      Cell(
        parts: [Cell(self, text: charset.encoded(text))]
          + others.map { $0.encoded(in: charset) })
    }

    /// Returns the parts in lines of at most `width` columns, each line joined
    /// again. Parts that are wider are broken between words, and words that are
    /// wider in pieces.
    fileprivate func lines(of width: Int) -> [Cell] {
      let words = parts.flatMap { part in
        part.columns <= width ? [part] : part.words(of: width)
      }
      var lines: [[Cell]] = []
      var room = 0
      for word in words {
        if room > word.columns, !lines.isEmpty {
          lines[lines.count - 1].append(word)
          room -= word.columns + 1
        } else {
          let start = lines.isEmpty ? word : hanging(word, in: width)
          lines.append([start])
          room = width - start.columns
        }
      }
      return lines.map { Cell(parts: $0) }
    }

    /// A word that begins a further line, below the text and not below the
    /// sign.
    private func hanging(_ word: Cell, in width: Int) -> Cell {
      guard let sign, others.isEmpty, word.columns + sign.columns <= width
      else { return word }
      return Cell(
        word.text, word.style,
        sign: Sign(String(repeating: " ", count: sign.columns - 1), .plain))
    }

    /// The parts, each a cell of its own.
    fileprivate var parts: [Cell] { [part] + others }

    /// The first part alone.
    private var part: Cell {
      others.isEmpty ? self : Cell(text, style, sign: sign)
    }

    /// The words, the wider ones in pieces of at most `width` columns.
    private func words(of width: Int) -> [Cell] {
      var words: [Cell] = []
      for word in text.split(separator: " ") {
        let sign = words.isEmpty ? sign : nil
        let room = max(width - (sign?.columns ?? 0), 1)
        for (index, piece) in TextWidth.pieces(of: word, room).enumerated() {
          words.append(Cell(piece, style, sign: index == 0 ? sign : nil))
        }
      }
      return words
    }

    /// Appends the text, with its marks, in the terminal's styles, as UTF-8.
    fileprivate func append(to bytes: inout [UInt8], for terminal: Terminal) {
      if let sign {
        bytes += terminal.styled(sign.text, sign.style).utf8
        bytes.append(UInt8(ascii: " "))
      }
      if marks.isEmpty || !others.isEmpty {
        bytes += terminal.styled(text, style).utf8
      } else {
        bytes += marked(for: terminal).utf8
      }
      for other in others {
        bytes.append(UInt8(ascii: " "))
        other.append(to: &bytes, for: terminal)
      }
    }

    private func marked(for terminal: Terminal) -> String {
      var result = ""
      var end = 0
      let bytes = Array(text.utf8)
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

    /// Returns the beginning of the text that fits in `width` columns.
    fileprivate func cut(to width: Int, _ charset: Charset) -> Cell {
      guard columns > width else { return self }
      return Cell(
        TextWidth.truncated(
          text, to: max(width - (sign?.columns ?? 0), 0),
          ellipsis: charset.ellipsis), style, sign: sign)
    }

    /// The columns that it takes on terminals with poor support for emoji.
    fileprivate var mostColumns: Int {
      others.reduce(
        columns - TextWidth.columns(of: text)
          + TextWidth.mostColumns(of: text)
      ) { sum, other in sum - other.columns + other.mostColumns }
    }

    /// A Boolean value that indicates whether its width depends on the
    /// terminal.
    fileprivate var isUncertain: Bool {
      columns != text.utf8.count && sign == nil && others.isEmpty
        && TextWidth.mostColumns(of: text) > columns
    }
  }

  /// A sign before a text, in characters of the terminal that take one column
  /// each.
  package struct Sign: Sendable {
    package let text: String
    package let style: Style
    /// The number of columns, including the space after it.
    fileprivate var columns: Int { text.unicodeScalars.count + 1 }

    package init(_ text: String, _ style: Style) {
      self.text = text
      self.style = style
    }
  }

  /// A line of the table, or a heading.
  package struct Row {
    fileprivate enum Kind {
      /// The headings of the columns.
      case titles
      /// A heading of lines.
      case heading
      case cells
    }

    fileprivate var cells: [Cell]
    fileprivate let kind: Kind
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The number of spaces before every line except headings.
  package let indent: Int
  /// A Boolean value that indicates whether an empty line precedes a heading at
  /// the start.
  package var isApart = true
  /// The lines, each with at most as many cells as there are columns.
  package private(set) var rows: [Row] = []

  package init(_ columns: [Column], indent: Int = 0) {
    self.columns = columns
    self.indent = indent
  }

  /// Adds a line.
  package mutating func add(_ cells: [Cell]) {
    precondition(cells.count <= columns.count)
    rows.append(Row(cells: cells, kind: .cells))
  }

  /// Adds a line of plain texts.
  package mutating func add(_ texts: [String]) {
    add(texts.map { Cell($0) })
  }

  /// Adds a heading above the next lines, after an empty line; the columns
  /// continue below it.
  package mutating func add(heading cells: [Cell]) {
    rows.append(Row(cells: cells, kind: .heading))
  }

  /// Returns the lines, each ended by a line break, with column headings first.
  package func text(for terminal: Terminal) -> String {
    let lines = rows(for: terminal)
    let natural = Self.widths(of: lines, columns.count)
    guard terminal.isTerminal else { return text(lines, natural, terminal) }
    let layout = TableLayout(columns, usual(natural, lines))
    var room = terminal.width - indent
    var widths = layout.widths(within: room)
    // Emoji that some terminals show wider reduce the space. Cutting texts only
    // removes emoji, so this loop ends.
    while room > 0,
      let excess = excess(of: lines, widths, over: terminal.width - indent)
    {
      room -= excess
      widths = layout.widths(within: room)
    }
    return text(lines, widths, terminal)
  }

  private func text(
    _ lines: [Row], _ widths: [Int], _ terminal: Terminal
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.count * (TableLayout.total(widths) + 1))
    for row in lines {
      if row.kind == .heading {
        if isApart || !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        for (index, cell) in row.cells.enumerated() {
          if index > 0 { bytes += "  ".utf8 }
          cell.append(to: &bytes, for: terminal)
        }
        bytes.append(UInt8(ascii: "\n"))
      } else if row.kind == .cells, terminal.isTerminal,
        isBroken(row.cells, widths)
      {
        for (cells, isAlone) in broken(row.cells, widths, terminal) {
          append(cells, isAlone ? [] : widths, terminal, to: &bytes)
        }
      } else {
        append(row.cells, widths, terminal, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a row takes more than one line.
  private func isBroken(_ cells: [Cell], _ widths: [Int]) -> Bool {
    cells.indices.contains { index in
      let cell = cells[index]
      guard widths[index] > 0 else {
        return columns[index].movesBelow && cell.columns > 0
      }
      return columns[index].excess != .cut && cell.columns > widths[index]
    }
  }

  /// Returns the lines of a row that takes more than one: names that are too
  /// wide, the cells, and the texts moved below them.
  private func broken(
    _ cells: [Cell], _ widths: [Int], _ terminal: Terminal
  ) -> [(cells: [Cell], isAlone: Bool)] {
    let room = terminal.width - indent
    var lines: [(cells: [Cell], isAlone: Bool)] = []
    var columns = cells.map { [$0] }
    var below: [Cell] = []
    for (index, cell) in cells.enumerated() {
      guard widths[index] > 0 else {
        if self.columns[index].movesBelow, cell.columns > 0 {
          below.append(cell)
        }
        continue
      }
      guard cell.columns > widths[index] else { continue }
      switch self.columns[index].excess {
      case .cut: break
      case .wrapped:
        columns[index] = cell.lines(of: widths[index])
      case .above:
        lines += alone(cell, room).map { ([$0], true) }
        columns[index] = []
      }
    }
    let count = columns.map(\.count).max() ?? 0
    for line in 0..<count {
      let cells = columns.map { line < $0.count ? $0[line] : Cell("") }
      if cells.contains(where: { $0.columns > 0 }) {
        lines.append((cells, false))
      }
    }
    let start = min(
      (widths.first { $0 > 0 } ?? 0) + TableLayout.gap, room * 2 / 3)
    let blanks = Cell(String(repeating: " ", count: start - 1))
    for cell in below {
      for line in cell.lines(of: room - start) {
        lines.append(([Cell(parts: [blanks] + line.parts)], true))
      }
    }
    return lines
  }

  /// Returns the text in lines of its own, which no terminal breaks.
  private func alone(_ cell: Cell, _ room: Int) -> [Cell] {
    var width = room
    while width > 1 {
      let lines = cell.lines(of: width)
      let longest = lines.map(\.mostColumns).max() ?? 0
      guard longest > room else { return lines }
      width -= longest - room
    }
    return cell.lines(of: 1)
  }

  /// Returns the columns by which the longest line is too long on a terminal
  /// with poor support for emoji; `nil` if every line fits.
  private func excess(
    of lines: [Row], _ widths: [Int], over room: Int
  ) -> Int? {
    let longest = TableLayout.total(widths)
    let most =
      lines.map { row in
        row.kind == .heading
          ? 0
          : row.cells.indices.reduce(longest) { sum, index in
            let (cell, width) = (row.cells[index], widths[index])
            guard cell.isUncertain, width > 0,
              cell.columns <= width || columns[index].excess != .above
            else { return sum }
            let shown = TextWidth.truncated(cell.text, to: width)
            return sum + TextWidth.mostColumns(of: shown)
              - TextWidth.columns(of: shown)
          }
      }.max() ?? 0
    return most > room ? most - room : nil
  }

  /// Returns headings and rows in the terminal's characters.
  private func rows(for terminal: Terminal) -> [Row] {
    let headings = columns.map { Cell($0.heading, .heading) }
    let hasHeadings = columns.contains { !$0.heading.isEmpty }
    var lines =
      (hasHeadings ? [Row(cells: headings, kind: .titles)] : []) + rows
    guard terminal.isTerminal, terminal.charset == .ascii else { return lines }
    for row in lines.indices {
      lines[row].cells = lines[row].cells.map {
        $0.encoded(in: terminal.charset)
      }
    }
    return lines
  }

  /// Returns the widths without the few names that are far longer than the
  /// others; they get lines of their own and do not narrow other columns.
  private func usual(_ natural: [Int], _ lines: [Row]) -> [Int] {
    natural.indices.map { index in
      let column = columns[index]
      guard column.excess == .above, natural[index] > column.narrowest else {
        return natural[index]
      }
      let widths = lines.filter {
        $0.kind != .heading && index < $0.cells.count
      }
      .map { $0.cells[index].columns }
      let usual = widths.filter { $0 <= column.narrowest }
      return (widths.count - usual.count) * Self.usualShare <= widths.count
        ? usual.max() ?? natural[index] : natural[index]
    }
  }

  /// At most one name in this many may be far longer than the others.
  private static let usualShare = 8

  private static func widths(of lines: [Row], _ count: Int) -> [Int] {
    var widths = [Int](repeating: 0, count: count)
    for line in lines where line.kind != .heading {
      for (index, cell) in line.cells.enumerated() {
        widths[index] = max(widths[index], cell.columns)
      }
    }
    return widths
  }

  /// Appends a line as UTF-8 with its line break. A cell without a width is
  /// alone in its line.
  private func append(
    _ cells: [Cell], _ widths: [Int], _ terminal: Terminal,
    to bytes: inout [UInt8]
  ) {
    // Spaces wait until something follows them, so that no line ends in one.
    var blanks = indent
    for (index, cell) in cells.enumerated() {
      let width = index < widths.count ? widths[index] : cell.columns
      guard width > 0 else { continue }
      let shown = cell.cut(to: width, terminal.charset)
      let padding = width - shown.columns
      if columns[index].alignment == .right { blanks += padding }
      if shown.columns > 0 {
        bytes.append(
          contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
        shown.append(to: &bytes, for: terminal)
        blanks = 0
      }
      if columns[index].alignment == .left { blanks += padding }
      blanks += TableLayout.gap
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// The widths of a table's columns.
///
/// If a line is too short, the layout leaves out dispensable columns until the
/// others fit at their narrowest; then it narrows the widest, names last. On an
/// even narrower terminal it cuts them further.
struct TableLayout {
  /// The number of spaces between two columns.
  static let gap = 2

  private let columns: [Table.Column]
  private let natural: [Int]

  /// - Parameters:
  ///   - columns: The table's columns.
  ///   - natural: The width of the longest text in each column.
  init(_ columns: [Table.Column], _ natural: [Int]) {
    self.columns = columns
    self.natural = natural
  }

  /// Returns the width of each column in lines of `room` columns; 0 if omitted.
  func widths(within room: Int) -> [Int] {
    guard Self.total(natural) > room else { return natural }
    var widths = natural
    while Self.total(narrowed(widths, within: room)) > room,
      let spared = spared(widths)
    {
      widths[spared] = 0
    }
    // A long name has a line of its own, so this does not cut it.
    for (areNames, floor) in [
      (true, Int.max), (false, Int.max), (false, 4), (true, 4), (false, 1),
      (true, 1),
    ] {
      shorten(&widths, areNames, to: room, floor: floor)
    }
    return widths
  }

  private func shorten(
    _ widths: inout [Int], _ areNames: Bool, to room: Int, floor: Int
  ) {
    var excess = Self.total(widths) - room
    while excess > 0,
      let widest = widest(widths, areNames, above: floor, within: room)
    {
      widths[widest] -= 1
      excess -= 1
    }
  }

  /// Returns the width of a line with columns of these widths.
  static func total(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }

  private func narrowed(_ widths: [Int], within room: Int) -> [Int] {
    columns.indices.map { index in
      columns[index].isFlexible
        ? min(widths[index], narrowest(index, within: room)) : widths[index]
    }
  }

  /// Names take at most two fifths of a narrow line, as they can have one of
  /// their own.
  private func narrowest(_ index: Int, within room: Int) -> Int {
    let narrowest = columns[index].narrowest
    return columns[index].excess == .above
      ? min(narrowest, room * 2 / 5) : narrowest
  }

  private func spared(_ widths: [Int]) -> Int? {
    columns.indices
      .filter { widths[$0] > 0 && columns[$0].dropOrder != nil }
      .max { (columns[$0].dropOrder ?? 0) < (columns[$1].dropOrder ?? 0) }
  }

  private func widest(
    _ widths: [Int], _ areNames: Bool, above floor: Int, within room: Int
  ) -> Int? {
    columns.indices
      .filter { index in
        columns[index].isFlexible
          && (columns[index].excess == .above) == areNames
          && widths[index] > min(narrowest(index, within: room), floor)
      }
      .max { widths[$0] < widths[$1] }
  }
}
