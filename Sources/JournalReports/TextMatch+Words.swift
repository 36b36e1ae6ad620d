package import JournalQueries

extension TextMatch {
  /// The excerpt that a table shows, and its marks: "note: … the new leaf …".
  package var excerpt: (text: String, marks: [Range<Int>]) {
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

extension PlantText {
  fileprivate var label: String {
    switch self {
    case .nickname: "nickname"
    case .scientific: "scientific name"
    case .common: "common name"
    case .tag: "tag"
    case .room: "room"
    case .family: "family"
    case .category: "category"
    case .former: "once"
    case .note: "note"
    case .fact: "field"
    case .id: "id"
    }
  }
}
