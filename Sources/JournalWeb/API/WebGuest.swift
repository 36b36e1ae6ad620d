public import JournalProjections
public import JournalSync

/// A person or a program who asks, as its token says.
public struct WebGuest: Sendable {
  /// The name of the token, under which idempotency keys are kept.
  public let id: String
  /// The rights of the token.
  public let access: AccessTokens.Access
  /// The person who acts, so that every replica names who did what; `nil` for
  /// the home's own user.
  public let person: Person?

  /// Creates a guest.
  public init(
    id: String, access: AccessTokens.Access, person: Person? = nil
  ) {
    self.id = id
    self.access = access
    self.person = person
  }
}
