import JournalTestSupport
import Testing

@testable import SearchEngine

struct NamePrefilterTests {
  @Test(arguments: UInt64(1)...30)
  func whatPassesIsFoundAsAmongAll(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let collection = SearchPropertyTests.collection(&random)
    for _ in 0..<40 {
      let text = SearchPropertyTests.query(collection, &random)
      let query = try SearchQuery(text)
      let prefilter = NamePrefilter(query)
      var passed = SmallCollection()
      var numbers: [Int] = []
      for (number, names) in collection.documents.enumerated() {
        let admitted = names.filter { !prefilter.finding(in: $0.text).isEmpty }
        var all = NamePrefilter.Finding()
        for name in names { all.formUnion(prefilter.finding(in: name.text)) }
        guard prefilter.admits(all) else { continue }
        passed.add(
          admitted.map { ($0.text, $0.kind) },
          weight: collection.weights[number])
        numbers.append(number)
      }
      let all = try collection.matches(text, limit: nil)
      let few = try passed.matches(text, limit: nil)
      #expect(
        few.map { numbers[$0.document] } == all.map(\.document),
        "seed \(seed), query \(text)")
      #expect(
        zip(few, all).allSatisfy {
          $0.level == $1.level && $0.edits == $1.edits
        }, "seed \(seed), query \(text)")
    }
  }

  @Test func mostNamesDoNotPass() throws {
    let prefilter = NamePrefilter(try SearchQuery("monstera leaf"))
    for name in ["Monstera deliciosa", "mosntera", "the monsteras", "a leaf"] {
      #expect(!prefilter.finding(in: name).isEmpty, "\(name)")
      #expect(!prefilter.admits(prefilter.finding(in: name)), "\(name)")
    }
    var both = prefilter.finding(in: "leafy")
    both.formUnion(prefilter.finding(in: "Monstera"))
    #expect(prefilter.admits(both))
    #expect(prefilter.admits(prefilter.finding(in: "Monstera-Leaf")))
    #expect(prefilter.finding(in: "Ficus lyrata").isEmpty)
    #expect(prefilter.finding(in: "").isEmpty)
  }

  @Test func nothingIsFoundByNoWords() throws {
    let prefilter = NamePrefilter(try SearchQuery("!"))
    #expect(prefilter.finding(in: "Monstera").isEmpty)
    #expect(!prefilter.admits(prefilter.finding(in: "Monstera")))
  }
}

extension NamePrefilter {
  fileprivate func finding(in name: String) -> Finding {
    finding(in: FoldedText(name))
  }
}
