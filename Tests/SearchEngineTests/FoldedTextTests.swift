import SearchEngine
import Testing

struct FoldedTextTests {
  @Test(arguments: [
    ("Monstera deliciosa", ["monstera", "deliciosa"]),
    (
      "Philodendron hederaceum 'Brasil'",
      ["philodendron", "hederaceum", "brasil"]
    ),
    ("Fuchsia × hybrida", ["fuchsia", "hybrida"]),
    ("Fuchsia x hybrida", ["fuchsia", "hybrida"]),
    ("×Sedeveria 'Letizia'", ["sedeveria", "letizia"]),
    ("Mother-in-law's Tongue", ["mother", "in", "laws", "tongue"]),
    ("Mother‐in‐law’s tongue", ["mother", "in", "laws", "tongue"]),
    (
      "Goeppertia veitchiana 'Médaillon'",
      ["goeppertia", "veitchiana", "medaillon"]
    ),
    ("Goeppertia 'Me\u{301}daillon'", ["goeppertia", "medaillon"]),
    ("Łódź, Öl & Straße", ["lodz", "ol", "strasse"]),
    ("P. hederaceum", ["p", "hederaceum"]),
    ("Фикус Бенджамина", ["фикус", "бенджамина"]),
    ("龟背竹 🌵", ["龟背竹", "🌵"]),
    (" \t.*/..$^()[]{}|?+ ", []),
    ("", []),
    ("x", ["x"]),
    ("X ×x", ["x", "x"]),
  ])
  func textsFoldToPlainWords(text: String, words: [String]) {
    let folded = FoldedText(text)
    let found = folded.words.map {
      String(decoding: folded.bytes(of: $0), as: UTF8.self)
    }
    #expect(found == words)
    #expect(String(decoding: folded.bytes, as: UTF8.self) == words.joined())
  }

  @Test func wordsRememberWhereTheyCameFrom() {
    let text = "Épipremnum 'N’Joy'"
    let folded = FoldedText(text)
    let sources = folded.words.map { String(text.utf8[$0.source]) }
    #expect(sources == ["Épipremnum", "N’Joy"])
    let beginnings = folded.words.map {
      String(text.utf8[folded.source(ofFirst: 2, in: $0, of: text)])
    }
    #expect(beginnings == ["Ép", "N’J"])
  }

  @Test func wordsBeyondTheLimitAreCut() {
    let folded = FoldedText(String(repeating: "é", count: 100))
    #expect(folded.bytes.count == FoldedText.maximumWordLength)
    #expect(folded.words.count == 1)
  }

  @Test(arguments: [
    ("Küche", "Kueche"), ("Ku\u{308}che", "Kueche"), ("ÄÖÜ", "AeOeUe"),
    ("Öl über Äste", "Oel ueber Aeste"), ("Kuche", nil), ("Straße", nil),
    ("e\u{308}é", nil), ("", nil),
  ])
  func umlautsAreSpelledOut(text: String, expected: String?) {
    #expect(text.spellingOutUmlauts == expected)
  }
}

extension String.UTF8View {
  /// The text in a range of bytes.
  subscript(range: Range<Int>) -> Substring.UTF8View {
    self[
      index(
        startIndex, offsetBy: range.lowerBound)..<index(
          startIndex, offsetBy: range.upperBound)]
  }
}

extension String {
  init(_ view: Substring.UTF8View) {
    self = String(Substring(view))
  }

  @Test(arguments: [
    "Monstera", "x Fatshedera", "X Fatshedera", "xerophyte", "Xanthosoma", "x",
    "×Mangave", "'Brasil'", "3 Kings", "Élan", "[Aloe]", "@home", "`q", "{z}",
    "zebra", "",
  ])
  func aFirstByteToldEarlyIsTheFirst(text: String) {
    guard let byte = text.utf8.first,
      let told = FoldedText.firstByte(ofTextWith: byte)
    else { return }
    #expect(FoldedText(text).bytes.first == told)
  }

  @Test func mostFirstBytesAreTold() {
    #expect(FoldedText.firstByte(ofTextWith: UInt8(ascii: "M")) == 0x6d)
    #expect(FoldedText.firstByte(ofTextWith: UInt8(ascii: "z")) == 0x7a)
    #expect(FoldedText.firstByte(ofTextWith: UInt8(ascii: "X")) == nil)
    #expect(FoldedText.firstByte(ofTextWith: UInt8(ascii: "[")) == nil)
    #expect(FoldedText.firstByte(ofTextWith: 0xc3) == nil)
  }
}
