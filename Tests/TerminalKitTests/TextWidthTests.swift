import Testing
import TextKit

@testable import TerminalKit

struct TextWidthTests {
  /// The short cut shows texts as the long way would.
  @Test func latinLettersTakeTheColumnsThatUnicodeSays() {
    for value in UInt32(0)..<0x400 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      guard let columns = text.plainColumns else { continue }
      #expect(columns == 3)
      #expect(text.reduce(0) { $0 + TextWidth.columns(of: $1) } == 3)
      #expect(text.reduce(0) { $0 + TextWidth.mostColumns(of: $1) } == 3)
      // The direction that is not plain makes it go the long way.
      #expect(SafeText.shown(text + "\u{202E}") == text + "\\u{202E}")
    }
    #expect("grün × ß".plainColumns == 8)
    // Eight bytes are looked at together, wherever one stands that is not
    // plain.
    for place in 0..<20 {
      for value in UInt8(0)...0x7F {
        var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: 20)
        bytes[place] = value
        let isPlain = (0x20..<0x7F).contains(value)
        #expect(
          String(decoding: bytes, as: UTF8.self).plainColumns
            == (isPlain ? 20 : nil))
      }
      let text = String(repeating: "~", count: place) + "é × ü~~~~~~~~"
      #expect(text.plainColumns == place + 13)
    }
    for text in ["\u{AD}", "\u{A0}", "\u{85}", "\u{300}", "\n", "…", "🌱"] {
      #expect(text.plainColumns == nil)
    }
  }

  @Test(arguments: [
    ("", 0), ("Monty", 5), ("Grünlilie", 9), ("e\u{301}", 1), ("苔", 2),
    ("ｆ", 2), ("한글", 4), ("한", 2), ("ไม้", 2), ("👩‍🌾", 2), ("☀️", 2),
    ("☀", 1), ("1️⃣", 2), ("🇫🇷", 2), ("👍🏽", 2), ("…", 1), ("→", 1), ("✓", 1),
    ("\u{301}", 0), ("\u{200B}", 0), ("𠮷", 2), ("नी", 2), ("क्ष", 2),
    ("กำ", 2), ("שָׁלוֹם", 4), ("زيتون", 5), ("🏳️‍🌈", 2), ("👨‍👩‍👧", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🇫🇷🇩🇪", 4), ("☀\u{FE0E}", 1),
  ])
  func columnsAreThoseOfATerminal(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("Monstera", 8, "Monstera"), ("Monstera", 7, "Monste…"),
    ("Monstera", 1, "…"), ("Monstera", 0, ""), ("苔苔苔", 5, "苔苔…"),
    ("苔苔苔", 4, "苔…"), ("👩‍🌾👩‍🌾", 3, "👩‍🌾…"), ("é̂é̂é̂", 2, "é̂…"),
  ])
  func whatIsTooLongIsCutBetweenCharacters(
    text: String, width: Int, expected: String
  ) {
    let cut = TextWidth.truncated(text, to: width)
    #expect(cut == expected)
    #expect(TextWidth.columns(of: cut) <= width)
  }

  @Test func paddingCountsColumns() {
    #expect(TextWidth.padded("苔", to: 4) == "苔  ")
    #expect(TextWidth.padded("7", to: 3, alignment: .right) == "  7")
    #expect(TextWidth.padded("Monty", to: 3) == "Monty")
  }

  @Test func plainDotsNeedTheirOwnRoom() {
    #expect(
      TextWidth.truncated("Monstera", to: 6, ellipsis: "...") == "Mon...")
    #expect(TextWidth.truncated("Monstera", to: 2, ellipsis: "...") == "Mo")
  }

  @Test func linesBreakBetweenWords() {
    let text = TextWrapping.wrap(
      "one two three\nfour", width: 9, indent: 1, hanging: 2)
    #expect(text == " one two\n  three\n  four")
    #expect(
      TextWrapping.wrap("incomprehensible", width: 8) == "incompre\nhensible")
  }
}
