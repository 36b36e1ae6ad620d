package import JournalQueries

extension TextMatch {
  /// What a table shows of it: "note: … the new leaf …", with the same marks.
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
  /// What it is called.
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
