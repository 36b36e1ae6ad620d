internal import SearchEngine

/// What kind of name of a plant a name is.
public enum CatalogueNameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The accepted scientific name, with the cultivar's.
  case scientific
  /// A common name.
  case common
  /// A scientific name that is no longer accepted.
  case synonym

  /// The kind as the search engine keeps it. The name by which a plant is
  /// usually called comes before its others, and former names come last.
  ///
  /// - Parameter place: Its place among the plant's names of that kind.
  /// - Returns: The kind, with its rank.
  func nameKind(at place: Int) -> NameKind {
    let rank: UInt8 =
      switch self {
      case .scientific: 0
      case .common: place == 0 ? 0 : 1
      case .synonym: 2
      }
    return NameKind(
      number: rawValue, rank: rank, isBotanical: self != .common)
  }

  /// The kind that an image names; a common name where it is none.
  init(_ kind: NameKind) {
    self = Self(rawValue: kind.number) ?? .common
  }
}
