/// What kind of fault an error is. Exit statuses are made of it, and so can
/// be the statuses of web pages.
public enum ErrorKind: String, Sendable, CaseIterable {
  /// Nothing matched what was asked for.
  case nothingMatched
  /// The request or its input is not understood, or not possible.
  case invalidInput
  /// Somebody must agree first, and nobody was there to ask.
  case needsAnswer
  /// Something is there already, or was changed meanwhile.
  case conflict
  /// Stored or received data is damaged.
  case damagedData
  /// The network or the other side failed.
  case network
  /// The disk, a permission or the system failed.
  case system
  /// The data has a newer format than this program knows.
  case newerFormat
  /// Whoever asked went away before the answer was complete.
  case interrupted

  /// A few words for a heading, where the error has none of its own.
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

  /// Whether the same request can succeed later, where the error does not say.
  public var canRetry: Bool {
    switch self {
    case .network, .system, .interrupted: true
    case .nothingMatched, .invalidInput, .needsAnswer, .conflict,
      .damagedData, .newerFormat:
      false
    }
  }
}
