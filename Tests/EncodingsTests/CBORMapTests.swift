import Encodings
import JournalTestSupport
import Testing

@Suite struct CBORMapTests {
  private func encoded(_ keys: [String]) -> [UInt8] {
    CBORItem.map(keys.map { .init($0, .text("of \($0)")) }).encoded
  }

  @Test func keysAreWrittenInTheOrderOfTheirBytes() {
    // RFC 8949 §4.2.1 compares encoded keys, so the shorter comes first.
    let sorted = ["", "a", "b", "z", "aa", "é", "zzz", "水", "note"]
    #expect(fault(of: encoded(sorted.reversed())) == nil)
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(left.precedesInCBOR(right), "'\(left)' before '\(right)'")
      #expect(!right.precedesInCBOR(left))
    }
    #expect(!"a".precedesInCBOR("a"))
  }

  @Test(arguments: [11, 12] as [UInt64])
  func theOrderOfAddingDoesNotMatter(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let keys = Array(
        Set((0..<generator.int(0...30)).map { _ in generator.text(0...9) }))
      let expected = encoded(keys.sorted { $0.precedesInCBOR($1) })
      let shuffled = encoded(keys.shuffled(using: &generator))
      #expect(shuffled == expected, "seed \(seed)")
      #expect(fault(of: shuffled) == nil, "seed \(seed)")
    }
  }
}
