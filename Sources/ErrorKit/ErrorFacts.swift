/// An error that says what it is, for whoever shows it: a command line, a
/// page, another program.
public protocol DescribedError: Error, CustomStringConvertible {
  /// What the error says of itself.
  var facts: ErrorFacts { get }
}

extension DescribedError {
  /// What went wrong and where.
  public var description: String { facts.message }
}

/// What an error says of itself.
public struct ErrorFacts: Sendable, Hashable {
  /// What kind of fault it is.
  public var kind: ErrorKind
  /// A few words for a heading.
  public var title: String
  /// What went wrong and where.
  public var message: String
  /// The single things that the message sums up, a line each.
  public var details: [String]
  /// What to do about it.
  public var remedy: Remedy?
  /// What was spared or done nevertheless, where that is worth saying.
  public var outcome: ErrorOutcome?
  /// Whether trying again can help.
  public var canRetry: Bool
  /// How to ask instead, in the syntax of the way in; only for wrong usage.
  public var usage: String?

  /// Creates the facts; what is left out follows from the kind.
  public init(
    _ kind: ErrorKind, _ message: String, _ remedy: Remedy? = nil,
    outcome: ErrorOutcome? = nil, details: [String] = [],
    title: String? = nil, canRetry: Bool? = nil, usage: String? = nil
  ) {
    self.kind = kind
    self.title = title ?? kind.title
    self.message = message
    self.details = details
    self.remedy = remedy
    self.outcome = outcome
    self.canRetry = canRetry ?? kind.canRetry
    self.usage = usage
  }

  /// The facts of any error; of one that does not describe itself, its text.
  public init(of error: any Error) {
    let described = error as? any DescribedError
    self =
      described?.facts
      ?? ErrorFacts(.system, "\(error)", title: "Something Went Wrong")
  }
}

/// What did not come to pass through an error, or did in spite of it. Whoever
/// shows the error says it once, at the message's end.
public enum ErrorOutcome: String, Sendable {
  /// Said only of requests that would have written.
  case nothingWritten = "nothing was written"
  /// The same, where several meanings or lines are refused together.
  case noneWritten = "nothing was written."
  case nothingTaken = "nothing was taken"
  case earlierTaken =
    "events before it were taken, which another try passes over"
  case nothingImported = "nothing was imported"
  case nothingRemoved = "nothing was removed"
  case recorded = "what was asked for is recorded"
}
