internal import SearchEngine

/// What kind of name of a plant a name is.
public enum CatalogueNameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The accepted scientific name, with the cultivar's.
  case scientific
  /// A common name.
  case common
  /// A scientific name that is no longer accepted.
  case synonym

  /// The kind as the search engine keeps it.
  var nameKind: NameKind {
    NameKind(
      number: rawValue, rank: self == .synonym ? 1 : 0,
      isBotanical: self != .common)
  }

  /// The kind that an image names; a common name where it is none.
  init(_ kind: NameKind) {
    self =
      Self.allCases.first { $0.nameKind.rawValue == kind.rawValue } ?? .common
  }
}
