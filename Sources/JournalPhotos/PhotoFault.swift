public import ErrorKit

/// Why a photo is not taken.
public enum PhotoFault: DescribedError, Hashable, Sendable {
  /// What the program that decodes says of it.
  case refused(String)
  /// The program that decodes is not at its place.
  case noProgram(String)
  /// It ends before it decodes anything.
  case useless(String)
  /// It sent what is no answer.
  case strange

  public var facts: ErrorFacts {
    switch self {
    case .refused(let reason): ErrorFacts(.invalidInput, reason)
    case .noProgram(let path):
      ErrorFacts(
        .system, "the program that decodes photos is missing: \(path)",
        "install or build 'plantguide-photo'")
    case .useless(let path):
      ErrorFacts(
        .system, "\(path) cannot decode photos",
        "start it to see what it lacks, such as libvips")
    case .strange:
      ErrorFacts(
        .system, "the program that decodes photos sent what is no answer",
        "build it anew: it is of another version")
    }
  }
}
