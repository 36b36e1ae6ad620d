internal import ErrorKit
internal import HTMLKit
internal import JournalActions
internal import JournalPages
internal import JournalReports
public import JournalSync
public import JournalTime

/// The way of people in: decides about each request of a browser, without its
/// network.
///
/// It knows the session by its cookie, and lets only pages of this server change
/// anything. Behind it are the pages and the API.
public final class WebSite: Sendable {
  private let api: WebAPI
  private let sessions: WebSessions
  private let names: [SiteOrigin.Name]
  private let pages: WebPages

  /// The greatest number of bytes of a stranger's body.
  public static let strangersByteCount = 8 << 10

  /// Creates the way in; `nil` if one of the names can be no name.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - api: The API, which page scripts may use, too.
  ///   - sessions: The sessions of the home.
  ///   - names: The names by which browsers may know the server, besides
  ///     `localhost` and addresses in figures, each with a port if only that
  ///     counts.
  public init?(
    _ pages: WebPages, _ api: WebAPI, sessions: WebSessions,
    names: [String] = []
  ) {
    self.names = names.compactMap { SiteOrigin.Name($0) }
    guard self.names.count == names.count else { return nil }
    self.api = api
    self.sessions = sessions
    self.pages = pages
  }

  /// Returns the secret that a browser shows; `nil` for none.
  public static func secret(
    cookie: String?, over connection: WebConnection
  ) -> String? {
    SessionCookie.secret(in: cookie, isSecure: connection.isSecure)
  }

  // MARK: Answers

  /// Answers a request, also for the API.
  ///
  /// - Parameters:
  ///   - request: The request, which need not make sense.
  ///   - connection: The facts of its connection.
  ///   - clock: The moment that is now.
  ///   - mayTakeLong: Whether photos may be decoded for the answer.
  /// - Returns: The answer, with the headers that protect it; `nil`, with nothing
  ///   done, if it takes long and may not.
  public func respond(
    to request: WebRequest, over connection: WebConnection, at clock: Instant,
    mayTakeLong: Bool
  ) -> WebResponse? {
    let origin = connection.host.flatMap {
      SiteOrigin(host: $0, isSecure: connection.isSecure)
    }
    var response: WebResponse
    do {
      guard let origin else { throw SiteError.noHost }
      guard origin.isServed(at: connection.port, by: names) else {
        throw SiteError.foreignHost
      }
      response = try answer(
        Visit(request, connection, origin, clock), mayTakeLong)
    } catch is TakesLong {
      return nil
    } catch {
      response = Self.response(
        to: error, request, isProblem: request.wantsProblem)
    }
    SiteHeaders.add(
      to: &response,
      hasOwnName: connection.isSecure && origin?.isOne(of: names) == true)
    return response
  }

  /// Returns the answer to a request if it is known without reading the journal:
  /// a file of the program, a page that was made before, or that the browser has
  /// the present one.
  ///
  /// - Parameters:
  ///   - request: The request, which need not make sense.
  ///   - connection: The facts of its connection.
  ///   - session: The session that the browser has just shown; `nil` for none.
  ///   - clock: The moment that is now.
  /// - Returns: The same answer as ``respond(to:over:at:mayTakeLong:)``; `nil` for
  ///   any other request.
  public func knownResponse(
    to request: WebRequest, over connection: WebConnection,
    in session: WebSessions.Session?, at clock: Instant
  ) -> WebResponse? {
    guard request.method == .get, !request.isOfProgram,
      let origin = connection.host.flatMap({
        SiteOrigin(host: $0, isSecure: connection.isSecure)
      }), origin.isServed(at: connection.port, by: names)
    else { return nil }
    var response: WebResponse
    if WebAssets.serves(request.path) {
      response = WebAssets.respond(
        to: request.path, accepting: request.headers["accept-encoding"])
    } else {
      guard let session,
        let page = pages.knownResponse(
          to: request,
          from: WebVisitor(
            guest: WebGuest(session), formToken: session.formToken), at: clock)
      else { return nil }
      response = page
    }
    SiteHeaders.add(
      to: &response,
      hasOwnName: connection.isSecure && origin.isOne(of: names))
    return response
  }

  /// Returns the answer to a request that was refused before it was read, in
  /// the form that browsers and programs expect.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The headers that the answer has, too.
  ///   - isOfProgram: A Boolean value that indicates whether a program asks the
  ///     API, rather than a browser.
  ///   - accept: The header of that name.
  ///   - hasFailed: A Boolean value that indicates whether the server has
  ///     failed, rather than refused.
  /// - Returns: The answer.
  public static func refusal(
    _ status: Int, headers: [String: String], isOfProgram: Bool,
    accept: String?, hasFailed: Bool = false
  ) -> WebResponse {
    let error: any Error =
      SiteError(
        status: status,
        seconds: headers["retry-after"].flatMap { Int($0) } ?? 30,
        isOfProgram: isOfProgram, hasFailed: hasFailed)
      ?? (status == 403 ? RequestError.forbidden : .badTarget)
    var response = Self.response(
      to: error, nil,
      isProblem: isOfProgram || WebRequest.wantsProblem(accept))
    response.headers.merge(headers) { $1 }
    if !isOfProgram { SiteHeaders.add(to: &response, hasOwnName: false) }
    return response
  }

  /// A request that names this server.
  fileprivate struct Visit {
    let request: WebRequest
    let origin: SiteOrigin
    let clock: Instant
    /// The secret that the browser shows.
    let secret: String?

    init(
      _ request: WebRequest, _ connection: WebConnection, _ origin: SiteOrigin,
      _ clock: Instant
    ) {
      var request = request
      request.site = origin
      self.request = request
      self.origin = origin
      self.clock = clock
      secret = WebSite.secret(
        cookie: request.headers["cookie"], over: connection)
    }
  }

  private func answer(
    _ visit: Visit, _ mayTakeLong: Bool
  ) throws -> WebResponse {
    let request = visit.request
    if request.method == .get, WebAssets.serves(request.path) {
      return WebAssets.respond(
        to: request.path, accepting: request.headers["accept-encoding"])
    }
    // Calendar programs have no cookie, and show a secret in the address.
    if request.method == .get,
      let secret = CalendarLink.secret(inPath: request.path)
    {
      guard try sessions.calendar(of: secret, at: visit.clock) != nil else {
        throw RequestError.notFound
      }
      return try pages.calendar(for: request, at: visit.clock)
    }
    if let token = WebPages.answerToken(in: request.path) {
      return try answer(to: token, visit)
    }
    let session = try visit.secret.flatMap {
      try sessions.session(showing: $0, at: visit.clock)
    }
    if request.method == .get {
      guard !request.isOfProgram || visit.isOwnReading else {
        throw SiteError.foreignPage
      }
    } else {
      guard visit.isFromOwnPage else { throw SiteError.foreignPage }
    }
    if request.path == ["join"] { return try join(visit, session) }
    guard let session else { return try notSignedIn(visit) }
    let token = FormToken.shown(by: request)
    let guest = WebGuest(session)
    let visitor = WebVisitor(guest: guest, formToken: session.formToken)
    guard
      request.method == .get || token.map(session.accepts(formToken:)) == true
    else {
      guard !request.wantsProblem else { throw SiteError.oldForm }
      return pages.refusal(of: request, from: visitor, SiteError.oldForm)
    }
    if request.path == ["sign-out"] { return try signOut(visit, session) }
    let response =
      request.isOfProgram
      ? api.respond(
        to: request, from: guest, at: visit.clock, mayTakeLong: mayTakeLong)
      : pages.respond(
        to: request, from: visitor, at: visit.clock, mayTakeLong: mayTakeLong)
    guard let response else { throw TakesLong() }
    return response
  }

  /// Answers a reminder by the link of its message, which is all that somebody
  /// has to show. So a program may follow it, too, which names no origin.
  private func answer(to token: String, _ visit: Visit) throws -> WebResponse {
    let request = visit.request
    switch request.method {
    case .get: break
    case .post:
      guard visit.isFromOwnPage || visit.isOfNoPage else {
        throw SiteError.foreignPage
      }
    default: throw RequestError.badMethod(["GET", "POST"])
    }
    let page = try pages.answer(to: token, request, at: visit.clock)
    return WebResponse(html: Self.context(request).html(of: page))
  }

  private func notSignedIn(_ visit: Visit) throws -> WebResponse {
    let request = visit.request
    let secret = visit.secret
    let isOver =
      try secret.map { try sessions.isOver(showing: $0, at: visit.clock) }
      ?? false
    let isRevoked =
      try secret.map { try sessions.isRevoked(showing: $0, at: visit.clock) }
      ?? false
    var response =
      request.wantsProblem
      ? WebResponse(
        problem: request.isOfProgram ? SiteError.noToken : .notSignedIn)
      : Self.joinPage(
        isOver || isRevoked ? .accessEnded : .notSignedIn,
        device: request.browserName,
        back: request.method == .get ? request.target : nil, request)
    let isSecure = visit.origin.isSecure
    if isOver {
      // What waits to be sent stays until the same person signs in again.
      response.endSession(isSecure)
    } else if isRevoked {
      // Nothing of a session that was taken away stays behind.
      response.forgetSession(isSecure)
    }
    // An unknown secret may be that of another home or program on the same
    // machine, whose cookies have no port. What waits stays.
    return response
  }

  // MARK: Signing in and out

  private func join(
    _ visit: Visit, _ session: WebSessions.Session?
  ) throws -> WebResponse {
    let request = visit.request
    if request.method == .get {
      return Self.joinPage(
        nil, device: request.browserName, isSignedIn: session != nil, request)
    }
    guard request.method == .post else {
      throw RequestError.badMethod(["GET", "POST"])
    }
    guard visit.origin.isSecure || visit.origin.isLoopback else {
      throw SiteError.notEncrypted
    }
    var fields = try RequestFields(request)
    let named = try fields.text("device", mayBeEmpty: true) ?? ""
    let device = named.isEmpty ? request.browserName : named
    let person = try fields.text("person", mayBeEmpty: true) ?? ""
    let back = try fields.text("back", mayBeEmpty: true)
    let text = try fields.text("invitation", mayBeEmpty: true) ?? ""
    func refused(_ error: SiteError) -> WebResponse {
      request.wantsProblem
        ? WebResponse(problem: error)
        : Self.joinPage(
          error, device: device, person: person, back: back, request)
    }
    guard let invitation = PageInvitation.secret(in: text) else {
      return refused(.noInvitation)
    }
    // A link anywhere could sign somebody in who did not mean to.
    let isAtOnce = try fields.flag("now") ?? false
    guard
      try !isAtOnce || sessions.isOwners(invitation, at: visit.clock)
    else {
      return Self.joinPage(
        nil, device: device, back: back, invitation: text,
        isSignedIn: session != nil, request)
    }
    let secret: AccessSecret?
    do {
      guard person.isEmpty || (try? NameInput.name(person, "the name")) != nil
      else { return refused(.badPerson) }
      secret = try sessions.open(
        by: invitation, device: device, at: visit.clock)
    } catch AccessTokensError.badName {
      return refused(.badDevice)
    }
    guard let secret else { return refused(.usedInvitation) }
    // The invitation is used up: whatever fails from here on, the browser gets
    // its session.
    var response = WebResponse(redirectingTo: back)
    func attempt(_ fault: String, _ step: () throws -> Void) {
      do {
        try step()
      } catch {
        response =
          request.wantsProblem
          ? WebResponse(problem: error)
          : WebResponse(
            page: error, ownFault: "You are signed in, but \(fault).",
            in: Self.context(request))
      }
    }
    let own = try? sessions.session(showing: secret.text, at: visit.clock)
    if let session {
      attempt("the browser's former session still counts. Household revokes it")
      { try sessions.end(session, at: visit.clock) }
    }
    if let own, !person.isEmpty {
      attempt("your name could not be saved. Settings takes it again") {
        try pages.name(WebGuest(own), person, at: visit.clock)
      }
    }
    response.headers["set-cookie"] = SessionCookie.setting(
      secret.text, isSecure: visit.origin.isSecure)
    // Somebody else's pages and waiting actions must not become this one's.
    if let session, own.map({ WebGuest($0).keeper }) != WebGuest(session).keeper
    {
      response.forgetStorage()
    }
    return response
  }

  private func signOut(
    _ visit: Visit, _ session: WebSessions.Session
  ) throws -> WebResponse {
    guard visit.request.method == .post else {
      throw RequestError.badMethod(["POST"])
    }
    var response = WebResponse(redirectingTo: "/join")
    do {
      try sessions.end(session, at: visit.clock)
    } catch {
      // The token stays valid, but this browser shows it no more.
      response = Self.response(
        to: error, visit.request, isProblem: visit.request.wantsProblem)
    }
    response.forgetSession(visit.origin.isSecure)
    return response
  }

  // MARK: Pages for everybody

  private static func joinPage(
    _ error: SiteError?, device: String, person: String = "",
    back: String? = nil, invitation: String? = nil, isSignedIn: Bool = false,
    _ request: WebRequest
  ) -> WebResponse {
    var response = WebResponse(
      html: context(request).html(
        of: JoinPage(
          problem: error.map { $0.facts.sentence },
          remedy: error?.facts.remedy.flatMap(Wording.remedyOfPages),
          device: device, person: person,
          back: back.flatMap { $0.isOwnPath ? $0 : nil },
          invitation: invitation, isSignedIn: isSignedIn)))
    response.status = error?.status ?? 200
    return response
  }

  /// Returns the answer to a request that failed.
  private static func response(
    to error: any Error, _ request: WebRequest?, isProblem: Bool
  ) -> WebResponse {
    isProblem
      ? WebResponse(problem: error)
      : WebResponse(
        page: error, ownFault: "The server cannot answer now.",
        in: context(request))
  }

  /// The context of a page for somebody who may be a stranger.
  private static func context(_ request: WebRequest?) -> PageContext {
    var context = PageContext(
      assets: WebAssets.version, reader: nil, access: .readOnly,
      formToken: "", pageKey: "", here: PagePath())
    if let request { context.colorScheme = request.colorScheme }
    return context
  }
}

extension WebSite.Visit {
  /// A Boolean value that indicates whether a page of this server sends the
  /// request. Browsers that leave out the origin say where it comes from.
  fileprivate var isFromOwnPage: Bool {
    guard let text = request.headers["origin"] else {
      return request.headers["sec-fetch-site"] == "same-origin"
    }
    return SiteOrigin(text) == origin
  }

  /// A Boolean value that indicates whether no page sends the request.
  fileprivate var isOfNoPage: Bool {
    request.headers["origin"] == nil && request.headers["sec-fetch-site"] == nil
  }

  /// A Boolean value that indicates whether a page of this server, or the person
  /// in the address bar, reads from the API.
  fileprivate var isOwnReading: Bool {
    guard let site = request.headers["sec-fetch-site"] else {
      return request.headers["origin"] == nil || isFromOwnPage
    }
    return site == "same-origin" || site == "none"
  }
}

extension WebRequest {
  /// A Boolean value that indicates whether the target belongs to the API.
  var isOfProgram: Bool { path.first == "api" }

  /// A Boolean value that indicates whether an error is answered with a problem
  /// document, rather than a page.
  var wantsProblem: Bool {
    isOfProgram || Self.wantsProblem(headers["accept"])
  }

  /// Returns the same for a browser, by the header `Accept`.
  static func wantsProblem(_ accept: String?) -> Bool {
    let types = accept?.split { ", ;".contains($0) } ?? []
    return types.contains { $0.hasSuffix("json") }
      && !types.contains("text/html")
  }

  fileprivate var browserName: String {
    BrowserName.name(of: headers["user-agent"])
  }
}

extension WebResponse {
  /// Creates the answer that leads a browser to a page of this server; any other
  /// text leads to the first page.
  init(redirectingTo path: String?) {
    let path = path.flatMap { $0.isOwnPath ? $0 : nil }
    self.init(303, headers: ["location": path ?? "/"])
  }

  /// Lets the browser forget the session, and what it has stored.
  fileprivate mutating func forgetSession(_ isSecure: Bool) {
    headers["set-cookie"] = SessionCookie.removing(isSecure: isSecure)
    forgetStorage()
  }

  /// Lets the browser forget the session, and what the server has sent.
  fileprivate mutating func endSession(_ isSecure: Bool) {
    headers["set-cookie"] = SessionCookie.removing(isSecure: isSecure)
    headers["clear-site-data"] = #""cache""#
  }

  /// Lets the browser forget what it has stored, except for cookies.
  fileprivate mutating func forgetStorage() {
    headers["clear-site-data"] = #""cache", "storage""#
  }
}

extension String {
  /// A Boolean value that indicates whether it is a path of this server. Two
  /// slashes, or a backslash that browsers take for one, would name a host.
  var isOwnPath: Bool {
    hasPrefix("/") && !hasPrefix("//") && utf8.count <= 2_000
      && utf8.allSatisfy {
        0x21...0x7e ~= $0 && $0 != UInt8(ascii: "\\")
      }
  }
}
