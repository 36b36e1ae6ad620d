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
    for (time, words) in words.enumerated() {
      latest[plants[words.0]] = word(into: plants[words.1], at: time)
    }
    return PlantMerges(latest) { plant in
      !missing.contains { plants[$0] == plant }
    }
  }

  private func word(into target: PlantID, at time: Int) -> PlantMerges.Word {
    let reference = EventReference(
      writer: WriterID(bits: UUIDBits(high: 0, low: 9)),
      sequence: UInt64(time + 1), hashPrefix: 0)
    return PlantMerges.Word(
      into: target, position: LogPosition(of: reference, at: .zero))
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
    #expect(merges.group(of: plants[3]) == [plants[3]])
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

  @Test func formingSomeGroupsAgainAsksForTheirPlantsAlone() {
    let plants = (1...2000).map { PlantID(bits: UUIDBits(high: 1, low: $0)) }
    var merges = PlantMerges.none
    var asked = 0
    for first in stride(from: 0, to: plants.count, by: 2) {
      let pair = Set(plants[first...first + 1])
      let changed = merges.regroup(
        pair, by: [plants[first]: word(into: plants[first + 1], at: 1)]
      ) { _ in
        asked += 1
        return true
      }
      #expect(changed == pair)
    }
    #expect(asked == 1000)
    #expect(
      plants.allSatisfy { merges.group(of: merges.root(of: $0)).count == 2 })
    let pair = Set(plants[..<2])
    #expect(merges.regroup(pair, by: [:]) { _ in true } == pair)
    #expect(merges.root(of: plants[0]) == plants[0])
    #expect(merges.root(of: plants[2]) == plants[3])
  }
}
