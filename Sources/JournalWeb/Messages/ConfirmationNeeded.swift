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

  init(count: Int, lines: [String], question: String? = nil) {
    self.count = count
    self.lines = lines
    self.question = question ?? "Change \(count) at once?"
  }

  var facts: ErrorFacts {
    .init(
      .needsAnswer, "this changes \(count) at once", details: lines,
      title: question)
  }
}
