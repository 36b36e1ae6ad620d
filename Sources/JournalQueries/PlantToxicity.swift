public import CatalogueKit
internal import Encodings

/// The toxicity of a plant to people and pets. Without evidence it is unknown,
/// which never counts as safe.
public struct PlantToxicity: Sendable, Hashable {
  /// The attested toxicity; `nil` if none is.
  public let attested: CareProfile.Toxicity?

  /// Creates the toxicity from the attested one.
  public init(_ attested: CareProfile.Toxicity?) {
    self.attested = attested
  }

  /// Returns the harm to an eater; `nil` if unknown.
  public func harm(
    to eater: CareProfile.Toxicity.Eater
  ) -> CareProfile.Toxicity.Harm? {
    attested?.harms[eater]
  }

  /// A short text: "cats, dogs, humans?" if it is unknown for humans, "no" only
  /// if all are known to be safe, "unknown" if nothing is known.
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

  /// The warning for a plant sitter, such as "poisonous: cats, dogs; may be
  /// poisonous: humans"; `nil` only if the plant is known to harm nobody.
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

  /// A Boolean value that indicates whether the plant is known to harm anybody.
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
