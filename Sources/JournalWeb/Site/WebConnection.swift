/// The facts of the connection that brought a browser's request.
public struct WebConnection: Sendable {
  /// A Boolean value that indicates whether the browser's connection is
  /// encrypted.
  public let isSecure: Bool
  /// The port at which the server listens.
  public let port: Int
  /// The host that the browser asks, with its port if it is not the usual one;
  /// `nil` if the request names none.
  public let host: String?
  /// The address of the browser, as the server's proxy says; `nil` without one.
  public let forwardedAddress: String?

  /// Creates the facts.
  ///
  /// - Parameters:
  ///   - isSecure: A Boolean value that indicates whether the connection to this
  ///     server is encrypted.
  ///   - port: The port at which the server listens.
  ///   - isProxy: A Boolean value that indicates whether the other side of the
  ///     connection is the server's own proxy, whose headers count.
  ///   - header: Returns the value of a header.
  public init(
    isSecure: Bool, port: Int, isProxy: Bool = false,
    header: (String) -> String?
  ) {
    /// The last part of a header: a proxy adds its own behind those of others.
    func forwarded(_ name: String) -> String? {
      guard isProxy, let part = header(name)?.split(separator: ",").last else {
        return nil
      }
      let text = part.filter { $0 != " " && $0 != "\t" }
      return text.isEmpty ? nil : text
    }
    self.port = port
    self.isSecure =
      forwarded("x-forwarded-proto").map { $0.lowercased() == "https" }
      ?? isSecure
    host = forwarded("x-forwarded-host") ?? header("host")
    forwardedAddress = forwarded("x-forwarded-for")
  }
}
