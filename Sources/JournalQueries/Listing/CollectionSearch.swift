internal import CatalogueKit
internal import CatalogueStore
internal import Encodings
internal import JournalCare
internal import JournalEvents
public import SearchEngine

/// Searches plants of the collection with the catalogue's engine.
///
/// Plants change with every event, so no tables are kept: each text passes a
/// prefilter, and only the few possible plants get tables.
struct CollectionSearch {
  /// A plant with matching texts.
  private struct Candidate {
    let id: PlantID
    let name: String
    let texts: [Text]
  }

  /// A text that may match.
  private struct Text {
    let field: PlantText
    let text: String
    let folded: FoldedText
  }

  private let query: SearchQuery
  /// The words that could be a plant's id, or the start of its short id.
  private let ids: [String]
  private let prefilter: NamePrefilter
  private var candidates: [Candidate] = []
  // Names of species, labels and rooms are the same for many plants.
  private var known: [String: (NamePrefilter.Finding, FoldedText)] = [:]

  private var formerNames: [String: [String]] = [:]

  /// Creates a search for some words.
  ///
  /// - Throws: ``SearchQueryError`` if there are too many.
  init(_ words: [String]) throws(SearchQueryError) {
    query = try SearchQuery(words.joined(by: " "))
    ids = words.flatMap { $0.split(separator: " ") }.map { $0.lowercased() }
      .filter { PlantResolver.mayBeID($0) }
    prefilter = NamePrefilter(query)
  }

  /// Examines a plant. Its notes are only read if there is something to find.
  mutating func look(
    at id: PlantID, _ state: PlantState, room: String, facts: [PlantFact],
    notes: () throws -> [String]
  ) throws {
    guard !query.isEmpty else { return }
    var texts: [Text] = []
    var all = NamePrefilter.Finding()
    func add(
      _ field: PlantText, _ text: String,
      _ found: (finding: NamePrefilter.Finding, folded: FoldedText)
    ) {
      guard !found.finding.isEmpty else { return }
      all.formUnion(found.finding)
      texts.append(Text(field: field, text: text, folded: found.folded))
    }
    state.forEachText(room: room) { field, text in
      let isOwn = field == .nickname
      add(field, text, isOwn ? finding(in: text) : knownFinding(in: text))
      if let spelled = text.spellingOutUmlauts {
        add(
          field, text, isOwn ? finding(in: spelled) : knownFinding(in: spelled))
      }
    }
    // An id with a typing error is another id.
    if !ids.isEmpty {
      let short = ShortID.text(of: id)
      for word in ids where short.hasPrefix(word) || id.description == word {
        let text = word.count > ShortID.length ? word : short
        add(.id, text, finding(in: text))
      }
    }
    let species = state.profile?.scientificName ?? ""
    for name in try formerNames(of: species) {
      add(.former, name, knownFinding(in: name))
    }
    for fact in facts {
      add(.fact, fact.value, finding(in: fact.value))
      if let spelled = fact.value.spellingOutUmlauts {
        add(.fact, fact.value, finding(in: spelled))
      }
    }
    for note in try notes() {
      add(.note, note, finding(in: note))
      if let spelled = note.spellingOutUmlauts {
        add(.note, note, finding(in: spelled))
      }
    }
    guard prefilter.admits(all) else { return }
    candidates.append(
      Candidate(id: id, name: state.displayName, texts: texts))
  }

  private mutating func formerNames(of species: String) throws -> [String] {
    if let known = formerNames[species] { return known }
    let names = try BundledCatalogue.catalogue().entry(called: species)
    formerNames[species] = names?.synonyms ?? []
    return names?.synonyms ?? []
  }

  private func finding(
    in text: String
  ) -> (NamePrefilter.Finding, FoldedText) {
    let folded = FoldedText(text)
    return (prefilter.finding(in: folded), folded)
  }

  private mutating func knownFinding(
    in text: String
  ) -> (NamePrefilter.Finding, FoldedText) {
    if let known = known[text] { return known }
    let found = finding(in: text)
    known[text] = found
    return found
  }

  /// Visits the matching plants, best first, then by name, until `body` returns
  /// `false`.
  func forEachFound(_ body: (PlantID, TextMatch) throws -> Bool) throws {
    let sorted = candidates.sortedByName(\.name)
    var builder = SearchTablesBuilder()
    for candidate in sorted {
      builder.beginDocument()
      for text in candidate.texts {
        builder.addName(text.text, text.folded, kind: text.field.kind)
      }
    }
    let image = builder.image()
    let tables = try SearchTables(
      ImageReader(image.span.bytes, version: SearchTablesBuilder.version))
    var search = Search()
    let results = try search.matches(for: query, in: tables, limit: nil)
    for (place, match) in results.matches.enumerated() {
      let candidate = sorted[match.document]
      let first = try tables.names(of: match.document).lowerBound
      let text = candidate.texts[match.name - first]
      let found = TextMatch(
        field: text.field, text: text.text, level: match.level,
        edits: match.edits, marks: query.marks(in: text.text), place: place)
      guard try body(candidate.id, found) else { return }
    }
  }
}

/// The texts of a plant that a search examines. Of equal matches, the earlier
/// text comes first.
public enum PlantText: UInt8, CaseIterable, Sendable {
  /// The nickname.
  case nickname
  /// The scientific name.
  case scientific
  /// A common name.
  case common
  /// A tag.
  case tag
  /// The name of the room.
  case room
  /// The family.
  case family
  /// The category.
  case category
  /// A former scientific name of the species.
  case former
  /// The text of a note.
  case note
  /// A value of a custom field.
  case fact
  /// The short id, or the whole id if that was typed.
  case id

  /// The kind of name in the engine's terms.
  var kind: NameKind {
    NameKind(
      number: rawValue, rank: min(rawValue, 7),
      isBotanical: self == .scientific || self == .former)
  }

  init?(_ kind: NameKind) {
    self.init(rawValue: kind.number)
  }
}

extension PlantState {
  /// Visits the texts in a plant's state, in the order of ``PlantText``.
  func forEachText(room: String, _ body: (PlantText, String) -> Void) {
    guard let profile else { return }
    if let nickname = profile.nickname { body(.nickname, nickname) }
    body(.scientific, profile.scientificName)
    for name in profile.commonNames { body(.common, name) }
    for tag in profile.tags { body(.tag, tag) }
    body(.room, room)
    if !profile.family.isEmpty { body(.family, profile.family) }
    if let category = profile.category { body(.category, category) }
  }
}

/// The text of a plant that a search found, and its match.
public struct TextMatch: Sendable, Hashable {
  /// The kind of text.
  public let field: PlantText
  /// The text that matched best.
  public let text: String
  /// The level of the match.
  public let level: MatchLevel
  /// The number of typing errors.
  public let edits: Int
  /// The matches, as byte ranges of the text's UTF-8, in order.
  public let marks: [Range<Int>]
  /// The position among the results, from 0.
  public let place: Int
}
