import Testing

@testable import TerminalKit

struct TextWidthTests {
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
