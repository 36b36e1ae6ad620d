import JournalTestSupport
import Testing

@testable import SearchEngine

struct SlipCounterTests {
  @Test(arguments: [
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1),
    ("monstera", "monstera", 0), ("monstera", "mosntera", 1),
    ("monstera", "", 8),
  ])
  func slipsAreCounted(left: String, right: String, expected: Int) {
    var counter = SlipCounter()
    counter.setPattern(Array(left.utf8))
    let found = counter.slips(to: Array(right.utf8).span.bytes)
    #expect(found.whole == expected)
  }

  @Test(arguments: UInt64(1)...20)
  func slipsAreThoseOfTheMatrix(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counter = SlipCounter()
    for _ in 0..<200 {
      let left = word(1...64, &random)
      let right = word(0...70, &random)
      counter.setPattern(left)
      let found = counter.slips(to: right.span.bytes)
      let naive = naiveSlipsToBeginnings(of: right, from: left)
      #expect(found.whole == naive.last, "seed \(seed): \(left) \(right)")
      #expect(found.prefix == naive.min(), "seed \(seed): \(left) \(right)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func whatIsAllowedIsCountedToTheEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counter = SlipCounter()
    for _ in 0..<500 {
      let left = word(1...12, &random)
      let right = word(0...14, &random)
      counter.setPattern(left)
      let all = counter.slips(to: right.span.bytes)
      for allowed in 0...3 {
        let some = counter.slips(to: right.span.bytes, atMost: allowed)
        #expect(
          min(some.whole, allowed + 1) == min(all.whole, allowed + 1)
            && min(some.prefix, allowed + 1) == min(all.prefix, allowed + 1),
          "seed \(seed): \(left) \(right) \(allowed)")
      }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func masksNeverHideANearWord(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let left = word(1...10, &random)
      let right = word(1...10, &random)
      let slips = naiveSlips(left, right)
      let lacking = LetterMask.mask(of: left) & ~LetterMask.mask(of: right)
      #expect(
        lacking.nonzeroBitCount <= slips, "seed \(seed): \(left) \(right)")
    }
  }

  // Few letters, so that words are often near.
  private func word(
    _ lengths: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> [UInt8] {
    let letters = Array("abcde7é".utf8)
    return (0..<random.int(lengths)).map { _ in random.pick(letters) }
  }
}
