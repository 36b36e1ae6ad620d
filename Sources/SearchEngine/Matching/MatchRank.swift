/// The criteria of a match's rank, the most important first.
struct MatchRank {
  let level: MatchLevel
  let edits: Int
  /// A Boolean value that indicates whether only several names together have
  /// all words of the query.
  let isAcrossNames: Bool
  /// The number of the query's words that only begin a word.
  let prefixes: Int
  /// The number of the name's words that the query lacks.
  let unmatched: Int
  let kind: NameKind
  let weight: UInt8
  let document: Int

  /// No match ranks before this if a word of the query only begins one.
  static let firstByBeginnings = UInt64(MatchLevel.word.rawValue) << 60

  /// The rank as one number; the lower is first.
  ///
  /// If letters are uncertain, a name that the query covers precedes a longer
  /// name that contains it; otherwise the best known plant is first, whatever
  /// kind of name matches as closely. A name that has the query's whole words
  /// matches as closely as one that begins with it: a "Boston Fern" is a fern,
  /// and a "Fern-Leaved Begonia" is not.
  var packed: UInt64 {
    let isFuzzy = level == .fuzzy
    let hasWords = level == .word && prefixes == 0 && !isAcrossNames
    var packed = UInt64((hasWords ? .prefix : level).rawValue)
    packed = packed << 4 | UInt64(min(edits, 15))
    packed = packed << 1 | (isAcrossNames ? 1 : 0)
    packed = packed << 6 | UInt64(min(isFuzzy ? unmatched : prefixes, 63))
    let (rank, fame) = (UInt64(kind.rank), UInt64(255 - weight))
    packed = packed << 11 | (isFuzzy ? fame << 3 | rank : rank << 8 | fame)
    packed = packed << 6 | UInt64(min(isFuzzy ? prefixes : unmatched, 63))
    return packed << 32 | UInt64(UInt32(truncatingIfNeeded: document))
  }
}

/// The ways in which a name matches: as a whole, by all words, or by some while
/// the document's other names have the rest.
extension MatchRank {
  /// Ranks a name that matches as a whole; `nil` if it does not.
  init?(
    ofWhole name: MatchTally.NameState, _ traits: NameTraits, _ document: Int
  ) {
    guard name.whole != .no else { return nil }
    self.init(
      level: name.whole.level, edits: name.whole.edits, isAcrossNames: false,
      prefixes: 0, unmatched: 0, kind: traits.kind, weight: traits.weight,
      document: document)
  }

  /// Ranks a name that matches by words; `nil` if the document lacks some.
  init?(
    ofWords name: MatchTally.NameState, _ traits: NameTraits, _ document: Int,
    in state: MatchTally.DocumentState, allWords: UInt16
  ) {
    guard state.words == allWords else { return nil }
    let isAcross = name.words != allWords
    let edits = Int(isAcross ? state.edits : name.edits)
    let matched = name.words.nonzeroBitCount
    let isInside = isAcross ? state.isInside : name.isInside
    self.init(
      level: edits > 0 ? .fuzzy : isInside ? .inside : .word, edits: edits,
      isAcrossNames: isAcross,
      prefixes: Int(isAcross ? state.prefixes : name.prefixes),
      unmatched: max(traits.wordCount - matched, 0), kind: traits.kind,
      weight: traits.weight, document: document)
  }
}

extension MatchTally.Whole {
  fileprivate var edits: Int {
    switch self {
    case .no, .exact, .prefix: 0
    case .oneEdit: 1
    case .twoEdits: 2
    }
  }

  fileprivate var level: MatchLevel {
    switch self {
    case .exact: .exact
    case .prefix: .prefix
    case .no, .oneEdit, .twoEdits: .fuzzy
    }
  }
}
