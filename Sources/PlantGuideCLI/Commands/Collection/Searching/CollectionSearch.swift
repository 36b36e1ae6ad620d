internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import SearchEngine
internal import TerminalKit

/// Searches plants of the collection with the catalogue's engine.
///
/// Plants change with every event, so no tables are kept: each text passes a
/// sieve, and tables are made of the few plants that could be meant.
struct CollectionSearch {
  /// A plant of which the search needs something.
  private struct Candidate {
    let id: PlantID
    let state: PlantState
    let texts: [(field: PlantText, text: String)]
    let sortName: String
  }

  /// A plant that was found.
  struct Found {
    let id: PlantID
    let state: PlantState
    let match: PlantMatch
  }

  private let query: SearchQuery
  private let sieve: NameSieve
  private var candidates: [Candidate] = []
  // Names, labels and rooms come again in plant after plant.
  private var findings: [String: NameSieve.Finding] = [:]

  /// Creates a search for some words.
  ///
  /// - Throws: ``SearchQueryError`` where they are too many.
  init(_ words: [String]) throws(SearchQueryError) {
    query = try SearchQuery(words.joined(separator: " "))
    sieve = NameSieve(query)
  }

  /// Looks at a plant.
  ///
  /// - `notes`: Its observations; they are not asked for where there is
  ///   nothing to look for.
  mutating func look(
    at id: PlantID, _ state: PlantState, room: String,
    notes: () throws -> [String]
  ) throws {
    guard !query.isEmpty else { return }
    var texts: [(field: PlantText, text: String)] = []
    var all = NameSieve.Finding()
    for (field, text) in state.texts(room: room) {
      let finding = finding(in: text)
      guard !finding.isEmpty else { continue }
      all.formUnion(finding)
      texts.append((field, text))
    }
    for note in try notes() {
      let finding = sieve.finding(in: note)
      guard !finding.isEmpty else { continue }
      all.formUnion(finding)
      texts.append((.note, note))
    }
    guard sieve.admits(all) else { return }
    candidates.append(
      Candidate(
        id: id, state: state, texts: texts,
        sortName: NameIndex.fold(state.displayName)))
  }

  private mutating func finding(in text: String) -> NameSieve.Finding {
    if let known = findings[text] { return known }
    let finding = sieve.finding(in: text)
    findings[text] = finding
    return finding
  }

  /// The plants that match, best first; equals by name.
  func found() throws(ImageError) -> [Found] {
    let sorted = candidates.sorted {
      ($0.sortName, $0.id) < ($1.sortName, $1.id)
    }
    var builder = SearchTablesBuilder()
    for candidate in sorted {
      builder.beginDocument()
      for (field, text) in candidate.texts {
        builder.addName(text, kind: field.kind)
      }
    }
    let image = builder.image()
    let tables = try SearchTables(
      ImageReader(image.span.bytes, version: SearchTablesBuilder.version))
    var search = Search()
    let results = try search.matches(for: query, in: tables, limit: nil)
    var found: [Found] = []
    for (place, match) in results.matches.enumerated() {
      let candidate = sorted[match.document]
      let first = try tables.names(of: match.document).lowerBound
      let (field, text) = candidate.texts[match.name - first]
      found.append(
        Found(
          id: candidate.id, state: candidate.state,
          match: PlantMatch(
            field: field, text: text, level: match.level, slips: match.slips,
            marks: query.marks(in: text), place: place)))
    }
    return found
  }
}
