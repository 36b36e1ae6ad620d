public import ErrorKit
internal import TextKit

/// An error of files that were no photos, could not be read, or were left out.
public struct RefusedPhotos: DescribedError {
  let outcome: PhotoOutcome

  /// Creates the error of an outcome with refused files.
  public init(outcome: PhotoOutcome) { self.outcome = outcome }

  /// Creates the error of a single file.
  public init(_ path: String, _ cause: any Error) {
    var outcome = PhotoOutcome()
    outcome.refuse(path, cause)
    self.outcome = outcome
  }

  /// The number of files, each with its reason.
  public var facts: ErrorFacts {
    let count = outcome.refused.count + outcome.left
    return ErrorFacts(
      .invalidInput,
      "\(Phrase.count(count, "file")) \(count == 1 ? "was" : "were") not added",
      outcome: outcome.batches.isEmpty ? .nothingWritten : nil,
      details: outcome.refused.map { path, cause in
        let reason = ErrorFacts(of: cause).message
        return cause is PhotoFault ? "\(path): \(reason)" : reason
      }
        + (outcome.left > 0
          ? ["\(outcome.left) not started, because a signal stopped the import"]
          : []))
  }
}
