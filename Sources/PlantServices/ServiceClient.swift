package import Encodings
internal import ErrorKit
internal import JournalLog
internal import JournalSync
internal import JournalTime
internal import POSIXKit

/// Sends requests to one service, and keeps its answers.
///
/// The network program starts with the first request that the cache cannot
/// answer. All connections of services are opened here, so the offline mode is
/// checked here alone.
package final class ServiceClient {
  /// The service.
  package let service: PlantService
  let surroundings: ServiceSurroundings
  let options: ServiceOptions
  let address: ServiceAddress
  private let cache: AnswerCache
  private lazy var pipe = Result { try connect() }
  private lazy var secret = Result { try readKey() }

  /// The limits that the last answer announced.
  package internal(set) var headers = AnswerHeaders([:], now: 0)

  /// The type of an entry without an answer, as the service has none.
  private static let absence = "absence"
  /// The longest wait for a server that asks for one, in seconds.
  private static let longestWait = 10
  /// The name of the program, which Wikimedia wants to see.
  static let userAgent = "plantguide/0.1 (care journal for house plants)"
  /// The greatest number of bytes of an answer.
  private static let mostBytes = 4 << 20

  /// An answer and its origin.
  package struct Answer {
    /// The content.
    package var json: JSONValue
    /// The seconds since 1970 when the service last confirmed it.
    package var storedAt: Int
    /// The failure because of which an old answer stands for a new one.
    package var failure: ServiceError?
  }

  /// The way in which a service gets the key.
  enum Proof {
    case none
    /// As `Authorization` with this word before it.
    case header(String)
    /// As a part of the query with this name.
    case query(String)
  }

  /// Creates the client without reading a key or opening a connection.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  package init(
    for service: PlantService, _ surroundings: ServiceSurroundings
  ) throws {
    self.service = service
    self.surroundings = surroundings
    options = try service.options(ofHomeAt: surroundings.home)
    address = try ServiceAddress(options[.url] ?? service.usualURL, of: service)
    cache = .answers(ofHomeAt: surroundings.home)
  }

  /// The address of the service.
  package var url: String { address.origin + address.path }

  /// The source of the key: a variable, a file or a command; `nil` if there is
  /// none.
  package var keySource: String? {
    if options[.keyFile] != nil { return "file" }
    if options[.keyCommand] != nil { return "command" }
    let isEmpty = surroundings.variable(service.keyVariable)?.isEmpty ?? true
    return isEmpty ? nil : "environment"
  }

  private func readKey() throws -> String {
    let home = JournalHome(path: surroundings.home)
    guard keySource != nil else { throw ServiceError.keyMissing(service) }
    if !options.texts.isEmpty {
      // Another user could have named the command, or the address to which the
      // key goes.
      try WeakPlace.check(home.servicesFile)
    }
    if let authorities = options[.caFile] { try WeakPlace.check(authorities) }
    let text = try service.key(chosenBy: options, said: surroundings.said)
    guard let key = text ?? surroundings.variable(service.keyVariable),
      !key.isEmpty
    else { throw ServiceError.keyMissing(service) }
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      throw ServiceError.keyMalformed(service)
    }
    guard address.isPrivate else {
      throw ServiceError.keyWithoutTLS(service, host: address.host)
    }
    return key
  }

  private func connect() throws -> TransportPipe {
    try connect(to: url)
  }

  /// Starts the network program for the service, or for another server with
  /// the service's options.
  func connect(
    to url: String, _ numbers: [String: Int] = [:]
  ) throws -> TransportPipe {
    var place = TransportPipe.Place(url: url)
    for option: ServiceOptions.Option in [.caFile, .proxy] {
      place.texts[option.rawValue] = options[option]
    }
    let seconds = options.timeout ?? service.usualTimeout
    place.numbers = [
      "retries": 0, "requestTimeout": seconds, "stallTimeout": seconds,
      "connectTimeout": min(seconds, 10),
    ].merging(numbers) { $1 }
    return try TransportPipe(
      to: place, startedFrom: surroundings.sibling("plantguide-sync"),
      longestSilence: Int64(seconds) + 30, said: surroundings.said)
  }

  // MARK: Questions

  /// Returns the answer to a question that costs nothing, from the cache as
  /// long as it is fresh.
  ///
  /// If the service is out of reach or fails, an old answer stands for a new
  /// one.
  ///
  /// - Parameters:
  ///   - path: The path below the service's address, with its query.
  ///   - proof: The way of the key.
  ///   - subject: The name that the question is about.
  /// - Returns: The answer and its age.
  /// - Throws: ``ServiceError``, or errors of the key.
  func ask(
    _ path: String, _ proof: Proof, about subject: String
  ) throws -> Answer {
    let url = "\(self.url)/\(path)"
    let now = surroundings.now
    let kept = cache.entry(of: url)
    if let kept, let json = try? self.json(in: kept.body, type: kept.type) {
      if surroundings.isOffline
        || (!surroundings.revalidates && now < kept.freshUntil)
      {
        surroundings.log?("\(service.title): GET \(url): kept")
        return Answer(json: json, storedAt: kept.storedAt)
      }
      do {
        return try ask(path, proof, about: subject, else: kept, json)
      } catch let error as ServiceError where error.spares {
        return Answer(json: json, storedAt: kept.storedAt, failure: error)
      }
    }
    return try ask(path, proof, about: subject, else: nil, .null)
  }

  /// Returns the answer to a question about one thing; `nil` if the service
  /// does not have it, which is kept as long as an answer.
  ///
  /// - Throws: ``ServiceError``, or errors of the key.
  func askIfKnown(
    _ path: String, _ proof: Proof, about subject: String
  ) throws -> Answer? {
    let url = "\(self.url)/\(path)"
    let now = surroundings.now
    let absence = cache.entry(of: url).flatMap {
      $0.type == Self.absence ? $0 : nil
    }
    if let absence,
      surroundings.isOffline
        || (!surroundings.revalidates && now < absence.freshUntil)
    {
      surroundings.log?("\(service.title): GET \(url): kept")
      return nil
    }
    do {
      return try ask(path, proof, about: subject)
    } catch ServiceError.refused(_, status: 404, let words) {
      // A page for people may come from anybody on the way.
      guard words != nil, !headers.forbidsKeeping else { return nil }
      var entry = AnswerCache.Entry(
        url: url, storedAt: now, freshUntil: now + service.freshSeconds)
      entry.subject = FoldedName.of(subject)
      entry.type = Self.absence
      try? cache.store(entry)
      return nil
    } catch let error as ServiceError where absence != nil && error.spares {
      return nil
    }
  }

  private func ask(
    _ path: String, _ proof: Proof, about subject: String,
    else kept: AnswerCache.Entry?, _ known: JSONValue
  ) throws -> Answer {
    var conditions: [String: String] = [:]
    conditions["If-None-Match"] = kept?.entityTag
    if kept?.entityTag == nil {
      conditions["If-Modified-Since"] = kept?.lastModified
    }
    let response = try send(
      "GET", path, proof, headers: conditions, costs: false)
    let now = surroundings.now
    let fresh = now + max(headers.maxAge ?? 0, service.freshSeconds)
    if response.status == 304, var entry = kept {
      entry.storedAt = now
      entry.freshUntil = fresh
      try? cache.store(entry)
      return Answer(json: known, storedAt: now)
    }
    let json = try content(of: response)
    if !headers.forbidsKeeping {
      var entry = AnswerCache.Entry(
        url: "\(url)/\(path)", storedAt: now, freshUntil: fresh)
      entry.subject = FoldedName.of(subject)
      entry.type = response.headers["content-type"] ?? ""
      entry.entityTag = AnswerCache.plain(response.headers["etag"])
      entry.lastModified = AnswerCache.plain(response.headers["last-modified"])
      entry.body = response.body
      // A full disk costs a request later, and not the answer.
      try? cache.store(entry)
    }
    return Answer(json: json, storedAt: now)
  }

  // MARK: Requests

  /// Sends a request, and returns an answer that is no error.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the service's address, with its query.
  ///   - proof: The way of the key.
  ///   - more: Further headers.
  ///   - body: The body.
  ///   - costs: Whether a second attempt could count twice; otherwise there is
  ///     one after a failure.
  /// - Returns: The answer.
  /// - Throws: ``ServiceError``, or errors of the key.
  func send(
    _ method: String, _ path: String, _ proof: Proof,
    headers more: [String: String] = [:], body: [UInt8] = [], costs: Bool
  ) throws -> PeerResponse {
    guard !surroundings.isOffline else { throw ServiceError.offline(service) }
    var headers = more
    headers["Accept"] = "application/json"
    headers["Accept-Encoding"] = "gzip"
    headers["User-Agent"] = Self.userAgent
    var place = path
    switch proof {
    case .none: break
    case .header(let word):
      headers["Authorization"] = "\(word) \(try secret.get())"
    case .query(let name):
      place += path.contains("?") ? "&" : "?"
      place += "\(name)=\(Self.escaped(try secret.get()))"
    }
    for attempt in 0... {
      do {
        return try attemptToSend(method, path, as: place, headers, body)
      } catch let error as ServiceError {
        guard !costs, attempt == 0, let wait = wait(after: error) else {
          throw error
        }
        surroundings.pause(wait)
      }
    }
    throw ServiceError.unavailable(service, status: 0)
  }

  /// Returns the milliseconds after which a second attempt may succeed; `nil`
  /// if none is to be made.
  private func wait(after error: ServiceError) -> Int? {
    switch error {
    case .rateLimited, .unavailable:
      if let seconds = headers.waitSeconds {
        return seconds <= Self.longestWait ? max(seconds * 1_000, 250) : nil
      }
      if case .rateLimited = error { return nil }
    case .server, .network, .timeout: break
    default: return nil
    }
    return Int.random(in: 250...1_000)
  }

  /// Sends a request once. The log shows `path`, which has no key, and the
  /// service gets `place`.
  private func attemptToSend(
    _ method: String, _ path: String, as place: String,
    _ headers: [String: String], _ body: [UInt8]
  ) throws -> PeerResponse {
    let line = "\(service.title): \(method) \(url)/\(path)"
    // An earlier answer says nothing about this one.
    self.headers = AnswerHeaders([:], now: surroundings.now)
    let response: PeerResponse
    do {
      response = try pipe.get().request(
        method, place, headers: headers, body: body, atMost: Self.mostBytes)
    } catch let error as StoreError {
      let failure = self.failure(error)
      surroundings.log?("\(line): \(failure)")
      throw failure
    }
    surroundings.log?(
      "\(line): \(response.status), \(response.body.count) bytes")
    self.headers = AnswerHeaders(response.headers, now: surroundings.now)
    let isConfirmed =
      response.status == 304 && headers.keys.contains { $0.hasPrefix("If-") }
    guard 200..<300 ~= response.status || isConfirmed else {
      throw refusal(response, body.isEmpty)
    }
    return response
  }

  // MARK: Contents

  /// Returns the JSON of an answer.
  ///
  /// - Throws: ``ServiceError/invalidResponse(_:reason:)`` for anything else.
  func content(of response: PeerResponse) throws(ServiceError) -> JSONValue {
    let json = try self.json(
      in: response.body, type: response.headers["content-type"] ?? "")
    // Some answers of errors have the status of a success.
    if case .bool(true)? = json["error"] {
      throw .server(service, status: response.status, words(in: json))
    }
    return json
  }

  private func json(
    in body: [UInt8], type: String
  ) throws(ServiceError) -> JSONValue {
    guard let json = Self.json(in: body, type: type) else {
      let isPage =
        type.lowercased().contains("html")
        || Self.first(of: body) == UInt8(ascii: "<")
      throw .invalidResponse(
        service,
        reason: isPage
          ? "with a page for people instead of data" : "with no valid data")
    }
    return json
  }

  private static func first(of body: [UInt8]) -> UInt8? {
    unmarked(body).first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
  }

  /// Returns the JSON object or array in a body; `nil` if its type or its first
  /// byte says that it has none.
  static func json(in body: [UInt8], type: String) -> JSONValue? {
    guard type.isEmpty || type.lowercased().contains("json"),
      let first = first(of: body), "{[".utf8.contains(first)
    else { return nil }
    return try? JSONReader.parse(Array(unmarked(body)).span.bytes)
  }

  /// Returns a body without the mark of UTF-8 that some servers put before it.
  private static func unmarked(_ body: [UInt8]) -> ArraySlice<UInt8> {
    body.dropFirst(body.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
  }

  // MARK: Errors

  func failure(_ error: StoreError) -> ServiceError {
    let reason = hidden(error.message)
    return switch error.code {
    case .timeout: .timeout(service, reason: reason)
    case .tooLarge: .tooLarge(service)
    case .options:
      .badOption(service, reason, "correct the options of the service")
    case .server where error.canRetry:
      .invalidResponse(service, reason: "with what cannot be unpacked")
    case .network where error.canRetry: .network(service, reason: reason)
    default: .notTrusted(service, reason: reason)
    }
  }

  func refusal(
    _ response: PeerResponse, _ isQuestion: Bool
  ) -> ServiceError {
    let json = Self.json(
      in: response.body, type: response.headers["content-type"] ?? "")
    let words = json.flatMap(self.words)
    let status = response.status
    switch status {
    case 401: return .invalidKey(service, words)
    case 403: return .keyNotAllowed(service, words)
    case 404 where service == .plantnet && !isQuestion:
      let says = json?.text("message")?.lowercased() ?? ""
      return says.contains("species")
        ? .noPlantDetected(service) : .refused(service, status: status, words)
    case 400, 413, 414, 415:
      return isQuestion
        ? .refused(service, status: status, words)
        : .photoRefused(service, status: status, words)
    case 429:
      // A moment that has passed, or of another age, cannot be meant.
      let moment = headers.resetsAt.flatMap { end in
        (1...366 * 86_400).contains(end - surroundings.now)
          ? Instant(milliseconds: Int64(end) * 1_000) : nil
      }
      let isDaily =
        headers.policy?.lowercased().contains("daily") == true
        || words?.lowercased().contains("quota") == true
        || (headers.waitSeconds ?? 0) > 3_600
      return isDaily
        ? .quotaUsedUp(service, resetsAt: moment)
        : .rateLimited(service, resetsAt: moment)
    case 408, 504: return .timeout(service, reason: "it answers \(status)")
    case 502, 503: return .unavailable(service, status: status)
    case 500...: return .server(service, status: status, words)
    default: return .refused(service, status: status, words)
    }
  }

  /// Returns the reason in an answer, in one line without the key. One
  /// generation of Trefle says `messages`.
  private func words(in json: JSONValue) -> String? {
    let text =
      json.text("message") ?? json.text("messages") ?? json.text("detail")
      ?? json.text("error")
    guard let text else { return nil }
    let line = text.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    return String(hidden(String(line)).prefix(200))
  }

  /// Returns foreign words without the key.
  private func hidden(_ words: String) -> String {
    guard case .success(let key) = secret else { return words }
    return [key, Self.escaped(key)].reduce(words) { words, part in
      words.split(separator: part, omittingEmptySubsequences: false)
        .joined(separator: "…")
    }
  }

  /// Returns a text that can stand anywhere in a path or a query.
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
        result.append(byte)
      default:
        result.append(UInt8(ascii: "%"))
        Hexadecimal.append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the path of a page that an answer links to.
  func path(of link: String) throws(ServiceError) -> String {
    try address.below(link, of: service)
  }
}
