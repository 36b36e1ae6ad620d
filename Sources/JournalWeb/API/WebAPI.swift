internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalInput
public import JournalQueries
internal import JournalSync
public import JournalTime
internal import Synchronization

/// The API for programs, `/api/v1`, without its network.
///
/// It may be asked from several threads. Whatever a request holds, the answer
/// has a status, and what was stored is durable when the answer says so.
public final class WebAPI: Sendable {
  private let journal: SharedJournal
  private let tags: EntityTags

  /// The greatest number of bytes of a body.
  public static let maximumByteCount = 1 << 20

  /// The first components of all paths.
  static let prefix = ["api", "v1"]

  static let routes = APIRoute.views + APIRoute.actions

  /// Creates the API of a journal.
  public init(of journal: SharedJournal) {
    self.journal = journal
    tags = EntityTags(of: journal)
  }

  /// The beginning of the API's targets, without the first slash.
  public static let beginning = "api/"

  /// Returns a Boolean value that indicates whether a target belongs to the API.
  public static func serves(_ target: String) -> Bool {
    target.hasPrefix("/\(beginning)")
  }

  /// Returns the path of a target's route for a log, with the names of its
  /// parameters instead of their values; `nil` for a target elsewhere.
  public static func label(of target: String) -> String? {
    guard serves(target) else { return nil }
    let path =
      WebRequest(.get, target)?.path ?? []
    let route = routes.first {
      path.starts(with: prefix)
        && $0.parameters(in: path.dropFirst(prefix.count)) != nil
    }
    return "/\(beginning)v1\(route?.path ?? "/-")"
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request, which need not make sense.
  ///   - guest: The guest who asks.
  ///   - clock: The moment that is now.
  /// - Returns: The answer.
  public func respond(
    to request: WebRequest, from guest: WebGuest, at clock: Instant
  ) -> WebResponse {
    do {
      var response = try answer(request, guest, clock)
      // Nobody else may keep it, and it is asked for again each time.
      response.headers["cache-control"] = "private, no-cache"
      return response
    } catch {
      return WebResponse(problem: error)
    }
  }

  private func answer(
    _ request: WebRequest, _ guest: WebGuest, _ clock: Instant
  ) throws -> WebResponse {
    guard request.path.starts(with: Self.prefix) else {
      throw RequestError.notFound
    }
    let (route, parameters) = try Self.route(
      request.method, request.path.dropFirst(Self.prefix.count))
    guard guest.access.allows(route.right) else { throw RequestError.forbidden }
    guard request.method != .get || request.body.isEmpty else {
      throw RequestError.needlessBody
    }
    let fields =
      try route.path == "/events"
      ? RequestFields(request.withoutBody) : RequestFields(request)
    let tag =
      route.method == .get && route.dependsOnJournalAlone
        && !fields.has(RequestFields.clockNames)
      ? try? tags.tag(of: request, for: guest, at: clock) : nil
    if let tag, request.knows(tag) {
      return WebResponse(304, headers: ["etag": tag])
    }
    var response = try journal.with(at: clock, as: guest.person) { journal in
      var call = APICall(
        api: self, journal: journal, parameters: parameters, guest: guest,
        request: request, fields: fields)
      // Asked first, as a repeated request may not be possible any more.
      if let kept = try call.keptAnswer() { return kept }
      return try route.answer(&call)
    }
    if let tag { response.headers["etag"] = tag }
    return response
  }

  /// Returns the route of a path below the prefix, and the values of its
  /// parameters.
  ///
  /// - Throws: ``RequestError``.
  static func route(
    _ method: WebRequest.Method, _ path: ArraySlice<String>
  ) throws -> (APIRoute, [String]) {
    var methods: [String] = []
    for route in routes {
      guard let parameters = route.parameters(in: path) else { continue }
      if route.method == method { return (route, parameters) }
      methods.append(route.method.rawValue)
    }
    throw methods.isEmpty
      ? RequestError.notFound : RequestError.badMethod(methods)
  }

  /// The state of the journal that views depend on.
  ///
  /// - Complexity: O(1) for the same journal, as ``SharedJournal/version()``.
  /// - Throws: The errors of opening the journal.
  public func state(at clock: Instant) throws -> ChangeFeed.State {
    try tags.state(at: clock)
  }
}

extension WebRequest {
  /// The same request without its body, which is no set of fields.
  fileprivate var withoutBody: WebRequest {
    var copy = self
    copy.body = []
    return copy
  }
}
