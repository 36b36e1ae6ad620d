/// A person who looks at pages, as the session says.
public struct WebVisitor: Sendable {
  /// The guest who asks.
  public let guest: WebGuest
  /// The text that each form of the session sends back.
  public let formToken: String

  /// Creates a visitor.
  public init(guest: WebGuest, formToken: String) {
    self.guest = guest
    self.formToken = formToken
  }
}
