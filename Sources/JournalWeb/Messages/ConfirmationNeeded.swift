internal import ErrorKit

/// A question to a person before more than a few things are changed.
struct ConfirmationNeeded: DescribedError {
  /// The number of things.
  let count: Int
  /// What would happen, in sentences.
  let lines: [String]

  /// The question.
  var question: String { "Change \(count) at once?" }

  var facts: ErrorFacts {
    .init(
      .needsAnswer, "this changes \(count) at once", details: lines,
      title: question)
  }
}
