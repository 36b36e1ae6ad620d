/// The ways in which a name matches: as a whole, by all words, or by some
/// where the document's other names have the rest.
extension MatchRank {
  /// How a name matches as a whole; `nil` where it does not.
  init?(
    ofWhole name: MatchTally.NameState, _ traits: NameTraits, _ document: Int
  ) {
    guard name.whole != .no else { return nil }
    self.init(
      level: name.whole.level, slips: name.whole.slips, isAcrossNames: false,
      prefixes: 0, unmatched: 0, kind: traits.kind, weight: traits.weight,
      document: document)
  }

  /// How a name matches by words; `nil` where the document lacks some.
  init?(
    ofWords name: MatchTally.NameState, _ traits: NameTraits, _ document: Int,
    in state: MatchTally.DocumentState, allWords: UInt16
  ) {
    guard state.words == allWords else { return nil }
    let isAcross = name.words != allWords
    let slips = Int(isAcross ? state.slips : name.slips)
    let matched = name.words.nonzeroBitCount
    self.init(
      level: slips == 0 ? .word : .fuzzy, slips: slips,
      isAcrossNames: isAcross,
      prefixes: Int(isAcross ? state.prefixes : name.prefixes),
      unmatched: max(traits.wordCount - matched, 0), kind: traits.kind,
      weight: traits.weight, document: document)
  }
}

extension MatchTally.Whole {
  fileprivate var slips: Int {
    switch self {
    case .no, .exact, .prefix: 0
    case .oneSlip: 1
    case .twoSlips: 2
    }
  }

  fileprivate var level: MatchLevel {
    switch self {
    case .exact: .exact
    case .prefix: .prefix
    case .no, .oneSlip, .twoSlips: .fuzzy
    }
  }
}
