@testable import SearchEngine

/// The search by its definition: every name of every document is looked at,
/// one by one, with no tables and no short cuts.
struct NaiveSearch {
  let collection: SmallCollection
  let query: SearchQuery

  /// The ranks of the documents that match, best first.
  func ranks() -> [UInt64] {
    let typed = documents.compactMap { rank(of: $0, allowsEdits: false) }
    guard typed.count < Search.enoughMatches else { return typed.sorted() }
    let near = documents.compactMap { document in
      rank(of: document, allowsEdits: false) == nil
        ? rank(of: document, allowsEdits: true) : nil
    }
    return (typed + near).sorted()
  }

  private var documents: Range<Int> { collection.documents.indices }

  private func rank(of document: Int, allowsEdits: Bool) -> UInt64? {
    let names = collection.documents[document]
    let matches = names.map { name in
      query.words.map {
        best($0, in: FoldedText(name.text), name.kind, allowsEdits)
      }
    }
    let together = query.words.indices.map { word in
      matches.compactMap { $0[word] }.min()
    }
    var ranks: [MatchRank] = []
    for (name, found) in zip(names, matches) {
      ranks += whole(name, document, allowsEdits)
      let isTouched = found.contains { $0 != nil }
      guard isTouched, !together.contains(nil) else { continue }
      let isAcross = found.contains(nil)
      ranks.append(
        words(
          isAcross ? together : found, name, document, isAcross,
          found.count { $0 != nil }))
    }
    return ranks.filter { $0.edits <= 3 }.map(\.packed).min()
  }

  /// Fewest edits first, whole words before beginnings, these before what
  /// stands inside.
  private struct WordMatch: Comparable {
    let edits: Int
    let isPrefix: Bool
    var isInside = false

    static func < (left: WordMatch, right: WordMatch) -> Bool {
      (left.edits, left.isPrefix ? 1 : 0, left.isInside ? 1 : 0)
        < (right.edits, right.isPrefix ? 1 : 0, right.isInside ? 1 : 0)
    }
  }

  private func best(
    _ word: QueryWord, in name: FoldedText, _ kind: NameKind,
    _ allowsEdits: Bool
  ) -> WordMatch? {
    name.words.enumerated().compactMap { index, other in
      guard !word.isAbbreviation || (index == 0 && kind.isBotanical) else {
        return nil
      }
      return match(word, Array(name.bytes(of: other)), allowsEdits)
    }.min()
  }

  private func match(
    _ word: QueryWord, _ other: [UInt8], _ allowsEdits: Bool
  ) -> WordMatch? {
    if other == word.bytes { return WordMatch(edits: 0, isPrefix: false) }
    if other.starts(with: word.bytes) {
      return WordMatch(edits: 0, isPrefix: true)
    }
    guard allowsEdits else { return nil }
    if word.letterCount >= 4, !word.isAbbreviation,
      other.indices.contains(where: { other[$0...].starts(with: word.bytes) })
    {
      return WordMatch(edits: 0, isPrefix: true, isInside: true)
    }
    guard word.allowedEdits > 0 else { return nil }
    let distances = naiveEditsToBeginnings(
      of: other.letters, from: word.bytes.letters)
    let whole = distances[other.letters.count]
    let prefix = distances.min() ?? whole
    if whole == 1 { return WordMatch(edits: 1, isPrefix: false) }
    if prefix == 1, word.allowedEditsInPrefix > 0 {
      return WordMatch(edits: 1, isPrefix: true)
    }
    return whole == 2 && word.allowedEdits == 2
      ? WordMatch(edits: 2, isPrefix: false) : nil
  }

  private func whole(
    _ name: (text: String, kind: NameKind), _ document: Int,
    _ allowsEdits: Bool
  ) -> [MatchRank] {
    guard !query.words[0].isAbbreviation else { return [] }
    let folded = FoldedText(name.text).bytes
    let typed = query.whole
    let edits: Int
    let level: MatchLevel
    if allowsEdits {
      guard typed.allowedEdits > 0 else { return [] }
      edits = naiveEdits(typed.bytes.letters, folded.letters)
      guard 1...typed.allowedEdits ~= edits else { return [] }
      level = .fuzzy
    } else {
      guard folded.starts(with: typed.bytes) else { return [] }
      edits = 0
      level = folded.count == typed.bytes.count ? .exact : .prefix
    }
    return [
      MatchRank(
        level: level, edits: edits, isAcrossNames: false, prefixes: 0,
        unmatched: 0, kind: name.kind,
        weight: collection.weights[document], document: document)
    ]
  }

  private func words(
    _ found: [WordMatch?], _ name: (text: String, kind: NameKind),
    _ document: Int, _ isAcross: Bool, _ matched: Int
  ) -> MatchRank {
    let found = found.compactMap { $0 }
    let edits = found.map(\.edits).reduce(0, +)
    return MatchRank(
      level: edits > 0
        ? .fuzzy : found.contains { $0.isInside } ? .inside : .word,
      edits: edits,
      isAcrossNames: isAcross, prefixes: found.count { $0.isPrefix },
      unmatched: max(FoldedText(name.text).words.count - matched, 0),
      kind: name.kind, weight: collection.weights[document],
      document: document)
  }
}
