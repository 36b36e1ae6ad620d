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
        let admitted = names.filter { !sieve.finding(in: $0.text).isEmpty }
        var all = NameSieve.Finding()
        for name in names { all.formUnion(sieve.finding(in: name.text)) }
        guard sieve.admits(all) else { continue }
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
    let sieve = NameSieve(try SearchQuery("monstera leaf"))
    for name in ["Monstera deliciosa", "mosntera", "the monsteras", "a leaf"] {
      #expect(!sieve.finding(in: name).isEmpty, "\(name)")
      #expect(!sieve.admits(sieve.finding(in: name)), "\(name)")
    }
    var both = sieve.finding(in: "leafy")
    both.formUnion(sieve.finding(in: "Monstera"))
    #expect(sieve.admits(both))
    #expect(sieve.admits(sieve.finding(in: "Monstera-Leaf")))
    #expect(sieve.finding(in: "Ficus lyrata").isEmpty)
    #expect(sieve.finding(in: "").isEmpty)
  }

  @Test func nothingIsFoundByNoWords() throws {
    let sieve = NameSieve(try SearchQuery("!"))
    #expect(sieve.finding(in: "Monstera").isEmpty)
    #expect(!sieve.admits(sieve.finding(in: "Monstera")))
  }
}
