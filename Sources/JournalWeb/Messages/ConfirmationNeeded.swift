internal import ErrorKit

/// A question to a person before more than a few things are changed, or care of
/// a moment to come is recorded.
struct ConfirmationNeeded: DescribedError {
  /// The number of things.
  let count: Int
  /// The effects, in sentences.
  let lines: [String]

  /// The question.
  let question: String
  /// The words of the button that goes on.
  let answer: String

  var facts: ErrorFacts {
    .init(
      .needsAnswer, "this changes \(count) at once", details: lines,
      title: question)
  }
}
