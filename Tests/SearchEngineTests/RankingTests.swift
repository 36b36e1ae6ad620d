import Testing

@testable import SearchEngine

struct RankingTests {
  private let plants = SmallCollection.plants

  /// The first name of the documents that match.
  private func found(_ query: String) throws -> [String] {
    try plants.matches(query).map { plants.documents[$0.document][0].text }
  }

  @Test(arguments: [
    ("monstera deliciosa", MatchLevel.exact, 0),
    ("MONSTERA  DELICIOSA", .exact, 0),
    ("monsteradeliciosa", .exact, 0),
    ("snakeplant", .exact, 0),
    ("monstera del", .prefix, 0),
    ("deliciosa monstera", .word, 0),
    ("delic", .word, 0),
    ("swiss deliciosa", .word, 0),
    ("monstera delicosa", .fuzzy, 1),
    ("mosntera delicosa", .fuzzy, 2),
    ("monsterra", .fuzzy, 1),
  ])
  func levelsSayHowANameWasMatched(
    query: String, level: MatchLevel, edits: Int
  ) throws {
    let first = try #require(try plants.matches(query).first)
    #expect(first.level == level)
    #expect(first.edits == edits)
  }

  @Test func theBestKnownIsFirstAmongEquals() throws {
    #expect(
      try found("monstera") == ["Monstera deliciosa", "Monstera adansonii"])
    #expect(
      try found("philo").prefix(2) == [
        "Philodendron hederaceum", "Philodendron hederaceum 'Brasil'",
      ])
  }

  @Test func anExactNameIsBeforeABetterKnownLongerOne() throws {
    #expect(
      try found("snake plant") == [
        "Dracaena trifasciata", "Dracaena trifasciata 'Laurentii'",
      ])
  }

  /// The last word of an English name says what the plant is.
  @Test func aWholeWordIsAsGoodAsTheBeginning() throws {
    var plants = SmallCollection()
    plants.add([("Fern-Leaved Begonia", SmallCollection.plain)], weight: 1)
    plants.add([("Boston Fern", SmallCollection.plain)], weight: 9)
    plants.add([("Fernwood", SmallCollection.plain)], weight: 5)
    #expect(try plants.matches("fern").map(\.document) == [1, 2, 0])
  }

  @Test func currentNamesAreBeforeOldOnes() throws {
    #expect(try found("philodendron").last == "Monstera deliciosa")
  }

  @Test func anOldNameFindsThePlant() throws {
    let first = try #require(try plants.matches("sansevieria").first)
    #expect(first.document == 2)
    #expect(
      plants.documents[2][first.name - 4].text == "Sansevieria trifasciata")
  }

  @Test(arguments: ["P. hederaceum", "p.hederaceum", "Phil. hederaceum"])
  func aGenusMayBeAbbreviated(query: String) throws {
    let found = try found(query)
    #expect(
      found.prefix(2) == [
        "Philodendron hederaceum", "Philodendron hederaceum 'Brasil'",
      ])
  }

  @Test func whatLooksLikeAnAbbreviationMayBeAName() throws {
    #expect(
      try found("Dr. Cornelius").first == "Pachyphytum 'Dr. Cornelius'")
    #expect(
      try found("Drk. Cornelius Pachyphytum").first
        == "Pachyphytum 'Dr. Cornelius'")
  }

  @Test(arguments: [
    "", " ", ".*", "^$", "[a-z]+", "monst.*ra xyz", "../../etc/passwd",
    "qwertzuiop",
    "monstera xylophone",
  ])
  func nonsenseFindsNothing(query: String) throws {
    #expect(try found(query).isEmpty)
  }

  @Test func aLimitCutsTheListAndNotTheCount() throws {
    let image = plants.image
    let tables = try SearchTables(
      ImageReader(image.span.bytes, version: SearchTablesBuilder.version))
    var search = Search()
    let query = try SearchQuery("p")
    let all = try search.matches(for: query, in: tables, limit: nil)
    let two = try search.matches(for: query, in: tables, limit: 2)
    let none = try search.matches(for: query, in: tables, limit: 0)
    #expect(two.matches == Array(all.matches.prefix(2)))
    #expect(two.total == all.matches.count)
    #expect(none.matches.isEmpty && none.total == all.total)
  }

  @Test func longQueriesAreRefused() {
    #expect(throws: SearchQueryError.tooLong(bytes: 10_240)) {
      try SearchQuery(String(repeating: "x", count: 10_240))
    }
    #expect(throws: SearchQueryError.tooManyWords(count: 17)) {
      try SearchQuery(Array(repeating: "a", count: 17).joined(separator: " "))
    }
  }

  @Test(arguments: [
    ("philo brasil", "Philodendron hederaceum 'Brasil'", ["Philo", "Brasil"]),
    ("snakep", "Snake Plant", ["Snake P"]),
    ("hederaceum p.", "Philodendron hederaceum", ["P", "hederaceum"]),
    ("brazil", "Brasil Philodendron", ["Brasil"]),
    ("medaillon", "'Médaillon'", ["Médaillon"]),
    ("monsteradelicosa", "Monstera deliciosa", ["Monstera deliciosa"]),
  ])
  func marksShowWhatMatched(
    query: String, name: String, marked: [String]
  ) throws {
    let marks = try SearchQuery(query).marks(in: name)
    #expect(marks.map { String(name.utf8[$0]) } == marked)
  }
}
