public import ErrorKit

/// Why a store could not do what was asked.
public struct StoreError: DescribedError, Sendable, Hashable {
  /// What kind of failure it is.
  public enum Code: String, Sendable {
    /// It could not be reached, or broke off.
    case network
    /// It refuses who asks.
    case credentials
    /// It cannot be asked this.
    case invalid
    /// An object is longer than it may be.
    case tooLarge
    /// Another object has the name.
    case conflict
    /// It failed.
    case server
    /// The place itself is missing.
    case notFound
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, where, in words.
  public let message: String
  /// Whether trying again can help.
  public let canRetry: Bool

  /// Creates an error.
  public init(_ code: Code, _ message: String, canRetry: Bool = false) {
    self.code = code
    self.message = message
    self.canRetry = canRetry
  }

  public var facts: ErrorFacts {
    .init(
      code == .invalid ? .invalidInput : .network, message,
      canRetry ? "try again later" : nil, canRetry: canRetry)
  }
}
