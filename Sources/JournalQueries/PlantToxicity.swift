public import CatalogueKit
internal import Encodings

/// For whom a plant is poisonous. What is not attested is unknown, and never
/// counts as safe.
public struct PlantToxicity: Sendable, Hashable {
  /// What is attested; `nil` where nothing is.
  public let attested: CareProfile.Toxicity?

  /// Says what is attested.
  public init(_ attested: CareProfile.Toxicity?) {
    self.attested = attested
  }

  /// What a plant does to an eater; `nil` where that is unknown.
  public func harm(
    to eater: CareProfile.Toxicity.Eater
  ) -> CareProfile.Toxicity.Harm? {
    attested?.harms[eater]
  }

  /// In a few words: "cats, dogs, humans?" where it is unknown of humans, "no"
  /// only where it is known of all, "unknown" where nothing is.
  public var text: String {
    let eaters = CareProfile.Toxicity.Eater.allCases
    guard eaters.contains(where: { harm(to: $0) != nil }) else {
      return "unknown"
    }
    let words = eaters.compactMap { eater -> String? in
      switch harm(to: eater) {
      case .toxic, .irritant: eater.rawValue
      case .nonToxic: nil
      case nil: "\(eater.rawValue)?"
      }
    }
    return words.isEmpty ? "no" : words.joined(by: ", ")
  }

  /// What somebody is to be told who looks after the plant: "poisonous: cats,
  /// dogs; may be poisonous: humans"; `nil` only where it is known to harm
  /// nobody.
  public var warning: String? {
    let eaters = CareProfile.Toxicity.Eater.allCases
    let unknown = eaters.filter { harm(to: $0) == nil }
    guard unknown.count < eaters.count else { return "may be poisonous" }
    let harmed = eaters.filter { !unknown.contains($0) && isHarmful(to: $0) }
    let parts = [("poisonous", harmed), ("may be poisonous", unknown)].filter {
      !$0.1.isEmpty
    }
    return parts.isEmpty
      ? nil
      : parts.map { "\($0.0): " + $0.1.map(\.rawValue).joined(by: ", ") }
        .joined(by: "; ")
  }

  /// Whether it is known to harm anybody.
  public var isToxic: Bool {
    CareProfile.Toxicity.Eater.allCases.contains { isHarmful(to: $0) }
  }

  private func isHarmful(to eater: CareProfile.Toxicity.Eater) -> Bool {
    switch harm(to: eater) {
    case .toxic, .irritant: true
    case .nonToxic, nil: false
    }
  }
}
