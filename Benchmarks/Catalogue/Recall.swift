import CatalogueKit
import JournalTestSupport
import SearchEngine

/// How often the right plant is among the first results for a name with
/// edits in it.
struct Recall {
  /// So many results are looked at.
  static let shown = 5

  /// The names that were tried, and those that found their plant.
  var tried = 0
  var found = 0
  /// Plants of which every name that was tried found it.
  var plants = 0
  var wholePlants = 0
  /// Some that failed, for whoever wants to know why.
  var failures: [String] = []

  /// Tries every name of every plant once.
  ///
  /// A plant is right if it bears the name that was meant: where several are
  /// called "Snake Plant", nobody can tell which of them is.
  init(
    _ catalogue: borrowing Catalogue, edits: Int, minimumLength: Int,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var search = Search()
    for number in 0..<catalogue.count {
      let entry = try catalogue.entry(number)
      var isWhole = true
      var hasName = false
      for name in [entry.scientificName] + entry.commonNames + entry.synonyms
      where name.count(where: \.isLetter) >= minimumLength {
        hasName = true
        let typed = Edits.typed(name, edits: edits, &random)
        let isFound = try Self.finds(
          name, typed, catalogue, using: &search)
        tried += 1
        found += isFound ? 1 : 0
        isWhole = isWhole && isFound
        if !isFound { failures.append("\(name) <- \(typed)") }
      }
      plants += hasName ? 1 : 0
      wholePlants += hasName && isWhole ? 1 : 0
    }
  }

  private static func finds(
    _ name: String, _ typed: String, _ catalogue: borrowing Catalogue,
    using search: inout Search
  ) throws -> Bool {
    let results = try search.matches(
      for: SearchQuery(typed), in: catalogue.tables, limit: shown)
    let meant = FoldedText(name).bytes
    for match in results.matches {
      for other in try catalogue.tables.names(of: match.document)
      where FoldedText(try catalogue.tables.text(ofName: other)).bytes
        == meant
      {
        return true
      }
    }
    return false
  }
}
