internal import CSodium
internal import JournalEvents
internal import JournalLog
public import JournalTime
internal import POSIXKit
internal import Synchronization

/// The sessions of people in browsers.
///
/// A session is a token with an end. The browser keeps its secret in a cookie,
/// and shows it to the pages of the server alone.
public struct WebSessions: Sendable {
  private let current: CurrentTokens

  init(_ current: CurrentTokens) { self.current = current }

  /// Creates the sessions of the home at a path; nothing is read yet.
  public init(ofHomeAt path: String) {
    self.init(CurrentTokens(AccessTokens(of: JournalHome(path: path))))
  }

  /// A session whose secret a browser has shown.
  public struct Session: Sendable {
    /// The token.
    public let entry: AccessTokens.Entry
    /// The text that each form of the session sends back. It follows from the
    /// secret, so pages of others do not know it.
    public let formToken: String
    /// The secret that the browser has shown.
    public let secret: AccessSecret

    fileprivate init(_ entry: AccessTokens.Entry, _ secret: AccessSecret) {
      self.entry = entry
      self.secret = secret
      formToken = secret.derived("plantguide form token").text
    }

    /// Returns whether a form has sent the token back, in a time that does not
    /// show where a wrong one differs.
    public func accepts(formToken text: String) -> Bool {
      let (own, other) = (Array(formToken.utf8), Array(text.utf8))
      return own.count == other.count
        && sodium_memcmp(own, other, own.count) == 0
    }
  }

  /// Returns the session whose secret a browser shows; `nil` if it is unknown,
  /// revoked or over.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func session(
    showing text: String, at clock: Instant
  ) throws -> Session? {
    guard let secret = AccessSecret(text) else { return nil }
    return AccessTokens.session(
      showing: secret, among: try current.entries(at: clock), at: clock
    ).map { Session($0, secret) }
  }

  /// Returns whether a browser shows the secret of a session that has lasted
  /// its whole time, and was not revoked.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func isOver(showing text: String, at clock: Instant) throws -> Bool {
    guard let secret = AccessSecret(text) else { return false }
    return AccessTokens.isOver(
      secret, among: try current.entries(at: clock), at: clock)
  }

  /// Returns whether a browser shows the secret of a session that was revoked.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func isRevoked(
    showing text: String, at clock: Instant
  ) throws -> Bool {
    guard let secret = AccessSecret(text) else { return false }
    return AccessTokens.any(of: secret, among: try current.entries(at: clock))?
      .revokedAt != nil
  }

  /// Returns whether an invitation is one for the home's own user.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func isOwners(
    _ invitation: AccessSecret, at clock: Instant
  ) throws -> Bool {
    AccessTokens.any(of: invitation, among: try current.entries(at: clock))?
      .isOwners ?? false
  }

  /// Exchanges an invitation for a session.
  ///
  /// - Parameters:
  ///   - invitation: The secret of the invitation.
  ///   - device: The name of the browser.
  ///   - clock: The moment that is now.
  /// - Returns: The secret for the browser's cookie; `nil` if the invitation is
  ///   unknown, expired, revoked or was taken up.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func open(
    by invitation: AccessSecret, device: String, at clock: Instant
  ) throws -> AccessSecret? {
    try current.tokens.openSession(by: invitation, device: device, at: clock)?
      .secret
  }

  /// Returns the calendar whose secret is in an address, and notes that it was
  /// asked for; `nil` if it is unknown or revoked.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func calendar(
    of text: String, at clock: Instant
  ) throws -> AccessTokens.Entry? {
    guard let secret = AccessSecret(text),
      let entry = AccessTokens.calendar(
        of: secret, among: try current.entries(at: clock))
    else { return nil }
    try? current.tokens.noteUse(of: entry, at: clock)
    return entry
  }

  /// Revokes the token of a session.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func end(_ session: Session, at clock: Instant) throws {
    try current.tokens.end(session.entry, at: clock)
  }
}

/// The tokens as their file has them now.
final class CurrentTokens: Sendable {
  let tokens: AccessTokens
  private let read = Mutex<(FileStatus, [AccessTokens.Entry])?>(nil)

  init(_ tokens: AccessTokens) { self.tokens = tokens }

  /// Returns the current tokens. The file is read again only if it has changed:
  /// strangers ask as often as anybody.
  func entries(at clock: Instant) throws -> [AccessTokens.Entry] {
    let status = tokens.status
    if let (known, entries) = read.withLock(\.self), known == status {
      return entries
    }
    let entries = try tokens.entries()
    // Two changes within a second may look alike.
    let isOld = status.map {
      Int64($0.modifiedAt) * 1_000 < clock.milliseconds - 2_000
    }
    read.withLock { $0 = isOld == true ? status.map { ($0, entries) } : nil }
    return entries
  }
}

/// An invitation of a person in a browser: a link to the page on which it is
/// taken up. Browsers do not send the secret, which is in the fragment, with
/// the request for the page.
///
///     https://192.0.2.7:8714/join#SECRET
public struct PageInvitation: Sendable {
  /// The link.
  public let link: String
  /// The moment until which it can be taken up, if it was made just now for
  /// others.
  public internal(set) var expiresAt: Instant?
  /// A Boolean value that indicates whether the same request made it before.
  public internal(set) var isRepeated = false

  /// Creates the link; `nil` if the address is not HTTP.
  init?(url: String, secret: AccessSecret, isOwners: Bool = false) {
    guard PeerInvitation.isAddress(url) else { return nil }
    let url = url.hasSuffix("/") ? String(url.dropLast()) : url
    link = "\(url)/join#\(secret.text)\(isOwners ? Self.ownersEnd : "")"
  }

  /// The end of a link for the home's own user, which the page takes up
  /// without a question.
  private static let ownersEnd = ";now"

  /// Returns the secret of a link or of an invitation of a machine, or a secret
  /// that somebody copied alone; `nil` for any other text.
  public static func secret(in text: String) -> AccessSecret? {
    if let invitation = PeerInvitation(text) { return invitation.secret }
    let text = text.filter { !$0.isWhitespace }
    let end = text.split(separator: "#", omittingEmptySubsequences: false).last
    return (end?.split(separator: ";").first).flatMap {
      AccessSecret(String($0))
    }
  }
}

/// The address at which a calendar program finds the due tasks.
///
///     https://192.0.2.7:8714/calendar/SECRET.ics
public struct CalendarLink: Sendable, Hashable {
  /// The address.
  public let link: String
  /// A Boolean value that indicates whether the same request made it before.
  public internal(set) var isRepeated = false

  /// Creates the address; `nil` if that of the server is not HTTP.
  init?(url: String, secret: AccessSecret) {
    guard PeerInvitation.isAddress(url) else { return nil }
    let url = url.hasSuffix("/") ? String(url.dropLast()) : url
    link = "\(url)/calendar/\(secret.text).ics"
  }

  /// Returns the secret in the path of a request; `nil` if the path is another.
  public static func secret(inPath path: [String]) -> String? {
    guard path.count == 2, path[0] == "calendar", path[1].hasSuffix(".ics")
    else { return nil }
    return String(path[1].dropLast(".ics".count))
  }
}
