package import ErrorKit

/// A command line that cannot be understood.
package struct UsageError: DescribedError, Sendable, Equatable {
  /// What is wrong with it.
  package let message: String
  /// What to do instead.
  package let hint: String?
  /// How the command is called, where that helps.
  package let usage: String?

  /// Creates an error.
  package init(_ message: String, hint: String? = nil, usage: String? = nil) {
    self.message = message
    self.hint = hint
    self.usage = usage
  }

  package var facts: ErrorFacts {
    .init(.invalidInput, message, hint.map { .text($0) }, usage: usage)
  }
}
