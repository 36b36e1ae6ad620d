extension SearchQuery {
  /// What of a name the query matched, to be shown in another colour: ranges
  /// in bytes of the name's UTF-8, in order and apart from each other.
  ///
  /// A word that the query's words equal or begin is marked as far as they
  /// go; one that is a few edits away, whole; and where only the name as a
  /// whole is near, all of it.
  public func marks(in name: String) -> [Range<Int>] {
    let folded = FoldedText(name)
    guard let first = folded.words.first, let last = folded.words.last,
      !isEmpty
    else { return [] }
    if let end = end(ofWholeIn: folded) {
      return [first.source.lowerBound..<end]
    }
    let marks = folded.words.enumerated().compactMap { index, word in
      mark(of: word, isFirst: index == 0, in: folded)
    }
    return marks.isEmpty
      ? [first.source.lowerBound..<last.source.upperBound] : marks
  }

  /// Where the query ends in a name that begins with it, spaces or not.
  private func end(ofWholeIn name: FoldedText) -> Int? {
    guard words.first?.isAbbreviation == false,
      name.bytes.starts(with: folded.bytes)
    else { return nil }
    let count = folded.bytes.count
    return name.words.last { $0.bytes.lowerBound < count }.map {
      name.source(ofFirst: count - $0.bytes.lowerBound, in: $0).upperBound
    }
  }

  private func mark(
    of word: FoldedText.Word, isFirst: Bool, in name: FoldedText
  ) -> Range<Int>? {
    let bytes = name.bytes(of: word)
    let usable = words.filter { isFirst || !$0.isAbbreviation }
    let typed = usable.filter { bytes.starts(with: $0.bytes) }
    if let longest = typed.map(\.bytes.count).max() {
      return name.source(ofFirst: longest, in: word)
    }
    return usable.contains { WordPattern($0).isNear(bytes) }
      ? word.source : nil
  }
}
