import JournalQueries
import JournalTestSupport
import Testing

struct TextExcerptTests {
  @Test func aShortTextIsShownWhole() {
    let excerpt = TextExcerpt("a new\nleaf", around: [6..<10])
    #expect(excerpt.text == "a new leaf")
    #expect(excerpt.marks == [6..<10])
  }

  @Test func aLongTextIsCutBetweenWordsAroundTheMark() {
    let words = (1...60).map { "word\($0)" }.joined(separator: " ")
    let start = words.utf8.count / 2
    let excerpt = TextExcerpt(words, around: [start..<(start + 3)])
    #expect(excerpt.text.hasPrefix("… word"))
    #expect(excerpt.text.hasSuffix(" …"))
  }

  @Test(arguments: UInt64(1)...50)
  func marksStayOnWhatTheyMark(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("ab é🌱\n\u{301}")
    let text = String(
      (0..<random.int(1...300)).map { _ in random.pick(letters) })
    let scalars = Array(text.unicodeScalars.indices)
    let first = random.pick(scalars)
    let start = text.utf8.distance(from: text.startIndex, to: first)
    let end = start + text.unicodeScalars[first].utf8.count
    let excerpt = TextExcerpt(text, around: [start..<end])
    for mark in excerpt.marks {
      let shown = Array(excerpt.text.utf8)[mark]
      let given = Array(text.utf8)[start..<end].map { $0 == 0x0a ? 0x20 : $0 }
      #expect(Array(shown) == given, "seed \(seed)")
    }
  }
}
