import JournalTestSupport
import Testing

@testable import SearchEngine

struct EditDistanceTests {
  @Test(arguments: [
    ("monty", "monty", 0), ("monty", "mnoty", 1), ("monty", "mony", 1),
    ("monty", "montty", 1), ("monty", "manty", 1), ("monty", "mnty", 1),
    ("", "ab", 2), ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1),
    ("фикус", "фиксу", 1), ("фикус", "фикмс", 1),
    ("モンステラ", "モンスタラ", 1), ("苔玉", "苔", 1),
    ("grünlilie", "grunlilie", 1),
  ])
  func editsAreCounted(left: String, right: String, distance: Int) {
    #expect(EditDistance.between(left, right, atMost: 3) == distance)
    #expect(EditDistance.between(right, left, atMost: 3) == distance)
    #expect(EditDistance.between(left, right, atMost: distance) == distance)
    if distance > 0 {
      #expect(
        EditDistance.between(left, right, atMost: distance - 1) == nil)
    }
  }

  @Test(arguments: [
    ("ivy", 0), ("мята", 1), ("苔玉", 0), ("fern", 1), ("monty", 1),
    ("flamenco", 2),
  ])
  func longerWordsMayHaveMoreEdits(word: String, allowance: Int) {
    #expect(EditDistance.allowance(for: word) == allowance)
  }

  @Test(arguments: UInt64(1)...20)
  func editsAreThoseOfTheMatrix(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counter = EditDistance()
    for _ in 0..<200 {
      let left = word(1...64, &random)
      let right = word(0...70, &random)
      counter.setWord(left.utf8Bytes.span.bytes)
      let found = counter.edits(to: right.utf8Bytes.span.bytes)
      let naive = naiveEditsToBeginnings(of: right, from: left)
      #expect(found.whole == naive.last, "seed \(seed): \(left) \(right)")
      #expect(found.prefix == naive.min(), "seed \(seed): \(left) \(right)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func textsAreAsFarApartAsTheMatrixSays(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let left = word(0...40, &random)
      var right = left
      for _ in 0..<random.int(0...4) {
        let place = random.int(0...right.count)
        if random.one(in: 2), place < right.count {
          right.remove(at: place)
        } else {
          right.insert(contentsOf: word(1...1, &random), at: place)
        }
      }
      let expected = naiveEdits(left, right)
      #expect(
        EditDistance.between(left.text, right.text, atMost: 3)
          == (expected <= 3 ? expected : nil), "seed \(seed): \(left) \(right)")
    }
  }

  @Test func longTextsAreComparedWhereTheyDiffer() {
    let long = String(repeating: "long ", count: 40)
    #expect(EditDistance.between(long + "a", long + "b", atMost: 1) == 1)
    #expect(EditDistance.between("a" + long, long + "b", atMost: 2) == nil)
    #expect(EditDistance.between("", "", atMost: 0) == 0)
  }

  @Test(arguments: UInt64(1)...20)
  func whatIsAllowedIsCountedToTheEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var counter = EditDistance()
    for _ in 0..<500 {
      let left = word(1...12, &random)
      let right = word(0...14, &random)
      counter.setWord(left.utf8Bytes.span.bytes)
      let all = counter.edits(to: right.utf8Bytes.span.bytes)
      for allowed in 0...3 {
        let some = counter.edits(
          to: right.utf8Bytes.span.bytes, atMost: allowed)
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
      let edits = naiveEdits(left, right)
      let lacking =
        LetterMask.mask(of: left.utf8Bytes) & LetterMask.ofOneByte
        & ~LetterMask.mask(of: right.utf8Bytes)
      #expect(
        lacking.nonzeroBitCount <= edits, "seed \(seed): \(left) \(right)")
    }
  }

  // Few letters, so that words are often near.
  private func word(
    _ lengths: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> [Unicode.Scalar] {
    let letters = Array("abcde7éж水🌱".unicodeScalars)
    return (0..<random.int(lengths)).map { _ in random.pick(letters) }
  }
}

extension [Unicode.Scalar] {
  fileprivate var text: String {
    String(String.UnicodeScalarView(self))
  }

  fileprivate var utf8Bytes: [UInt8] { [UInt8](text.utf8) }
}
