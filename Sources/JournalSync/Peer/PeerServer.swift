internal import ErrorKit
internal import JournalLog
public import JournalTime
internal import POSIXKit

/// A home's server without its network: admits, limits and answers requests.
public final class PeerServer {
  private let home: JournalHome
  private let tokens: AccessTokens
  private let current: CurrentTokens
  private let service: PeerService
  private var rate: RequestRate
  private var strangerRate: RequestRate
  /// The lock that tells other processes that this server runs.
  private var lock: File?

  /// Creates the server of the home at a path, and removes the remains of
  /// abandoned transfers.
  ///
  /// - Parameters:
  ///   - path: The directory of the journal, the tokens and the files.
  ///   - clock: The moment that is now, in seconds since 1970.
  ///   - requestsPerSecond: The number of requests of one device that are
  ///     answered per second; four times as many may come at once.
  /// - Throws: `StorageError` for a link that leads nowhere, and ``StoreError``
  ///   if there is no directory.
  public convenience init(
    ofHomeAt path: String, clock: Int, requestsPerSecond: Int
  ) throws {
    let home = JournalHome(path: path)
    try home.checkLinks()
    guard home.hasDirectory else {
      throw StoreError(.notFound, "\(path) does not exist")
    }
    self.init(of: home, requestsPerSecond: requestsPerSecond)
    BlobFolder(of: home).removeOldParts(now: clock)
  }

  /// Creates the server of a home.
  ///
  /// - Parameters:
  ///   - home: The home of the journal, the tokens and the files.
  ///   - requestsPerSecond: The number of requests of one device that are
  ///     answered per second; four times as many may come at once.
  init(of home: JournalHome, requestsPerSecond: Int) {
    self.home = home
    tokens = AccessTokens(of: home)
    current = CurrentTokens(tokens)
    service = PeerService(of: home)
    rate = RequestRate(perSecond: requestsPerSecond)
    strangerRate = RequestRate(perSecond: requestsPerSecond)
  }

  /// Returns whether there is a token or an invitation that is not revoked.
  ///
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func hasTokens() throws -> Bool {
    try tokens.entries().contains { $0.revokedAt == nil }
  }

  /// Lets other processes of the home know that the server listens, and where.
  ///
  /// - Throws: `FileSystemError`.
  public func note(_ address: ServedAddress) throws {
    lock = try address.note(in: home)
  }

  /// Makes the server's announcement on its network.
  ///
  /// - Parameters:
  ///   - port: The port on which it listens.
  ///   - key: Its certificate's public key in libcurl's form.
  /// - Returns: Its name, and the arguments of `avahi-publish`.
  /// - Throws: The errors of the store.
  public func announcement(
    port: Int, key: String
  ) throws -> (name: String, arguments: [String]) {
    PeerDiscovery.announcement(
      of: try service.journalIDs().min(), port: port, key: key)
  }

  /// The sessions of people in browsers.
  public var sessions: WebSessions { WebSessions(current) }

  /// Makes an invitation for a browser of the home's own user.
  ///
  /// - Parameters:
  ///   - url: The server's address for this machine.
  ///   - clock: The moment that is now.
  /// - Returns: The link; `nil` if there can be none to such an address.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func inviteOwner(
    at url: String, at clock: Instant
  ) throws -> PageInvitation? {
    try tokens.inviteOwner(at: url, at: clock)
  }

  /// The sender of a request that shows a valid token or an invitation, or a
  /// stranger in a browser.
  public struct Guest: Sendable {
    /// The token; `nil` for an invitation or a stranger.
    fileprivate let entry: AccessTokens.Entry?
    /// The session of a browser; `nil` for others.
    public fileprivate(set) var session: WebSessions.Session?
    /// The secret of the token.
    public fileprivate(set) var secret: AccessSecret?
    fileprivate let invitation: AccessSecret?
    /// The address of a stranger.
    fileprivate var address: String?

    /// The name of the token, for a record; `nil` for a stranger.
    public var tokenID: String? {
      entry?.id ?? (invitation == nil ? nil : "invitation")
    }

    /// The name by which the guest's requests wait for their turns.
    public var id: String { tokenID ?? "stranger \(address ?? "")" }

    /// A Boolean value that indicates whether the guest may bring events.
    public var isBringing: Bool { entry?.access.allowsBringing == true }

    /// The rights of the token; `nil` for an invitation.
    public var access: AccessTokens.Access? { entry?.access }

    /// The person whose device it is; `nil` if none is given.
    public var person: String? { entry?.person }

    /// The device that has the token.
    public var device: String? { entry?.device }
  }

  /// The decision on a request before its body is read.
  public enum Admission: Sendable {
    /// The answer, whatever the body is, and the id of the token.
    case refused(PeerResponse, id: String?)
    /// The server reads the body, of at most so many bytes.
    case admitted(Guest, bodyLimit: Int)
  }

  /// Decides by the head of a request whether to answer it.
  ///
  /// Without a valid token, the server only tells the status 401, whatever is
  /// asked for, or 429 if an address asks too often.
  ///
  /// - Parameters:
  ///   - method: The method, known or unknown.
  ///   - path: The path, with its query.
  ///   - otherLimit: The greatest number of bytes of the body of a request that
  ///     others answer for guests with a token; `nil` for one of a replica.
  ///   - authorization: The header of that name.
  ///   - byteCount: The number of bytes of the body, if stated.
  ///   - address: The address from which it came.
  ///   - clock: The moment that is now.
  /// - Returns: The answer, or the guest who asks.
  public func admit(
    method: String, path: String, otherLimit: Int? = nil,
    authorization: String?, byteCount: Int?, from address: String,
    at clock: Instant
  ) -> Admission {
    let guest: Guest?
    do {
      guest = try self.guest(authorization, at: clock)
    } catch {
      return .refused(.failed(error), id: nil)
    }
    guard let guest else {
      let isPatient = strangerRate.allows(address, at: Deadline.now)
      return .refused(
        isPatient ? .unauthorized : .busy(429, seconds: 1), id: nil)
    }
    if let refusal = refusal(ofRate: guest, at: clock) { return refusal }
    return admission(
      of: guest, method: method, path: path, otherLimit: otherLimit,
      byteCount: byteCount)
  }

  /// Decides by the head of a browser's request whether to read it. Strangers
  /// are read, too, as they see the page on which an invitation is taken up.
  ///
  /// - Parameters:
  ///   - session: The secret that the browser shows; `nil` for none.
  ///   - byteCount: The number of bytes of the body, if stated.
  ///   - limit: The greatest number of bytes of a body.
  ///   - strangersLimit: The same for a stranger.
  ///   - address: The address from which it came.
  ///   - clock: The moment that is now.
  /// - Returns: The answer, or the guest who asks.
  public func admitBrowser(
    session: String?, byteCount: Int?, limit: Int, strangersLimit: Int,
    from address: String, at clock: Instant
  ) -> Admission {
    let found: WebSessions.Session?
    do {
      found = try session.flatMap {
        try sessions.session(showing: $0, at: clock)
      }
    } catch {
      return .refused(.failed(error), id: nil)
    }
    let guest = Guest(
      entry: found?.entry, session: found, invitation: nil, address: address)
    if let refusal = refusal(ofRate: guest, at: clock) { return refusal }
    let limit = found == nil ? strangersLimit : limit
    return byteCount ?? 0 <= limit
      ? .admitted(guest, bodyLimit: limit)
      : .refused(.failure(413, "the request is too long"), id: guest.tokenID)
  }

  /// Counts a request; returns its refusal if there were too many.
  private func refusal(
    ofRate guest: Guest, at clock: Instant
  ) -> Admission? {
    let isPatient =
      if let address = guest.address, guest.entry == nil {
        strangerRate.allows(address, at: Deadline.now)
      } else {
        rate.allows(guest.id, at: Deadline.now)
      }
    guard isPatient else {
      return .refused(.busy(429, seconds: 1), id: guest.tokenID)
    }
    if let entry = guest.entry { try? tokens.noteUse(of: entry, at: clock) }
    return nil
  }

  private func guest(
    _ authorization: String?, at clock: Instant
  ) throws -> Guest? {
    guard let secret = AccessSecret(authorization: authorization) else {
      return nil
    }
    let entries = try current.entries(at: clock)
    if let entry = AccessTokens.entry(showing: secret, among: entries) {
      return Guest(entry: entry, secret: secret, invitation: nil)
    }
    return AccessTokens.isInvitation(secret, among: entries)
      ? Guest(entry: nil, invitation: secret) : nil
  }

  private func admission(
    of guest: Guest, method: String, path: String, otherLimit: Int?,
    byteCount: Int?
  ) -> Admission {
    func refused(_ response: PeerResponse) -> Admission {
      .refused(response, id: guest.id)
    }
    if let limit = otherLimit {
      guard guest.entry != nil else { return refused(.unauthorized) }
      return byteCount ?? 0 <= limit
        ? .admitted(guest, bodyLimit: limit)
        : refused(.failure(413, "the request is too long"))
    }
    let route = PeerRoute(path: path)
    // An invitation allows nothing but joining.
    if guest.entry == nil, route != .join || method != "POST" {
      return refused(.unauthorized)
    }
    guard let route else {
      return refused(.failure(404, "nothing has this name"))
    }
    guard let method = PeerRequest.Method(rawValue: method),
      route.methods.contains(method)
    else { return refused(.notAllowed(route)) }
    if let entry = guest.entry {
      guard route != .join else {
        return refused(.failure(403, "this device has a token already"))
      }
      guard entry.access.allowsBringing || !route.isWriting(method) else {
        return refused(.failure(403, "this device may only read"))
      }
    }
    let limit = route.bodyLimit(method)
    guard byteCount ?? 0 <= limit else {
      return refused(.failure(413, "the request is too long"))
    }
    return .admitted(guest, bodyLimit: limit)
  }

  /// Closes the journal until the next request, to let its file be rewritten.
  public func rest() { service.forgetJournal() }

  /// A request of an admitted guest, with the work done for it so far.
  public struct Work {
    private(set) var request: PeerRequest
    /// The guest who asks.
    public let guest: Guest
    fileprivate var progress = PeerService.Progress()

    /// Creates the work for a request; nothing is done yet.
    public init(_ request: PeerRequest, of guest: Guest) {
      self.request = request
      self.guest = guest
    }
  }

  /// Does a part of the work for an answer. If the token was revoked meanwhile,
  /// the server refuses the request and stores nothing more.
  ///
  /// - Parameters:
  ///   - work: The request and the work done so far.
  ///   - budget: The limits of this part.
  ///   - clock: The moment that is now.
  /// - Returns: The answer; `nil` if there is more to do.
  public func goOn(
    with work: inout Work, within budget: AnswerBudget, at clock: Instant
  ) -> PeerResponse? {
    if let invitation = work.guest.invitation {
      return join(work.request, invitation, at: clock)
    }
    if let refusal = refusal(of: work.guest, at: clock) { return refusal }
    return service.respond(
      to: work.request, within: budget, keeping: &work.progress)
  }

  /// Returns the refusal of a request whose token was revoked meanwhile; `nil`
  /// if it is still valid.
  public func refusal(of guest: Guest, at clock: Instant) -> PeerResponse? {
    do {
      let entries = try current.entries(at: clock)
      guard let entry = guest.entry, entries.contains(where: entry.isStill),
        entry.endsAt.map({ clock < $0 }) ?? true
      else { return .unauthorized }
      return nil
    } catch {
      return .failed(error)
    }
  }

  private func join(
    _ request: PeerRequest, _ invitation: AccessSecret, at clock: Instant
  ) -> PeerResponse {
    guard let (device, secret) = PeerBody.joining(in: request.body) else {
      return .failure(400, "this is not a request to join")
    }
    do {
      let entry = try tokens.accept(
        invitation, device: device, for: secret, at: clock)
      guard entry != nil else { return .unauthorized }
    } catch is AccessTokensError {
      return .failure(400, "the device needs another name")
    } catch {
      return .failed(error)
    }
    return service.respond(to: PeerRequest(.get, PeerRoute.journals.path))
  }
}

extension PeerResponse {
  fileprivate static let unauthorized = PeerResponse(
    401, headers: ["www-authenticate": "Bearer"])

  /// The answer if this machine failed, and will fail for a while.
  fileprivate static func failed(_ error: any Error) -> PeerResponse {
    var response = busy(503, seconds: 60)
    response.fault = ErrorFacts(of: error).message
    return response
  }

  fileprivate static func busy(_ status: Int, seconds: Int) -> PeerResponse {
    PeerResponse(status, headers: ["retry-after": "\(seconds)"])
  }
}

/// A limit on the rate at which each of many clients may ask.
struct RequestRate {
  private let perSecond: Int64
  /// The time up to which each client has used its share: milliseconds, times
  /// `perSecond`.
  private var used: [String: Int64] = [:]

  /// The number of milliseconds whose requests may come at once.
  private static let burst: Int64 = 4_000
  /// The number of clients remembered; others count as new.
  private static let memory = 4_096

  init(perSecond: Int) { self.perSecond = Int64(max(1, perSecond)) }

  /// Counts a request, unless there were too many.
  mutating func allows(_ name: String, at now: Int64) -> Bool {
    if used.count >= Self.memory, used[name] == nil {
      used = used.filter { $0.value > now * perSecond }
      if used.count >= Self.memory { used = [:] }
    }
    let start = max(used[name] ?? 0, now * perSecond)
    guard start + 1_000 <= (now + Self.burst) * perSecond else { return false }
    used[name] = start + 1_000
    return true
  }
}
