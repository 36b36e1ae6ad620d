internal import JournalCare
internal import JournalEvents
public import SearchEngine

/// Searches plants of the collection with the catalogue's engine.
///
/// Plants change with every event, so no tables are kept: each text passes a
/// prefilter, and tables are made of the few plants that could be meant.
struct CollectionSearch {
  /// A plant of which the search needs something.
  private struct Candidate {
    let id: PlantID
    let state: PlantState
    let texts: [(field: PlantText, text: String)]
  }

  /// A plant that was found.
  struct Found {
    let id: PlantID
    let state: PlantState
    let match: TextMatch
  }

  private let query: SearchQuery
  private let prefilter: NamePrefilter
  private var candidates: [Candidate] = []
  // Names, labels and rooms come again in plant after plant.
  private var findings: [String: NamePrefilter.Finding] = [:]

  /// Creates a search for some words.
  ///
  /// - Throws: ``SearchQueryError`` where they are too many.
  init(_ words: [String]) throws(SearchQueryError) {
    query = try SearchQuery(words.joined(separator: " "))
    prefilter = NamePrefilter(query)
  }

  /// Looks at a plant. Its notes are not asked for where there is nothing to
  /// look for.
  mutating func look(
    at id: PlantID, _ state: PlantState, room: String,
    notes: () throws -> [String]
  ) throws {
    guard !query.isEmpty else { return }
    var texts: [(field: PlantText, text: String)] = []
    var all = NamePrefilter.Finding()
    for (field, text) in state.texts(room: room) {
      let finding = finding(in: text)
      guard !finding.isEmpty else { continue }
      all.formUnion(finding)
      texts.append((field, text))
    }
    for note in try notes() {
      let finding = prefilter.finding(in: note)
      guard !finding.isEmpty else { continue }
      all.formUnion(finding)
      texts.append((.note, note))
    }
    guard prefilter.admits(all) else { return }
    candidates.append(
      Candidate(id: id, state: state, texts: texts))
  }

  private mutating func finding(in text: String) -> NamePrefilter.Finding {
    if let known = findings[text] { return known }
    let finding = prefilter.finding(in: text)
    findings[text] = finding
    return finding
  }

  /// The plants that match, best first; equals by name.
  func found() throws(ImageError) -> [Found] {
    let sorted = candidates.sortedByName(\.state.displayName)
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
          match: TextMatch(
            field: field, text: text, level: match.level, edits: match.edits,
            marks: query.marks(in: text), place: place)))
    }
    return found
  }
}

/// A text of a plant that a search looks at. Among matches that are else
/// equal the earlier is first.
public enum PlantText: UInt8, CaseIterable, Sendable {
  case nickname
  case scientific
  case common
  case tag
  case room
  case note

  /// The kind as the engine knows it.
  var kind: NameKind {
    NameKind(
      number: rawValue, rank: rawValue, isBotanical: self == .scientific)
  }

  init?(_ kind: NameKind) {
    self.init(rawValue: kind.number)
  }
}

extension PlantState {
  /// The texts of a plant that its state holds, in the order of
  /// ``PlantText``.
  func texts(room: String) -> [(PlantText, String)] {
    guard let profile else { return [] }
    var texts: [(PlantText, String)] = []
    if let nickname = profile.nickname { texts.append((.nickname, nickname)) }
    texts.append((.scientific, profile.scientificName))
    texts += profile.commonNames.map { (.common, $0) }
    texts += profile.tags.map { (.tag, $0) }
    texts.append((.room, room))
    return texts
  }
}

/// Which text of a plant a search found, and how.
public struct TextMatch: Sendable, Hashable {
  /// What the text is to the plant.
  public let field: PlantText
  /// The text that matched best.
  public let text: String
  /// How it matched.
  public let level: MatchLevel
  /// How many typing errors lie between.
  public let edits: Int
  /// What of the text matched, in bytes of its UTF-8, in order.
  public let marks: [Range<Int>]
  /// Its place among all that was found, from 0.
  public let place: Int
}
