/// A list of names or tags in one cell: `Swiss cheese plant; Monstera`.
///
/// Semicolons and commas separate the entries, and spaces around them are
/// ignored. A backslash takes the meaning of the next character away, so that
/// entries may hold anything.
enum ListCell {
  /// Returns the text of the cell for a list.
  static func text(of items: [String]) -> String {
    items.map(escaped).joined(separator: "; ")
  }

  /// Returns the entries in a cell, without empty ones.
  static func items(in cell: String) -> [String] {
    var items: [String] = []
    var item = Item()
    var isEscaped = false
    for unit in cell.utf8 {
      if isEscaped {
        item.append(unit, isMeant: true)
        isEscaped = false
      } else if unit == backslash {
        isEscaped = true
      } else if separators.contains(unit) {
        item.end(into: &items)
      } else {
        item.append(unit, isMeant: !spaces.contains(unit))
      }
    }
    // A final backslash stands for itself.
    if isEscaped { item.append(backslash, isMeant: true) }
    item.end(into: &items)
    return items
  }

  /// An entry while it is read.
  private struct Item {
    private var units: [UInt8] = []
    /// The number of units without the spaces at the end.
    private var count = 0

    mutating func append(_ unit: UInt8, isMeant: Bool) {
      guard isMeant || count > 0 else { return }
      units.append(unit)
      if isMeant { count = units.count }
    }

    mutating func end(into items: inout [String]) {
      if count > 0 {
        items.append(String(decoding: units[..<count], as: UTF8.self))
      }
      units.removeAll(keepingCapacity: true)
      count = 0
    }
  }

  private static let backslash: UInt8 = 0x5c
  private static let separators: Set<UInt8> = [0x3b, 0x2c]
  private static let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]

  private static func escaped(_ item: String) -> String {
    let units = Array(item.utf8)
    var escaped: [UInt8] = []
    for (index, unit) in units.enumerated() {
      let isAtEnd = index == 0 || index == units.count - 1
      if unit == backslash || separators.contains(unit)
        || (isAtEnd && spaces.contains(unit))
      {
        escaped.append(backslash)
      }
      escaped.append(unit)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
