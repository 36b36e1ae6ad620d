import JournalTestSupport
import Testing

@testable import SearchEngine

struct SearchPropertyTests {
  @Test(arguments: UInt64(1)...30)
  func aSearchFindsWhatLookingAtEveryNameFinds(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let collection = Self.collection(&random)
    let image = collection.image
    let tables = try SearchTables(
      ImageReader(image.span.bytes, version: SearchTablesBuilder.version))
    // One search for all queries: nothing of one may reach the next.
    var search = Search()
    for _ in 0..<40 {
      let text = Self.query(collection, &random)
      let query = try SearchQuery(text)
      guard !query.isEmpty else { continue }
      let found = try search.matches(for: query, in: tables, limit: nil)
      var naive = NaiveSearch(collection: collection, query: query).ranks()
      if naive.isEmpty, let plain = query.withoutAbbreviation {
        naive = NaiveSearch(collection: collection, query: plain).ranks()
      }
      #expect(
        found.matches.map(\.rank) == naive, "seed \(seed), query \(text)")
    }
  }

  @Test func theSameNamesGiveTheSameBytes() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)
    #expect(Self.collection(&first).image == Self.collection(&second).image)
  }

  // Words of few letters, so that many are alike, begin others or are near.
  private static func word(_ random: inout SeededGenerator) -> String {
    let letters =
      random.one(in: 3)
      ? Array("aabcжя水") : Array("aabcdeé")
    return String((0..<random.int(1...9)).map { _ in random.pick(letters) })
  }

  static func collection(
    _ random: inout SeededGenerator
  ) -> SmallCollection {
    var collection = SmallCollection()
    let kinds = [
      SmallCollection.plain, SmallCollection.botanical, SmallCollection.old,
    ]
    for _ in 0..<random.int(1...60) {
      let names = (0..<random.int(1...3)).map { _ in
        let words = (0..<random.int(1...3)).map { _ in word(&random) }
        return (words.joined(separator: " "), random.pick(kinds))
      }
      collection.add(names, weight: UInt8(random.int(0...2)))
    }
    return collection
  }

  static func query(
    _ collection: SmallCollection, _ random: inout SeededGenerator
  ) -> String {
    if random.one(in: 4) {
      let words = (0..<random.int(1...3)).map { _ in word(&random) }
      return words.joined(separator: random.one(in: 5) ? ". " : " ")
    }
    let names = collection.documents.flatMap { $0.map(\.text) }
    var text = Array(random.pick(names))
    for _ in 0..<random.int(0...2) where !text.isEmpty {
      let place = random.int(0...(text.count - 1))
      if random.one(in: 2) {
        text.remove(at: place)
      } else {
        text.insert(random.pick(Array("abcж ")), at: place)
      }
    }
    return String(text.prefix(random.int(1...20)))
  }
}
