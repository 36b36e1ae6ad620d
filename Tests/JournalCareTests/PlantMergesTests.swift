import JournalCare
import JournalEvents
import Testing

/// The groups of plants that statements make.
@Suite struct PlantMergesTests {
  private let plants = (1...4).map {
    PlantID(bits: UUIDBits(high: 0, low: $0))
  }

  /// Forms the groups from statements (plant, target), the earliest first, by
  /// the numbers of the plants.
  private func merges(
    _ words: [(Int, Int)], without missing: Set<Int> = []
  ) -> PlantMerges {
    var latest: [PlantID: PlantMerges.Word] = [:]
    for (time, word) in words.enumerated() {
      let reference = EventReference(
        writer: WriterID(bits: UUIDBits(high: 0, low: 9)),
        sequence: UInt64(time + 1), hashPrefix: 0)
      latest[plants[word.0]] = PlantMerges.Word(
        into: plants[word.1], position: LogPosition(of: reference, at: .zero))
    }
    return PlantMerges(latest) { plant in
      !missing.contains { plants[$0] == plant }
    }
  }

  private func roots(_ merges: PlantMerges) -> [Int] {
    plants.map { plant in
      plants.firstIndex(of: merges.root(of: plant)) ?? -1
    }
  }

  @Test func chainsLeadToTheirEnd() {
    let merges = merges([(0, 1), (1, 2)])
    #expect(roots(merges) == [2, 2, 2, 3])
    #expect(merges.group(of: plants[2]) == Set(plants[...2]))
    #expect(merges.group(of: plants[0]) == [plants[0]])
    #expect(merges.plants == Set(plants[...2]))
  }

  @Test func theLatestWordOnAPlantCounts() {
    #expect(roots(merges([(0, 1), (0, 2)])) == [2, 1, 2, 3])
  }

  @Test(arguments: 0..<3)
  func theEarliestWordOfACircleIsIgnored(first: Int) {
    let words = (0..<3).map { ((first + $0) % 3, (first + $0 + 1) % 3) }
    let merges = merges(words + [(3, 0)])
    #expect(roots(merges) == [Int](repeating: first, count: 4))
    #expect(merges.group(of: plants[first]) == Set(plants))
  }

  @Test func aPlantIsNotMergedIntoItself() {
    #expect(merges([(0, 0)]).isEmpty)
  }

  @Test func aMissingTargetTakesNothing() {
    #expect(merges([(0, 1)], without: [1]).isEmpty)
    // What leads to the plant that is not merged ends there.
    let merges = merges([(0, 1), (1, 2)], without: [2])
    #expect(roots(merges) == [1, 1, 2, 3])
    #expect(merges.group(of: plants[1]) == Set(plants[...1]))
  }

  @Test func aMissingTargetBreaksACircle() {
    let merges = merges([(0, 1), (1, 2), (2, 0)], without: [0])
    #expect(roots(merges) == [2, 2, 2, 3])
  }
}
