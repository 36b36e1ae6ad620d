public import ErrorKit

/// The reason why a name does not identify a single plant or group.
public enum CatalogueNameError: DescribedError {
  /// No plant has a name like it.
  case unknown(String)
  /// It could be any of these plants, by their scientific names.
  case ambiguous(String, candidates: [String])
  /// No group has this name; the group with the nearest name, if any is near.
  case noGroup(String, nearest: String?)

  public var facts: ErrorFacts {
    switch self {
    case .unknown(let name):
      .init(
        .nothingMatched,
        "no plant in the catalogue has a name like '\(name)'",
        .tryOtherWords)
    case .ambiguous(let name, let candidates):
      .init(
        .invalidInput, "'\(name)' could be \(candidates.alternatives)",
        "write one of their names in full, such as '\(candidates[0])'")
    case .noGroup(let name, let nearest):
      .init(
        .nothingMatched,
        "the catalogue has no category, family or genus called '\(name)'",
        nearest.map { .didYouMean([$0]) } ?? .browseCatalogue)
    }
  }
}
