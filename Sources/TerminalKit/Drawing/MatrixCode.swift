/// A code of dark and light squares for cameras, such as a QR code, drawn with
/// two squares to a character.
package struct MatrixCode {
  private let rows: [[Bool]]

  /// The margin of light squares that readers of codes require.
  private static let margin = 4

  /// Reads lines of `1` for dark and `0` for light squares; `nil` if they do
  /// not form a square.
  package init?(_ text: String) {
    let rows = text.split(separator: "\n").map { $0.map { $0 == "1" } }
    guard !rows.isEmpty, rows.count <= 177,
      rows.allSatisfy({ $0.count == rows.count }),
      text.utf8.allSatisfy({ [0x30, 0x31, 0x0a].contains($0) })
    else { return nil }
    self.rows = rows
  }

  private var width: Int { rows.count + 2 * Self.margin }

  /// Returns whether the terminal is wide enough and has the characters.
  package func fits(_ terminal: Terminal) -> Bool {
    terminal.charset == .unicode && width <= terminal.width
  }

  /// Returns the lines of text. With colour they are black on white; otherwise
  /// light squares have the text's colour, unless that is known to be darker.
  package func lines(for terminal: Terminal) -> [String] {
    let inksDark = terminal.usesColor || terminal.palette == .light
    return stride(from: -Self.margin, to: rows.count + Self.margin, by: 2).map {
      top in
      var line = ""
      for column in -Self.margin..<rows.count + Self.margin {
        let inked = [top, top + 1].map { isDark($0, column) == inksDark }
        line += inked[0] ? (inked[1] ? "█" : "▀") : (inked[1] ? "▄" : " ")
      }
      return terminal.usesColor ? "\u{1B}[30;107m\(line)\u{1B}[0m" : line
    }
  }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    rows.indices ~= row && rows.indices ~= column && rows[row][column]
  }
}
