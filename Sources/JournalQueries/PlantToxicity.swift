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

  /// The warning for a plant sitter, such as "poisonous to cats and dogs, may be
  /// poisonous to humans"; `nil` only if the plant is known to harm nobody.
  public var warning: String? {
    let eaters = CareProfile.Toxicity.Eater.allCases
    guard eaters.contains(where: { harm(to: $0) != nil }) else {
      return "may be poisonous"
    }
    return words(for: [.toxic, .irritant, nil])
  }

  /// The harm to all eaters in words; an unknown one may be any.
  public var words: String {
    words(for: [.toxic, .irritant, .nonToxic, nil]) ?? ""
  }

  private func words(for harms: [CareProfile.Toxicity.Harm?]) -> String? {
    let parts = harms.compactMap { harm -> String? in
      let eaters = CareProfile.Toxicity.Eater.allCases
        .filter { self.harm(to: $0) == harm }
      guard !eaters.isEmpty else { return nil }
      let others = eaters.dropLast().map(\.rawValue).joined(by: ", ")
      return "\(Self.word(for: harm)) to "
        + [others, eaters.last?.rawValue ?? ""].filter { !$0.isEmpty }
        .joined(by: " and ")
    }
    return parts.isEmpty ? nil : parts.joined(by: ", ")
  }

  private static func word(for harm: CareProfile.Toxicity.Harm?) -> String {
    switch harm {
    case .toxic: "poisonous"
    case .irritant: "irritating"
    case .nonToxic: "not poisonous"
    case nil: "may be poisonous"
    }
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
