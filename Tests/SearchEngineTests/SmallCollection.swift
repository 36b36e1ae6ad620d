@testable import SearchEngine

/// Documents for tests: each a list of names, the better known first.
struct SmallCollection {
  static let plain = NameKind(number: 0, rank: 0)
  static let botanical = NameKind(number: 1, rank: 0, isBotanical: true)
  static let old = NameKind(number: 2, rank: 1, isBotanical: true)

  var documents: [[(text: String, kind: NameKind)]] = []
  var weights: [UInt8] = []

  mutating func add(
    _ names: [(String, NameKind)], weight: UInt8 = 0
  ) {
    documents.append(names.map { (text: $0.0, kind: $0.1) })
    weights.append(weight)
  }

  var image: [UInt8] {
    var builder = SearchTablesBuilder()
    for (names, weight) in zip(documents, weights) {
      builder.beginDocument(weight: weight)
      for name in names { builder.addName(name.text, kind: name.kind) }
    }
    return builder.image()
  }

  /// The documents that match, best first.
  func matches(
    _ query: String, limit: Int? = 20
  ) throws -> [SearchMatch] {
    try image.matches(query, limit: limit)
  }

  /// Some plants as people know them.
  static let plants = {
    var plants = SmallCollection()
    plants.add(
      [
        ("Monstera deliciosa", botanical), ("Swiss Cheese Plant", plain),
        ("Philodendron pertusum", old),
      ], weight: 90)
    plants.add([("Monstera adansonii", botanical)], weight: 60)
    plants.add(
      [
        ("Dracaena trifasciata", botanical), ("Snake Plant", plain),
        ("Sansevieria trifasciata", old),
      ], weight: 80)
    plants.add(
      [
        ("Dracaena trifasciata 'Laurentii'", botanical),
        ("Variegated Snake Plant", plain),
      ], weight: 50)
    plants.add(
      [
        ("Philodendron hederaceum 'Brasil'", botanical),
        ("Brasil Philodendron", plain),
      ], weight: 40)
    plants.add(
      [
        ("Philodendron hederaceum", botanical),
        ("Heartleaf Philodendron", plain),
      ], weight: 70)
    plants.add(
      [("Peperomia hederifolia", botanical), ("Ivy Peperomia", plain)])
    plants.add(
      [
        ("Pachyphytum 'Dr. Cornelius'", botanical),
        ("Dr. Cornelius Pachyphytum", plain),
      ])
    return plants
  }()
}

extension [UInt8] {
  /// The matches in an image of search tables alone.
  func matches(
    _ query: String, limit: Int? = 20
  ) throws -> [SearchMatch] {
    let reader = try ImageReader(
      span.bytes, version: SearchTablesBuilder.version)
    let tables = try SearchTables(reader)
    var search = Search()
    return try search.matches(
      for: SearchQuery(query), in: tables, limit: limit
    ).matches
  }
}
