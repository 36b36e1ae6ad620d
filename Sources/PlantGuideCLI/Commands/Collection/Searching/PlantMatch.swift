internal import SearchEngine

/// Which text of a plant a search found, and how.
struct PlantMatch: Sendable, Hashable {
  /// What the text is to the plant.
  let field: PlantText
  /// The text that matched best.
  let text: String
  /// How it matched.
  let level: MatchLevel
  /// How many slips lie between.
  let slips: Int
  /// What of the text matched, in bytes of its UTF-8, in order.
  let marks: [Range<Int>]
  /// Its place among all that was found, from 0.
  let place: Int
}

extension PlantMatch {
  /// What a table shows of it: "note: … the new leaf …", with the same marks.
  var excerpt: (text: String, marks: [Range<Int>]) {
    let lead = "\(field.label): "
    let cut = TextExcerpt(text, around: marks)
    return (
      lead + cut.text,
      cut.marks.map {
        ($0.lowerBound + lead.utf8.count)..<($0.upperBound + lead.utf8.count)
      }
    )
  }
}
