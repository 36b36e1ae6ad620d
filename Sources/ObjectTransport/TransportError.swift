/// Why something could not be carried: the error of an answer.
package struct TransportError: Error, Hashable, Sendable {
  /// What kind of fault it is, as the pipe names it.
  enum Kind: String, Sendable {
    /// The other side was not reached, or not securely, or broke off.
    case network
    /// The other side refuses who asks.
    case credentials
    /// What was asked cannot be.
    case invalid
    case tooLarge
    /// Something else lies there under this name.
    case conflict
    /// The other side failed.
    case server
    /// The place itself is missing.
    case notFound
  }

  /// What kind of fault it is.
  let kind: Kind
  /// What went wrong, where, and what to do; never with a secret in it.
  let message: String
  /// The status of the HTTP answer, where there was one.
  let status: Int?
  /// Whether the same request can succeed later.
  let canRetry: Bool

  init(
    _ kind: Kind, _ message: String, status: Int? = nil, canRetry: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.status = status
    self.canRetry = canRetry
  }
}
