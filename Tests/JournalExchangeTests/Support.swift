import JournalTestSupport

extension String {
  /// The bytes, which tell texts apart that compare as equal.
  var bytes: [UInt8] { Array(utf8) }
}

extension SeededGenerator {
  /// A text of a cell, with everything in it that a table could trip over:
  /// quotes, separators, line breaks, signs of formulas, emoji and letters
  /// written from right to left.
  mutating func cellText(_ limit: ClosedRange<Int> = 0...10) -> String {
    let parts = [
      "a", "Z", "7", " ", "\"", "\"\"", ",", ";", "\t", "\n", "\r\n", "\r",
      "'", "=", "+", "-", "@", "\\", "---", "\n---\n", "\\---", "é", "e\u{301}",
      "水", "🌱", "👩‍🌾", "שלום", "مرحبا", "\u{202E}", "\u{2028}", "\u{feff}",
      "＝", "\u{1}", "|", "#",
    ]
    return (0..<int(limit)).map { _ in pick(parts) }.joined()
  }

  /// A name: a text with something in it, of at most 200 bytes.
  mutating func cellName() -> String {
    let text = cellText(1...9)
    let hasLetter = text.contains { !$0.isWhitespace }
    return hasLetter ? text : text + "x"
  }
}
