import JournalEvents
import Testing

@Suite struct NameFoldingTests {
  @Test(arguments: [
    ("MONTY", "monty"), ("Zoë", "ZOE\u{308}"), ("Straße", "STRASSE"),
    ("ΟΔΟΣ", "οδος"), ("Ａｂ", "ａｂ"), ("ﬁg", "FIG"), ("Å", "\u{212B}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}"),
  ])
  func theseAreOneName(left: String, right: String) {
    #expect(
      Array(left.foldedName.utf8) == Array(right.foldedName.utf8))
  }

  @Test(arguments: [
    ("ı", "i"), ("Zoë", "Zoe"), ("Ａ", "A"), ("a\u{0}", "a"),
  ])
  func theseAreTwo(left: String, right: String) {
    #expect(
      Array(left.foldedName.utf8) != Array(right.foldedName.utf8))
  }

  @Test func foldingTwiceIsFoldingOnce() {
    for scalar in (0...0x2FFFF).lazy.compactMap(Unicode.Scalar.init) {
      let once = String(Character(scalar)).foldedName
      #expect(once.foldedName == once, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
