/// A transport error, as sent in an answer.
package struct TransportError: Error, Hashable, Sendable {
  /// The kind of error, named as in the pipe.
  enum Kind: String, Sendable {
    /// The other side was not reached, or not securely, or broke off.
    case network
    /// The other side did not answer in time.
    case timeout
    /// The other side refuses the credentials.
    case credentials
    /// The request is invalid.
    case invalid
    /// A file or a proxy of the options cannot be used.
    case options
    case tooLarge
    /// Another object has this name.
    case conflict
    /// The other side failed.
    case server
    /// The place itself is missing.
    case notFound
  }

  /// The kind of error.
  let kind: Kind
  /// The error, its place and a remedy; never contains a secret.
  let message: String
  /// The status of the HTTP answer, if there was one.
  let status: Int?
  /// A Boolean value that indicates whether the same request can succeed later.
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
