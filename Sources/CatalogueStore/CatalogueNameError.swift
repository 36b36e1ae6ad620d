public import ErrorKit

/// Why a name is that of no single plant, or group, of the catalogue.
public enum CatalogueNameError: DescribedError {
  /// No plant is called anything like it.
  case unknown(String)
  /// It could be any of these plants, by their scientific names.
  case ambiguous(String, candidates: [String])
  /// Nothing is grouped under it; the group whose name is nearest, if any is
  /// near.
  case noGroup(String, nearest: String?)

  public var facts: ErrorFacts {
    switch self {
    case .unknown(let name):
      .init(
        .nothingMatched,
        "no plant of the catalogue is called anything like '\(name)'",
        .tryOtherWords)
    case .ambiguous(let name, let candidates):
      .init(
        .invalidInput, "'\(name)' could be \(candidates.alternatives)",
        "write one of their names in full")
    case .noGroup(let name, let nearest):
      .init(
        .nothingMatched,
        "no category, family or genus of the catalogue is called '\(name)'",
        nearest.map { .didYouMean([$0]) } ?? .browseCatalogue)
    }
  }
}
