public import ErrorKit

/// An error of a store.
public struct StoreError: DescribedError, Sendable, Hashable {
  /// A kind of failure.
  public enum Code: String, Sendable {
    /// The store could not be reached, or the connection broke.
    case network
    /// The store did not answer in time.
    case timeout
    /// The store refuses the credentials.
    case credentials
    /// The store does not support the request.
    case invalid
    /// A file or a proxy of the connection's options cannot be used.
    case options
    /// An object is too long.
    case tooLarge
    /// Another object has the name.
    case conflict
    /// The server failed.
    case server
    /// The place itself is missing.
    case notFound
  }

  /// The kind of the failure.
  public let code: Code
  /// The message, with the place.
  public let message: String
  /// A Boolean value that indicates whether a retry can help.
  public let canRetry: Bool

  /// Creates an error.
  public init(_ code: Code, _ message: String, canRetry: Bool = false) {
    self.code = code
    self.message = message
    self.canRetry = canRetry
  }

  public var facts: ErrorFacts {
    .init(
      [.invalid, .options].contains(code) ? .invalidInput : .network, message,
      canRetry ? "try again later" : nil, canRetry: canRetry)
  }
}
