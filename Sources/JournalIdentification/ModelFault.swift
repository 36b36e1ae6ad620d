public import ErrorKit

/// The reason that a model of this machine is not used.
public struct ModelFault: DescribedError, Hashable, Sendable {
  /// The kinds of reason.
  package enum Kind: Hashable, Sendable {
    /// The model itself is refused.
    case refused
    /// There is no such model.
    case missing
    /// The machine cannot run models.
    case machine
  }

  package let kind: Kind
  let reason: String
  let remedy: Remedy?

  /// Creates the refusal of a model.
  init(_ reason: String, _ remedy: Remedy? = nil) {
    self.init(.refused, reason, remedy)
  }

  private init(_ kind: Kind, _ reason: String, _ remedy: Remedy? = nil) {
    self.kind = kind
    self.reason = reason
    self.remedy = remedy
  }

  /// The lack of any model, or of the one with a name.
  static func none(called name: String? = nil) -> ModelFault {
    guard let name else {
      return ModelFault(
        .missing, "there is no model on this machine", .addModel(orKey: false))
    }
    return ModelFault(
      .missing, "there is no model '\(name)'", .listModels)
  }

  /// The lack of the program that runs models.
  static func noProgram(_ path: String) -> ModelFault {
    ModelFault(
      .machine, "the program that runs models is missing: \(path)",
      .install("plantguide-identify"))
  }

  /// The failure of that program before it runs anything.
  static func useless(_ path: String, said words: String) -> ModelFault {
    ModelFault(
      .machine,
      "\(path) cannot run models" + (words.isEmpty ? "" : ": \(words)"),
      "start it to see what it lacks, such as OpenCV")
  }

  public var facts: ErrorFacts {
    let errorKind: ErrorKind =
      switch kind {
      case .refused: .invalidInput
      case .missing: .nothingMatched
      case .machine: .system
      }
    return ErrorFacts(
      errorKind, kind == .refused ? "model not loaded: \(reason)" : reason,
      remedy, title: "Model Not Ready")
  }
}
