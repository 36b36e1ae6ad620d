/// The kind of an error. It determines exit statuses, and can determine the
/// statuses of web pages.
public enum ErrorKind: String, Sendable, CaseIterable {
  /// Nothing matched the request.
  case nothingMatched
  /// The request or its input is invalid or impossible.
  case invalidInput
  /// Somebody must agree first, and nobody was there to ask.
  case needsAnswer
  /// Something exists already, or has changed meanwhile.
  case conflict
  /// Stored or received data is damaged.
  case damagedData
  /// The network or the other side failed.
  case network
  /// The disk, a permission or the system failed.
  case system
  /// The data has a newer format than this program knows.
  case newerFormat
  /// The requester went away before the answer was complete.
  case interrupted

  /// A short heading for errors that have none of their own.
  public var title: String {
    switch self {
    case .nothingMatched: "Nothing Found"
    case .invalidInput: "Invalid Input"
    case .needsAnswer: "Answer Needed"
    case .conflict: "Conflict"
    case .damagedData: "Data Error"
    case .network: "Server Error"
    case .system: "System Error"
    case .newerFormat: "Newer Program Needed"
    case .interrupted: "Interrupted"
    }
  }

  /// A Boolean value that indicates whether the same request can succeed later,
  /// unless the error says otherwise.
  public var canRetry: Bool {
    switch self {
    case .network, .system, .interrupted: true
    case .nothingMatched, .invalidInput, .needsAnswer, .conflict,
      .damagedData, .newerFormat:
      false
    }
  }
}
