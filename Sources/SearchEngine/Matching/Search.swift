/// Searches tables, and keeps its working memory for the next search.
///
/// Whole names and words are first looked up as typed, by bisecting sorted
/// tables. Only if that finds little are all words compared with the query's,
/// letter by letter, to add those a few edits away.
public struct Search {
  /// With this many better matches, typing errors are not looked for.
  static let enoughMatches = 5
  /// With more edits than this in total, it is another name.
  private static let maximumEdits = 3

  private var tally = MatchTally()
  private var nearWords = NearWords()
  /// The kinds of names to ignore, each as the bit of its number.
  private var passedOver: UInt16 = 0

  /// Creates a search.
  public init() {}

  /// The documents that match a query, best first: exact names, then names that
  /// begin with it, then names with its words, then near ones; within each the
  /// best known first.
  ///
  /// - Parameters:
  ///   - query: The query to look for.
  ///   - tables: The tables to search.
  ///   - passedOver: The kinds of names to ignore, each as the bit of its
  ///     number.
  ///   - limit: The number of matches to return; `nil` for all.
  /// - Returns: The matches, and the number of all matches.
  /// - Throws: `damaged` if a number in the tables is out of range.
  public mutating func matches(
    for query: SearchQuery, in tables: borrowing SearchTables,
    passingOver passedOver: UInt16 = 0, limit: Int? = 20
  ) throws(ImageError) -> SearchResults {
    self.passedOver = passedOver
    let results = try search(for: query, in: tables, limit: limit)
    guard results.isEmpty, let plain = query.withoutAbbreviation else {
      return results
    }
    return try search(for: plain, in: tables, limit: limit)
  }

  private mutating func search(
    for query: SearchQuery, in tables: borrowing SearchTables, limit: Int?
  ) throws(ImageError) -> SearchResults {
    guard !query.isEmpty else { return SearchResults() }
    tally.fit(tables)
    var best = BestMatches(limit: limit)
    do throws(ImageError) {
      try noteWhole(query, in: tables)
      try noteWords(of: query, in: tables)
      try gather(query, forgivingErrors: false, in: tables, into: &best)
      if best.results.total < Self.enoughMatches {
        try tally.forgetMatches(in: tables)
        try noteNearWhole(query, in: tables)
        try noteNearWords(of: query, in: tables)
        try gather(query, forgivingErrors: true, in: tables, into: &best)
      }
      try tally.clear(in: tables)
    } catch {
      // The list of touched entries is no longer reliable.
      tally = MatchTally()
      throw error
    }
    return best.finished()
  }
}

// MARK: As typed

extension Search {
  /// Returns whether a name's kind is searched.
  @inline(__always)
  private func counts(
    _ name: Int, in tables: borrowing SearchTables
  ) throws(ImageError) -> Bool {
    guard passedOver != 0 else { return true }
    let kind = try tables.names.traits(of: name).kind
    return passedOver & 1 << UInt16(kind.number) == 0
  }

  private mutating func noteWhole(
    _ query: SearchQuery, in tables: borrowing SearchTables
  ) throws(ImageError) {
    let whole = query.whole.bytes
    guard query.words.first?.isAbbreviation == false else { return }
    let found = try tables.wholes.words(withPrefix: whole.span.bytes)
    for index in found {
      let length = try tables.wholes.word(at: index).byteCount
      let kind: MatchTally.Whole =
        length == whole.count ? .exact : .prefix
      try note(kind, ofWhole: index, in: tables)
    }
  }

  private mutating func note(
    _ kind: MatchTally.Whole, ofWhole index: Int,
    in tables: borrowing SearchTables
  ) throws(ImageError) {
    for place in try tables.wholes.postings(of: index..<(index + 1)) {
      let name = try tables.wholes.posting(at: place).name
      guard try counts(name, in: tables) else { continue }
      try tally.note(
        whole: kind, name: name, document: tables.names.document(of: name))
    }
  }

  /// Words with few occurrences go first, so that frequent words are noted only
  /// in documents that have the others.
  private mutating func noteWords(
    of query: SearchQuery, in tables: borrowing SearchTables
  ) throws(ImageError) {
    var ranges: [(bit: Int, words: Range<Int>, count: Int)] = []
    for (bit, word) in query.words.enumerated() {
      let words = try tables.words.words(withPrefix: word.bytes.span.bytes)
      let count = try tables.words.postings(of: words).count
      // If nothing has the word, there are no matches.
      guard count > 0 else { return }
      ranges.append((bit, words, count))
    }
    ranges.sort { $0.count < $1.count }
    var required: UInt16 = 0
    for range in ranges {
      try note(
        range.words, as: query.words[range.bit], bit: range.bit,
        required: required, in: tables)
      required |= 1 << UInt16(range.bit)
    }
  }

  /// Notes the words of a range, all of which begin with a query's word.
  private mutating func note(
    _ range: Range<Int>, as word: QueryWord, bit: Int, required: UInt16,
    in tables: borrowing SearchTables
  ) throws(ImageError) {
    for index in range {
      let length = try tables.words.word(at: index).byteCount
      try note(
        index, as: word, bit: bit, required: required, edits: 0,
        isPrefix: length > word.bytes.count, in: tables)
    }
  }

  private mutating func note(
    _ index: Int, as word: QueryWord, bit: Int, required: UInt16, edits: Int,
    isPrefix: Bool, isInside: Bool = false, in tables: borrowing SearchTables
  ) throws(ImageError) {
    for place in try tables.words.postings(of: index..<(index + 1)) {
      let posting = try tables.words.posting(at: place)
      guard posting.isGenus || !word.isAbbreviation,
        try counts(posting.name, in: tables)
      else { continue }
      let document = try tables.names.document(of: posting.name)
      try tally.note(
        word: 1 << UInt16(bit), edits: edits, isPrefix: isPrefix,
        isInside: isInside, name: posting.name, document: document,
        required: required)
    }
  }
}

// MARK: With typing errors

extension Search {
  private mutating func noteNearWhole(
    _ query: SearchQuery, in tables: borrowing SearchTables
  ) throws(ImageError) {
    let whole = query.whole
    guard query.words.first?.isAbbreviation == false,
      whole.allowedEdits > 0
    else { return }
    try nearWords.find(
      whole, in: tables.wholes, allowedEdits: whole.allowedEdits,
      allowedInPrefix: 0)
    for index in nearWords.oneEdit {
      try note(.oneEdit, ofWhole: Int(index), in: tables)
    }
    for index in nearWords.twoEdits {
      try note(.twoEdits, ofWhole: Int(index), in: tables)
    }
  }

  private mutating func noteNearWords(
    of query: SearchQuery, in tables: borrowing SearchTables
  ) throws(ImageError) {
    var required: UInt16 = 0
    for (bit, word) in query.words.enumerated() {
      let typed = try tables.words.words(withPrefix: word.bytes.span.bytes)
      try note(typed, as: word, bit: bit, required: required, in: tables)
      try noteInside(word, bit: bit, required: required, in: tables)
      if word.allowedEdits > 0 {
        try nearWords.find(
          word, in: tables.words, allowedEdits: word.allowedEdits,
          allowedInPrefix: word.allowedEditsInPrefix)
        try noteNear(word, bit: bit, required: required, in: tables)
      }
      required |= 1 << UInt16(bit)
    }
  }

  /// Notes the words that contain a query's word.
  ///
  /// - Complexity: O(*n*) for *n* words: four bytes of each are read, and the
  ///   few that pass are searched.
  private mutating func noteInside(
    _ word: QueryWord, bit: Int, required: UInt16,
    in tables: borrowing SearchTables
  ) throws(ImageError) {
    guard word.mayStandInside else { return }
    for place in 0..<tables.words.count {
      let mask = try tables.words.masks.value(at: place)
      guard word.mask & ~mask == 0 else { continue }
      let index = try tables.words.byLength.place(at: place)
      guard try tables.words.word(at: index).contains(word.bytes) else {
        continue
      }
      try note(
        index, as: word, bit: bit, required: required, edits: 0,
        isPrefix: true, isInside: true, in: tables)
    }
  }

  private mutating func noteNear(
    _ word: QueryWord, bit: Int, required: UInt16,
    in tables: borrowing SearchTables
  ) throws(ImageError) {
    let near = nearWords
    let lists = [
      (near.oneEdit, 1, false), (near.oneEditInPrefix, 1, true),
      (near.twoEdits, 2, false),
    ]
    for (words, edits, isPrefix) in lists {
      for index in words {
        try note(
          Int(index), as: word, bit: bit, required: required, edits: edits,
          isPrefix: isPrefix, in: tables)
      }
    }
  }
}

// MARK: Ranking

extension Search {
  private mutating func gather(
    _ query: SearchQuery, forgivingErrors: Bool,
    in tables: borrowing SearchTables,
    into best: inout BestMatches
  ) throws(ImageError) {
    let all = UInt16(truncatingIfNeeded: (1 << query.words.count) - 1)
    for document in tally.touched {
      let state = tally.documents[document]
      guard !state.isFound else { continue }
      // Nearly all of a letter's thousands of words are behind the limit and
      // need only be counted.
      if !forgivingErrors, state.words == all, !state.hasWhole,
        state.prefixes > 0, best.isBehind(MatchRank.firstByBeginnings)
      {
        best.countOneMore()
      } else if let match = try match(document, allWords: all, in: tables) {
        best.add(match)
      } else {
        continue
      }
      tally.markFound(document)
    }
  }

  /// The best match of a document's names, if they have all words.
  private func match(
    _ document: Int, allWords: UInt16, in tables: borrowing SearchTables
  ) throws(ImageError) -> SearchMatch? {
    let state = tally.documents[document]
    var best: SearchMatch?
    for name in try tables.names(of: document) {
      let found = tally.names[name]
      guard found.whole != .no || found.words != 0 else { continue }
      let traits = try tables.names.traits(of: name)
      consider(
        MatchRank(ofWhole: found, traits, document), of: name,
        against: &best)
      consider(
        MatchRank(
          ofWords: found, traits, document, in: state, allWords: allWords),
        of: name, against: &best)
    }
    return best
  }

  @inline(__always)
  private func consider(
    _ rank: MatchRank?, of name: Int, against best: inout SearchMatch?
  ) {
    guard let rank, rank.edits <= Self.maximumEdits else { return }
    let packed = rank.packed
    guard packed < best?.rank ?? .max else { return }
    best = SearchMatch(
      document: rank.document, name: name, level: rank.level,
      edits: rank.edits, rank: packed)
  }
}
