public import ErrorKit
public import JournalProjections

/// A request whose answer is kept in the transaction of its action, so that
/// repeating it changes nothing.
package struct OnceRequest {
  /// The key under which it may be repeated.
  package let key: RequestKey
  /// Returns the answer, given the result of the action.
  package let answer: (Any) throws -> [UInt8]

  /// Creates a request; its action has a result of this type.
  package init<Result>(
    _ key: RequestKey, answer: @escaping (Result) throws -> [UInt8]
  ) {
    self.key = key
    self.answer = { result in
      guard let result = result as? Result else {
        // Every action has a receipt as its result, so another type is a
        // mistake in the program, which no input can cause.
        preconditionFailure("the action has another result than its request")
      }
      return try answer(result)
    }
  }

  /// Refuses a request that was carried out before.
  package func check(_ session: borrowing ActionSession) throws {
    guard let kept = try session.answer(to: key) else { return }
    throw kept.isAnswer(to: key)
      ? OnceError.answered(kept) : OnceError.usedForAnother
  }
}

/// A request with a key that was used before.
public enum OnceError: DescribedError, Sendable {
  /// The request was carried out, and this is its answer.
  case answered(KeptAnswer)
  /// The key belongs to another request.
  case usedForAnother

  public var facts: ErrorFacts {
    switch self {
    case .answered:
      .init(
        .invalidInput, "the request was carried out before",
        outcome: .nothingWritten)
    case .usedForAnother:
      .init(
        .invalidInput, "the idempotency key was used for another request",
        "choose a new key for each request", outcome: .nothingWritten)
    }
  }
}
