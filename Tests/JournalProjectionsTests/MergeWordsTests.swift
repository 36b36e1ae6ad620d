import JournalCare
import JournalEvents
import JournalTestSupport
import Testing

@testable import JournalProjections

/// The statements on merges as they change one by one.
@Suite struct MergeWordsTests {
  private let plants = (1...9).map { PlantID(bits: UUIDBits(high: 0, low: $0)) }

  private func word(into plant: PlantID, at time: Int) -> PlantMerges.Word {
    let reference = EventReference(
      writer: WriterID(bits: UUIDBits(high: 0, low: 9)),
      sequence: UInt64(time + 1), hashPrefix: 0)
    return PlantMerges.Word(
      into: plant, position: LogPosition(of: reference, at: .zero))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func changesFormTheGroupsThatAllStatementsForm(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var words = MergeWords()
    var absent: Set<PlantID> = []
    for time in 0..<60 {
      let id = random.pick(plants)
      let former = words.entries[id]
      var (word, hasMerges) = (former?.word, former?.hasMerges ?? false)
      switch random.int(0...3) {
      case 0 where former != nil: absent.formSymmetricDifference([id])
      case 1 where hasMerges: word = nil
      default:
        word = self.word(into: random.pick(plants), at: time)
        hasMerges = true
      }
      let before = words.merges
      let entry = MergeEntry(
        word: word, hasMerges: hasMerges, canTakeOthers: !absent.contains(id))
      let changed = words.update([id: entry]) { !absent.contains($0) }.groups
      let all = MergeWords(words.entries).merges
      let targets = Set(words.entries.values.compactMap(\.word?.into))
      for plant in plants {
        let (root, group) = (all.root(of: plant), all.group(of: plant))
        #expect(words.merges.root(of: plant) == root, "seed \(seed)")
        #expect(words.merges.group(of: plant) == group, "seed \(seed)")
        let differs =
          before.root(of: plant) != root || before.group(of: plant) != group
        #expect(changed.contains(plant) == differs, "seed \(seed)")
        let entry = words.entries[plant]
        #expect(
          (entry != nil)
            == (entry?.hasMerges == true || targets.contains(plant)),
          "seed \(seed)")
      }
    }
  }
}
