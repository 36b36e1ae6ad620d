internal import SearchEngine

/// The words of a mistyped name.
struct MistypedWords {
  private let words: [String]

  init(_ name: String) {
    let folded = FoldedText(name)
    words = folded.words.map {
      String(decoding: folded.bytes(of: $0), as: UTF8.self)
    }
  }

  var count: Int { words.count }

  /// Whether another name has as many words, and each comes as near as a word
  /// of its length must to be meant.
  func areNear(_ name: String) -> Bool {
    let others = MistypedWords(name).words
    return others.count == words.count
      && zip(words, others).allSatisfy { word, other in
        let allowance = EditDistance.allowance(for: word)
        return EditDistance.between(word, other, atMost: allowance) != nil
      }
  }
}
