import JournalEvents
import JournalTestSupport
import Testing

struct NameOrderTests {
  @Test func lettersComeBeforeAccentsBeforeCaseAndNumbersCount() {
    let lists = [
      ["apple", "Äpfel", "Birne", "Étoile", "P2", "P10", "Zora"],
      ["Etui", "Eule", "Étoile", "Zuzu"],
      ["fern", "Fern", "fern 2", "Fern 10", "Ferns"],
      ["Shelf 09", "Shelf 9", "Shelf 010", "Shelf 10"],
      ["", " ", "!", "7", "a", "ae", "æ", "af", "z", "Ωmega", "Ярослав", "梅"],
      ["Lodz", "Łódź", "M"], ["Strasse", "Straßf", "Strate"],
    ]
    for list in lists {
      #expect(list.reversed().sortedByName(\.self) == list)
    }
  }

  @Test func oneNameHasOnePlaceInEveryComposition() {
    let composed = "\u{c4}pfel"
    let decomposed = "A\u{308}pfel"
    let between = ["Azalee", composed, decomposed, "Birne"]
    #expect(between.shuffled().sortedByName(\.self).first == "Azalee")
    #expect(between.shuffled().sortedByName(\.self).last == "Birne")
    // Same letters and case: bytes decide, so equal lists come out equal.
    #expect(NameOrder(composed) != NameOrder(decomposed))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func itIsATotalOrderOfAllNames(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "A", "ä", "Ä", "a\u{308}", "b", "z", "é", "ß", "ss", "ﬁ", "0", "1",
      "10", "٣", " ", "-", "я", "梅", "\u{301}", "\u{0}", "🌵", "ø", "İ", "ı",
    ]
    let names = (0..<120).map { _ in
      (0..<Int.random(in: 0...6, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    let orders = names.map(NameOrder.init)
    for (left, first) in zip(names, orders) {
      #expect(!first.key.contains(0) && first.key.count <= 480)
      for (right, second) in zip(names, orders) {
        let same = left.utf8.elementsEqual(right.utf8)
        if same { #expect(first == second) }
        #expect((first < second) != (second <= first), "\(left) \(right)")
      }
    }
    let sorted = names.sortedByName(\.self)
    #expect(names.shuffled(using: &random).sortedByName(\.self) == sorted)
    for (index, name) in sorted.enumerated().dropFirst() {
      #expect(NameOrder(sorted[index - 1]) <= NameOrder(name))
    }
  }

  @Test func numbersOfAnyLengthCountByTheirValue() {
    for digits in 1..<60 {
      let nines = String(repeating: "9", count: digits)
      let next = "1" + String(repeating: "0", count: digits)
      #expect(NameOrder("Pot \(nines)") < NameOrder("Pot \(next)"))
      #expect(NameOrder("Pot \(nines)a") < NameOrder("Pot \(next)"))
      #expect(NameOrder("Pot \(nines)") < NameOrder("Pots"))
    }
  }
}
