package import ErrorKit

/// That what was typed is none of the values that it should be.
package struct InputError: DescribedError, Hashable {
  package let facts: ErrorFacts

  /// Creates an error; `hint` says what to write instead.
  package init(_ message: String, hint: String? = nil) {
    facts = .init(.invalidInput, message, hint.map { .text($0) })
  }
}
