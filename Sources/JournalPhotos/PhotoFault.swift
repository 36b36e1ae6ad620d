public import ErrorKit

/// An error of decoding photos or making films.
public enum PhotoFault: DescribedError, Hashable, Sendable {
  /// A file is refused, for the reason that the decoding program gives.
  case refused(String)
  /// The program that decodes is missing at its path.
  case noProgram(String)
  /// The program ends before it decodes anything, with these words.
  case useless(String, said: String = "")
  /// The machine cannot decode now, for the reason that the program gives.
  case busy(String)
  /// The program sent no valid answer.
  case strange
  /// A film would take more memory than is available for it.
  case tooLarge(String)
  /// None of the pictures of a film can be shown.
  case nothingToShow
  /// The program that makes videos is not installed.
  case noVideoProgram(String)
  /// The video program failed with these words.
  case noVideo(String)

  public var facts: ErrorFacts {
    switch self {
    case .refused(let reason), .tooLarge(let reason):
      ErrorFacts(.invalidInput, reason)
    case .noProgram(let path):
      ErrorFacts(
        .system, "the program that decodes photos is missing: \(path)",
        .install("plantguide-photo"))
    case .useless(let path, let words):
      ErrorFacts(
        .system,
        "\(path) cannot decode photos" + (words.isEmpty ? "" : ": \(words)"),
        "start it to see what it lacks, such as libvips")
    case .busy(let reason):
      ErrorFacts(.system, reason, "try again later", title: "Busy")
    case .strange:
      ErrorFacts(
        .system, "the program that decodes photos sent an invalid answer",
        "build it again: it has another version")
    case .nothingToShow:
      ErrorFacts(.nothingMatched, "there are no photos that can be shown")
    case .noVideoProgram(let name):
      ErrorFacts(
        .system, "videos are made by '\(name)', which is not installed",
        "install it, or choose a file that ends in .webp, .gif or .html")
    case .noVideo(let words):
      ErrorFacts(.system, "the video was not made: \(words)")
    }
  }
}
