internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalIdentification
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
  let journal: SharedJournal
  let tags: EntityTags
  /// The photos of all plants, as they were when one was last looked for in
  /// vain.
  private let photos = Mutex<[PhotoView]>([])
  /// The path of the program that decodes photos.
  let photoProgram: String
  /// The identification of plants.
  let identifier: WebIdentifier
  /// The photos that wait for the decision of whoever sent them.
  let identifications = StagedIdentifications()
  /// The services as they were when they were last asked.
  let services = KnownServices()
  let followUps: FollowUps?
  /// The codes on labels.
  let codes = KeptCodes()
  /// The pictures of species.
  let pictures = KeptPictures()

  /// The greatest number of bytes of a body.
  public static let maximumByteCount = 1 << 20
  /// The greatest number of bytes of a body with photos.
  public static let maximumUploadByteCount = 30 << 20

  /// The first components of all paths.
  static let prefix = ["api", "v1"]

  static let routes =
    APIRoute.views + APIRoute.photos + APIRoute.pictures
    + APIRoute.identifications + APIRoute.ofServices + APIRoute.actions

  /// Creates the API of a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - photoProgram: The path of `plantguide-photo`; without a program there,
  ///     no photo can be added, and no thumbnail made.
  ///   - identifyProgram: The path of `plantguide-identify`; without a program
  ///     there, no model runs.
  ///   - followUps: The work that follows changes; `nil` for none.
  public convenience init(
    of journal: SharedJournal, photosBy photoProgram: String = "",
    identifiedBy identifyProgram: String = "",
    followedBy followUps: FollowUps? = nil
  ) {
    self.init(
      of: journal, photosBy: photoProgram,
      WebIdentifier(
        StoredModel.Programs(photo: photoProgram, identify: identifyProgram)),
      followedBy: followUps)
  }

  /// Creates the API with an identifier.
  init(
    of journal: SharedJournal, photosBy photoProgram: String,
    _ identifier: WebIdentifier, followedBy followUps: FollowUps? = nil
  ) {
    self.identifier = identifier
    self.journal = journal
    self.followUps = followUps
    tags = EntityTags(of: journal)
    self.photoProgram = photoProgram
  }

  /// Returns a Boolean value that indicates whether a target belongs to the API.
  public static func serves(_ target: String) -> Bool {
    target.hasPrefix("/api/")
  }

  /// The moment at which photos are forgotten that were identified and not added;
  /// `nil` for none.
  public var forgetsPhotosAt: Instant? { identifications.firstEnd }

  /// Forgets photos that were identified long ago and not added.
  public func forgetOldPhotos(at clock: Instant) {
    identifications.sweep(at: clock)
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request, which need not make sense.
  ///   - guest: The guest who asks.
  ///   - clock: The moment that is now.
  ///   - mayTakeLong: Whether photos may be decoded for the answer.
  /// - Returns: The answer; `nil`, with nothing done, if it takes long and may
  ///   not.
  public func respond(
    to request: WebRequest, from guest: WebGuest, at clock: Instant,
    mayTakeLong: Bool
  ) -> WebResponse? {
    do {
      return try response(to: request, guest, clock, mayTakeLong: mayTakeLong)
    } catch is TakesLong {
      return nil
    } catch {
      return WebResponse(
        problem: error, isReading: request.method == .get,
        by: RequestClock(journal: journal, now: clock))
    }
  }

  func response(
    to request: WebRequest, _ guest: WebGuest, _ clock: Instant,
    mayTakeLong: Bool
  ) throws -> WebResponse {
    var response = try answer(request, guest, clock, mayTakeLong)
    // Nobody else may keep it, and most is asked for again each time.
    if response.headers["cache-control"] == nil {
      response.headers["cache-control"] = "private, no-cache"
    }
    return response
  }

  private func answer(
    _ request: WebRequest, _ guest: WebGuest, _ clock: Instant,
    _ mayTakeLong: Bool
  ) throws -> WebResponse {
    guard request.path.starts(with: Self.prefix) else {
      throw RequestError.notFound
    }
    let (route, parameters) = try request.route.get()
    guard guest.access.allows(route.right) else { throw RequestError.forbidden }
    guard mayTakeLong || !request.takesLong else { throw TakesLong() }
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
    if let tag, request.knows(tag.text) {
      return WebResponse(304, headers: ["etag": tag.text])
    }
    var response = try act(at: clock, as: guest) { journal in
      var call = APICall(
        api: self, mayTakeLong: mayTakeLong, journal: journal,
        parameters: parameters, guest: guest,
        request: request, fields: fields)
      // Asked first, as a repeated request may not be possible any more.
      if let kept = try call.keptAnswer() { return kept }
      return try route.answer(&call)
    }
    if let tag { response.headers["etag"] = tag.text }
    return response
  }

  /// Carries out a guest's request, and begins what follows a change.
  func act<R>(
    at clock: Instant, as guest: WebGuest, _ body: (CareJournal) throws -> R
  ) throws -> R {
    try journal.with(at: clock, as: guest.person) { journal in
      defer { followUps?.note(journal) }
      return try body(journal)
    }
  }

  /// Returns the route of a path below the prefix, and the values of its
  /// parameters.
  static func route(
    _ method: WebRequest.Method, _ path: ArraySlice<String>
  ) throws(RequestError) -> (APIRoute, [String]) {
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

  /// Returns the first photo that matches; `nil` for none.
  ///
  /// - Complexity: O(photos of the plant) for a photo that was found before, and
  ///   otherwise O(photos of the journal).
  /// - Throws: The errors of reading the journal.
  func photo(
    in journal: CareJournal, where matches: (PhotoView) -> Bool
  ) throws -> PhotoView? {
    let known = photos.withLock { $0.first(where: matches) }
    // It may have changed, or moved to another plant, since.
    if let plant = known?.plant,
      let photo = try journal.read({ try PhotoView.all(of: plant, in: $0) })
        .first(where: matches)
    {
      return photo
    }
    let found = try journal.read { try PhotoView.all(in: $0) }
    photos.withLock { $0 = found }
    return found.first(where: matches)
  }
}

/// The reason why an answer is not given at once.
struct TakesLong: Error {}

extension WebRequest {
  /// The same request without its body, which is no set of fields.
  fileprivate var withoutBody: WebRequest {
    var copy = self
    copy.body = []
    return copy
  }
}
