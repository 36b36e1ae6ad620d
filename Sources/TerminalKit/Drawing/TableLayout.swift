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
