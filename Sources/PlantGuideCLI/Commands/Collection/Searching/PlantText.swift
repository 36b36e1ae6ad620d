internal import JournalCare
internal import JournalEvents
internal import SearchEngine

/// A text of a plant that a search looks at. Among matches that are else
/// equal the earlier is first.
enum PlantText: UInt8, CaseIterable, Sendable {
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

  /// What it is called.
  var label: String {
    switch self {
    case .nickname: "nickname"
    case .scientific: "scientific name"
    case .common: "common name"
    case .tag: "tag"
    case .room: "room"
    case .note: "note"
    }
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
