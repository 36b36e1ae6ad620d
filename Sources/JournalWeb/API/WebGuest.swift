internal import JournalActions
internal import JournalEvents
public import JournalProjections
internal import JournalQueries
public import JournalSync

/// A person or a program who asks, as its token says.
public struct WebGuest: Sendable {
  /// The name of the token.
  public let id: String
  /// The name under which idempotency keys are kept. The sessions of a person
  /// share it, so a request that is repeated after signing in again counts once.
  let keeper: String
  /// The rights of the token.
  public let access: AccessTokens.Access
  /// The person or device that acts, so that every replica names who did what;
  /// `nil` for the home's own user.
  public let person: Person?
  /// The secret of the token, with which the guest makes invitations; `nil` for
  /// the home's own user without one.
  public let secret: AccessSecret?

  /// A Boolean value that indicates whether the guest may choose the name that
  /// history shows. The name in an invitation is the owner's choice.
  var mayRename: Bool {
    access.allows(.changeAll)
      || access.allows(.undoOwn) && person?.writerName.person == nil
  }

  /// Creates a guest.
  public init(
    id: String, access: AccessTokens.Access, person: Person?,
    secret: AccessSecret? = nil
  ) {
    self.init(
      id: id, keeper: id, access: access, person: person, secret: secret)
  }

  private init(
    id: String, keeper: String, access: AccessTokens.Access, person: Person?,
    secret: AccessSecret?
  ) {
    self.id = id
    self.keeper = keeper
    self.access = access
    self.person = person
    self.secret = secret
  }

  /// Creates the guest of a token. Its person acts; if it names none, its
  /// device does.
  ///
  /// - Parameters:
  ///   - id: The name of the token.
  ///   - access: The rights of the token.
  ///   - person: The person whom the token names.
  ///   - device: The device that has the token, which chose its name itself.
  ///   - secret: The secret of the token.
  public init(
    id: String, access: AccessTokens.Access, personName person: String?,
    device: String?, secret: AccessSecret?
  ) {
    self.init(
      id: id, access: access,
      person: person.map { Person($0) }
        ?? Person(device: device ?? id, key: id), secret: secret)
  }

  /// Creates the guest of a browser's session.
  init(_ session: WebSessions.Session) {
    let entry = session.entry
    guard !entry.isOwners else {
      self.init(
        id: entry.id, keeper: "owner", access: entry.access, person: nil,
        secret: session.secret)
      return
    }
    let guest = WebGuest(
      id: entry.id, access: entry.access, personName: entry.person,
      device: entry.device, secret: session.secret)
    // Without a person, nothing tells whether another session is of the same
    // one: the browsers of two people often have the same name.
    self.init(
      id: entry.id, keeper: entry.person.map { "person \($0)" } ?? entry.id,
      access: entry.access, person: guest.person, secret: session.secret)
  }
}

extension WebGuest {
  /// Returns the guest's request to undo an action; only one of its own, unless
  /// it may change everything.
  func undoing(_ action: String?, plants: [String] = []) -> UndoRequest {
    var request = UndoRequest(action, plants: plants)
    request.naming = .exact(includesRemoved: true)
    request.isOwnOnly = !access.allows(.changeAll)
    return request
  }
}
