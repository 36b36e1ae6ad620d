import JournalTestSupport
import Testing

@testable import SearchEngine

struct NameSieveTests {
  @Test(arguments: UInt64(1)...30)
  func whatPassesIsFoundAsAmongAll(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let collection = SearchPropertyTests.collection(&random)
    for _ in 0..<40 {
      let text = SearchPropertyTests.query(collection, &random)
      let query = try SearchQuery(text)
      let sieve = NameSieve(query)
      var passed = SmallCollection()
      var numbers: [Int] = []
      for (number, names) in collection.documents.enumerated() {
        let admitted = names.filter { sieve.admits($0.text) }
        guard !admitted.isEmpty else { continue }
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
          $0.level == $1.level && $0.slips == $1.slips
        }, "seed \(seed), query \(text)")
    }
  }

  @Test func mostNamesDoNotPass() throws {
    let sieve = NameSieve(try SearchQuery("monstera"))
    #expect(sieve.admits("Monstera deliciosa"))
    #expect(sieve.admits("mosntera"))
    #expect(sieve.admits("a note on the monsteras"))
    #expect(!sieve.admits("Ficus lyrata"))
    #expect(!sieve.admits(""))
    #expect(!NameSieve(try SearchQuery("")).admits("Monstera"))
  }
}
