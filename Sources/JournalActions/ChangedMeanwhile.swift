public import ErrorKit

/// An error for a change of something that no longer is as it was shown.
public struct ChangedMeanwhile: DescribedError {
  /// The thing, as the subject of a sentence.
  public let thing: String
  /// The present value, in words.
  public let now: String

  init(_ thing: String, now: String) {
    self.thing = thing
    self.now = now
  }

  public var facts: ErrorFacts {
    ErrorFacts(
      .conflict,
      "\(thing) was changed meanwhile: "
        + (now.isEmpty ? "it is empty now" : "it is '\(now)' now"),
      "look at it, then change it again", outcome: .nothingWritten)
  }
}
