package import ErrorKit

/// An error in typed input.
package struct InputError: DescribedError, Hashable {
  package let facts: ErrorFacts

  /// Creates an error; `hint` says what to write instead.
  package init(_ message: String, hint: String? = nil) {
    facts = .init(.invalidInput, message, hint.map { .text($0) })
  }
}
