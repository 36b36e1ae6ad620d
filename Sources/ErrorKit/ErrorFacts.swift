/// An error that describes itself to a command line, a page or another program.
public protocol DescribedError: Error, CustomStringConvertible {
  /// The error's description of itself.
  var facts: ErrorFacts { get }
}

extension DescribedError {
  /// The message: the problem and its place.
  public var description: String { facts.message }
}

/// The description of an error.
public struct ErrorFacts: Sendable, Hashable {
  /// The kind of error.
  public var kind: ErrorKind
  /// A short heading.
  public var title: String
  /// The problem and its place.
  public var message: String
  /// The single problems that the message sums up, a line each.
  public var details: [String]
  /// The suggested remedy.
  public var remedy: Remedy?
  /// The parts that were spared or done nevertheless, if worth saying.
  public var outcome: ErrorOutcome?
  /// A Boolean value that indicates whether trying again can help.
  public var canRetry: Bool
  /// The correct usage in the syntax of the interface; only for wrong usage.
  public var usage: String?

  /// Creates the facts; omitted ones follow from the kind.
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

  /// Takes the facts from an error, or its text if it does not describe itself.
  public init(of error: any Error) {
    let described = error as? any DescribedError
    self =
      described?.facts
      ?? ErrorFacts(.system, "\(error)", title: "Something Went Wrong")
  }
}

/// The effect of an error on the request. The error's message ends with it,
/// once.
public enum ErrorOutcome: String, Sendable {
  /// Only for requests that would have written.
  case nothingWritten = "nothing was written"
  /// The same, if several meanings or lines are refused together.
  case noneWritten = "nothing was written."
  /// The input was refused as a whole.
  case nothingTaken = "nothing was taken"
  /// The lines before the refused one were stored.
  case earlierTaken =
    "earlier events were stored, and another try skips them"
  /// The import stored nothing.
  case nothingImported = "nothing was imported"
  /// The command removed nothing.
  case nothingRemoved = "nothing was removed"
  /// The request itself was stored; what followed it failed.
  case recorded = "your change is recorded"
}
