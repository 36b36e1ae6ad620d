internal import CCurl
internal import POSIXKit

/// The credentials, and the way of sending them.
enum Authentication {
  case none
  /// A name and a password, by HTTP's own scheme.
  case basic(user: Secret, password: Secret)
  case bearer(Secret)
  /// A signature of each request, as S3 requires.
  case signature(key: Secret, secret: Secret, session: Secret?, region: String)
}

/// Sends requests to one server, one after another, and repeats failed ones
/// that may be repeated. It follows no redirect.
final class HTTPClient {
  let retry: RetryPolicy
  private let curl: CurlHandle
  private let requestTimeout: Int
  private let tellsRedirects: Bool
  private let session: Secret?
  /// A Boolean value that indicates whether no digest was required so far.
  private var isBasic = false
  private let patience: any Patience
  private(set) var cost = TransferCost()

  var host: String { curl.host }

  /// Prepares for requests without sending one.
  init(
    host: String, _ options: TransportOptions,
    _ authentication: Authentication, _ patience: any Patience
  ) throws(TransportError) {
    curl = try CurlHandle(to: host, "HTTP", options, patience)
    self.patience = patience
    retry = RetryPolicy(retries: options.retries)
    requestTimeout = options.requestTimeout
    tellsRedirects = options.tellsRedirects
    if case .signature(_, _, let token, _) = authentication {
      session = try token?.asHeader("x-amz-security-token")
    } else {
      session = nil
    }
    try configure()
    try authenticate(authentication)
  }

  /// Sends a request and reads the answer, whatever its status; tries again if
  /// the status says so or there was no answer.
  ///
  /// - Throws: ``TransportError``.
  func send(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    var attempt = 0
    let deadline = Deadline(seconds: Int64(requestTimeout))
    while true {
      // At least one millisecond, as 0 means no limit.
      try curl.set(
        CURLOPT_TIMEOUT_MS, max(1, Int(deadline.millisecondsLeft)))
      let outcome = Result { () throws(TransportError) in
        try sendOnce(request)
      }
      if isBasic, case .success(let response) = outcome,
        response.status == 401, response.wantsDigest
      {
        isBasic = false
        try curl.set(CURLOPT_HTTPAUTH, curl_shim_digest)
        continue
      }
      guard
        request.isRepeatable,
        let wait = waitBeforeNext(outcome, attempt), !patience.isAbandoned,
        wait < deadline.millisecondsLeft
      else { return try outcome.get() }
      patience.pause(milliseconds: wait)
      attempt += 1
    }
  }

  /// Waits before an attempt that no answer asks for; returns whether to make
  /// another attempt.
  func pause(afterAttempt attempt: Int) -> Bool {
    guard
      let wait = retry.wait(
        afterAttempt: attempt, chance: { Int.random(in: 0...$0) }),
      !patience.isAbandoned
    else { return false }
    patience.pause(milliseconds: wait)
    return true
  }

  private func waitBeforeNext(
    _ outcome: Result<HTTPResponse, TransportError>, _ attempt: Int
  ) -> Int? {
    var requested: Int?
    switch outcome {
    case .success(let response):
      guard RetryPolicy.isTransient(response.status) else { return nil }
      requested = response.retryAfter(now: StoreHour.now)
    case .failure(let error):
      guard error.canRetry else { return nil }
    }
    return retry.wait(
      afterAttempt: attempt, requested: requested,
      chance: { Int.random(in: 0...$0) })
  }

  // MARK: One request

  private func sendOnce(
    _ request: HTTPRequest
  ) throws(TransportError) -> HTTPResponse {
    let arrival = Arrival(limit: request.limit)
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    if let session { list = curl_slist_append(list, session.pointer) }
    for header in request.headers {
      list = curl_slist_append(list, "\(header.name): \(header.value)")
    }
    // Back to a request without a body, whatever the last one was.
    try curl.set(CURLOPT_HTTPGET, 1)
    try curl.set(CURLOPT_URL, request.url)
    if request.acceptsPacked {
      try curl.set(CURLOPT_ACCEPT_ENCODING, "gzip")
    } else {
      try curl.set(CURLOPT_ACCEPT_ENCODING, pointer: nil)
    }
    try curl.set(CURLOPT_HTTPHEADER, pointer: list)
    if request.method == "HEAD" {
      try curl.set(CURLOPT_CUSTOMREQUEST, pointer: nil)
      try curl.set(CURLOPT_NOBODY, 1)
    } else {
      try curl.set(CURLOPT_CUSTOMREQUEST, request.method)
    }
    let context = Unmanaged.passUnretained(arrival).toOpaque()
    try curl.set(CURLOPT_WRITEDATA, pointer: context)
    try curl.set(CURLOPT_HEADERDATA, pointer: context)
    // The pointer is not kept beyond this call, and the arrival lives as long.
    let code = try withExtendedLifetime(arrival) {
      () throws(TransportError) in try perform(request.body)
    }
    cost.add(curl)
    guard code == CURLE_OK || arrival.isCutError else {
      throw failure(code, arrival, limit: request.limit)
    }
    // libcurl accepts headers that end too early as an answer without a body.
    guard arrival.hasAllHeaders else {
      throw TransportError(
        .network, "\(host) ended its answer too early", canRetry: true)
    }
    if !tellsRedirects { try refuseDetour(arrival.response) }
    return arrival.response
  }

  private func perform(
    _ body: ArraySlice<UInt8>?
  ) throws(TransportError) -> CURLcode {
    guard let body else { return curl.perform() }
    var fault: TransportError?
    let code = body.withUnsafeBytes { bytes -> CURLcode in
      do throws(TransportError) {
        try curl.set(body: bytes)
      } catch {
        fault = error
        return CURLE_FAILED_INIT
      }
      return curl.perform()
    }
    if let fault { throw fault }
    return code
  }

  // MARK: Errors

  /// Refuses a redirect: the other server would receive the credentials, so a
  /// person must decide.
  private func refuseDetour(
    _ response: HTTPResponse
  ) throws(TransportError) {
    guard
      (300..<400).contains(response.status),
      let location = response.headers["location"]
    else { return }
    // Without a query, which may contain a token, and without a user's name.
    let place = location.prefix { $0 != "?" && $0 != "#" }
    let shown = place.contains("@") ? "another address" : CurlHandle.safe(place)
    throw TransportError(
      .invalid,
      "\(host) redirects to \(shown) (\(response.status)), "
        + "and nothing is sent there; if that is the right place, use its address",
      status: response.status)
  }

  private func failure(
    _ code: CURLcode, _ arrival: Arrival, limit: Int
  ) -> TransportError {
    // libcurl reports a line of more than 100 KB as a lack of memory.
    let isCut = code == CURLE_OUT_OF_MEMORY && arrival.isReadingHeaders
    guard !arrival.hasLongHeaders, !isCut else {
      return TransportError(
        .server, "\(host) answers with headers that are too long",
        status: arrival.response.status)
    }
    guard arrival.isTooLarge else { return curl.failure(code) }
    return TransportError(
      .tooLarge, "\(host) answers with more than \(limit) bytes",
      status: arrival.response.status)
  }

  // MARK: Options

  private func configure() throws(TransportError) {
    try curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
    try curl.set(CURLOPT_FOLLOWLOCATION, 0)
    // Names of keys may contain steps to a parent.
    try curl.set(CURLOPT_PATH_AS_IS, 1)
    try curl.set(CURLOPT_USERAGENT, "plantguide-sync")
    try curl.setReceiver(CURLOPT_WRITEFUNCTION) {
      Arrival.from($3)?.takeBody($0, $1 * $2) ?? 0
    }
    try curl.setReceiver(CURLOPT_HEADERFUNCTION) {
      Arrival.from($3)?.takeHeader($0, $1 * $2) ?? 0
    }
  }

  private func authenticate(
    _ authentication: Authentication
  ) throws(TransportError) {
    switch authentication {
    case .none: break
    case .basic(let user, let password):
      isBasic = true
      try curl.set(CURLOPT_HTTPAUTH, curl_shim_basic)
      try curl.set(CURLOPT_USERNAME, user)
      try curl.set(CURLOPT_PASSWORD, password)
    case .bearer(let token):
      try curl.set(CURLOPT_HTTPAUTH, curl_shim_bearer)
      try curl.set(CURLOPT_XOAUTH2_BEARER, token)
    case .signature(let key, let secret, _, let region):
      try curl.set(CURLOPT_AWS_SIGV4, "aws:amz:\(region):s3")
      try curl.set(CURLOPT_USERNAME, key)
      try curl.set(CURLOPT_PASSWORD, secret)
    }
  }
}

/// The incoming parts of an answer.
private final class Arrival {
  var response = HTTPResponse()
  private(set) var isTooLarge = false
  private(set) var hasLongHeaders = false
  /// A Boolean value that indicates whether headers have begun and not ended.
  var isReadingHeaders: Bool { response.status != 0 && !hasAllHeaders }
  /// An error answer was longer than is worth reading.
  private(set) var isCutError = false
  private(set) var hasAllHeaders = false
  private let limit: Int
  private var headerBytes = 0

  private static let mostHeaderBytes = 1 << 18
  private static let mostErrorBytes = 1 << 16

  init(limit: Int) { self.limit = limit }

  static func from(_ context: UnsafeMutableRawPointer?) -> Arrival? {
    context.map { Unmanaged<Arrival>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the number of bytes taken; fewer than `count` ends the transfer.
  func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let isError = !response.isSuccess
    guard
      response.body.count + count
        <= (isError ? max(limit, Self.mostErrorBytes) : limit)
    else {
      isCutError = isError
      isTooLarge = !isError
      return 0
    }
    response.body += UnsafeRawBufferPointer(start: bytes, count: count)
    return count
  }

  /// Takes a line.
  func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= Self.mostHeaderBytes else {
      hasLongHeaders = true
      return 0
    }
    let line = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count),
      as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // Keeps only the last answer, after that of a proxy or an interim one.
      response = HTTPResponse()
      hasAllHeaders = false
      let status = line.split(separator: " ").dropFirst().first
      response.status = status.flatMap { Int($0.prefix(3)) } ?? 0
    } else if line == "\r\n" || line == "\n" {
      hasAllHeaders = true
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = String(
        line[colon...].dropFirst().drop(while: \.isWhitespace)
          .reversed().drop(while: \.isWhitespace).reversed())
      let known = response.headers[name]
      response.headers[name] = known.map { "\($0), \(value)" } ?? value
    }
    return count
  }
}
