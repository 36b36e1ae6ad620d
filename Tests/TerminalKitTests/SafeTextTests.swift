import Testing
import TextKit

@testable import TerminalKit

struct SafeTextTests {
  @Test(arguments: [
    "Monty", "Grünlilie", "日本の苔", "ไม้", "नीम", "e\u{301}", "a\u{A0}b",
    "👩‍🌾", "☀️", "1️⃣", "👍🏽", "🏳️‍🌈", "🇫🇷", "👨‍👩‍👧", "\\u{202E}", "",
  ])
  func ordinaryTextStaysAsItIs(text: String) {
    #expect(SafeText.shown(text) == text)
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "\\u{1B}[31mred"),
    ("a\u{7}b\u{7F}", "a\\u{7}b\\u{7F}"),
    ("\u{9B}2J", "\\u{9B}2J"),
    ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
    ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{61C}"),
    ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"),
    ("a\u{200D}b", "a\\u{200D}b"),
    ("a\u{FE0F}", "a\\u{FE0F}"),
    ("\u{200D}👩", "\\u{200D}👩"),
    ("👩\u{200D}", "👩\\u{200D}"),
    ("1\u{200D}2", "1\\u{200D}2"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
    ("\u{E000}\u{378}", "\\u{E000}\\u{378}"),
    ("\u{3164}\u{115F}", "\\u{3164}\\u{115F}"),
    ("a\tb\r\nc", "a\\u{9}b\\u{D}\\u{A}c"),
    ("\u{E0041}", "\\u{E0041}"),
  ])
  func whatIsInvisibleOrDrivesTheTerminalIsMadeVisible(
    text: String, shown: String
  ) {
    #expect(SafeText.shown(text) == shown)
  }

  @Test func lineBreaksStayOnlyWhereTheyAreAllowed() {
    #expect(SafeText.shown("a\nb\t", allowsNewlines: true) == "a\nb\\u{9}")
    #expect(SafeText.shown("a\nb") == "a\\u{A}b")
  }

  @Test func nothingEverLeavesAControlCharacterAndTwiceIsOnce() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = SafeText.shown("x\(scalar)y")
      let isClean = shown.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value)
          && !$0.properties.isBidiControl
      }
      #expect(isClean && SafeText.shown(shown) == shown, "U+\(value)")
    }
  }
}
