internal import CCurl
internal import Encodings
internal import Glibc
internal import POSIXKit
internal import ProgramPipes

/// The credentials, and the way of sending them.
enum Authentication {
  case none
  /// A name and a password, by HTTP's own scheme.
  case basic(user: Secret, password: Secret)
  case bearer(Secret)
  /// A signature of each request, as S3 requires.
  case signature(key: Secret, secret: Secret, session: Secret?, region: String)
}

/// Waits that end early when the receiver of the answers has gone.
protocol Patience: AnyObject {
  /// A Boolean value that indicates whether nobody waits for answers.
  var isAbandoned: Bool { get }
  /// Waits this many milliseconds, or until nobody waits for answers.
  func pause(milliseconds: Int)
}

/// Sends requests to one server, one after another, and repeats failed ones
/// that may be repeated. It follows no redirect.
final class HTTPClient {
  let host: String
  let retry: RetryPolicy
  private let requestTimeout: Int
  private let handle: UnsafeMutableRawPointer
  private let session: Secret?
  /// A Boolean value that indicates whether no digest was required so far.
  private var isBasic = false
  private let patience: any Patience
  /// The description of a failure by libcurl.
  private let details: UnsafeMutableBufferPointer<CChar>
  private(set) var cost = (requests: 0, bytesSent: 0, bytesReceived: 0)

  /// Prepares for requests without sending one.
  init(
    host: String, _ options: TransportOptions,
    _ authentication: Authentication, _ patience: any Patience
  ) throws(TransportError) {
    // Initialises once for the process; further calls only count.
    guard
      curl_global_init(curl_shim_all) == CURLE_OK,
      let handle = curl_easy_init()
    else {
      throw TransportError(.network, "libcurl cannot be used on this machine")
    }
    self.handle = handle
    self.host = host
    self.patience = patience
    retry = RetryPolicy(retries: options.retries)
    requestTimeout = options.requestTimeout
    details = .allocate(capacity: Int(CURL_ERROR_SIZE))
    details.initialize(repeating: 0)
    if case .signature(_, _, let token, _) = authentication {
      session = try token?.asHeader("x-amz-security-token")
    } else {
      session = nil
    }
    try configure(options)
    try authenticate(authentication)
  }

  deinit {
    curl_easy_cleanup(handle)
    details.deallocate()
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
      try set(
        CURLOPT_TIMEOUT_MS, max(1, Int(deadline.millisecondsLeft)))
      let outcome = Result { () throws(TransportError) in
        try sendOnce(request)
      }
      if isBasic, case .success(let response) = outcome,
        response.status == 401, response.wantsDigest
      {
        isBasic = false
        try set(CURLOPT_HTTPAUTH, curl_shim_digest)
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
    details[0] = 0
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    if let session { list = curl_slist_append(list, session.pointer) }
    for header in request.headers {
      list = curl_slist_append(list, "\(header.name): \(header.value)")
    }
    // Back to a request without a body, whatever the last one was.
    try set(CURLOPT_HTTPGET, 1)
    try set(CURLOPT_URL, request.url)
    try set(CURLOPT_HTTPHEADER, pointer: list)
    if request.method == "HEAD" {
      try set(CURLOPT_CUSTOMREQUEST, pointer: nil)
      try set(CURLOPT_NOBODY, 1)
    } else {
      try set(CURLOPT_CUSTOMREQUEST, request.method)
    }
    let context = Unmanaged.passUnretained(arrival).toOpaque()
    try set(CURLOPT_WRITEDATA, pointer: context)
    try set(CURLOPT_HEADERDATA, pointer: context)
    // The pointer is not kept beyond this call, and the arrival lives as long.
    let code = try withExtendedLifetime(arrival) {
      () throws(TransportError) in try perform(request.body)
    }
    count()
    guard code == CURLE_OK || arrival.isCutError else {
      throw failure(code, arrival, limit: request.limit)
    }
    // libcurl accepts headers that end too early as an answer without a body.
    guard arrival.hasAllHeaders else {
      throw TransportError(
        .network, "\(host) ended its answer too early", canRetry: true)
    }
    try refuseDetour(arrival.response)
    return arrival.response
  }

  private func perform(
    _ body: ArraySlice<UInt8>?
  ) throws(TransportError) -> CURLcode {
    guard let body else { return curl_easy_perform(handle) }
    var fault: TransportError?
    let code = body.withUnsafeBytes { bytes -> CURLcode in
      do throws(TransportError) {
        try check(
          curl_shim_set_size(
            handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
        // An empty array may have no address, which would ask for a callback.
        let address =
          bytes.isEmpty ? UnsafeRawPointer(handle) : bytes.baseAddress
        try set(CURLOPT_POSTFIELDS, pointer: address)
      } catch {
        fault = error
        return CURLE_FAILED_INIT
      }
      return curl_easy_perform(handle)
    }
    if let fault { throw fault }
    return code
  }

  private func count() {
    cost.requests += 1
    cost.bytesSent +=
      curl_shim_number(handle, CURLINFO_REQUEST_SIZE)
      + curl_shim_size(handle, CURLINFO_SIZE_UPLOAD_T)
    cost.bytesReceived +=
      curl_shim_number(handle, CURLINFO_HEADER_SIZE)
      + curl_shim_size(handle, CURLINFO_SIZE_DOWNLOAD_T)
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
    let shown = place.contains("@") ? "another address" : Self.safe(place)
    throw TransportError(
      .invalid,
      "\(host) redirects to \(shown) (\(response.status)), "
        + "and nothing is sent there; if that is the right place, use it as the remote's URL",
      status: response.status)
  }

  private func failure(
    _ code: CURLcode, _ arrival: Arrival, limit: Int
  ) -> TransportError {
    if arrival.isTooLarge {
      return TransportError(
        .tooLarge, "\(host) answers with more than \(limit) bytes",
        status: arrival.response.status)
    }
    let words = curl_easy_strerror(code).map { String(cString: $0) } ?? ""
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      return TransportError(
        .network,
        "\(host) does not prove that it is the right server: "
          + "\(Self.safe(detail(or: words))); nothing was sent to it")
    case CURLE_URL_MALFORMAT:
      return TransportError(
        .invalid, "\(host) is not a host that can be reached; check the URL")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return TransportError(
        .server, "the server at \(host) does not speak HTTP; check the port")
    case CURLE_OPERATION_TIMEDOUT:
      return TransportError(
        .network,
        "\(host) did not answer in time; try again when it is reachable",
        canRetry: true)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return TransportError(
        .network, "the proxy's name is not known; check it", canRetry: true)
    case CURLE_COULDNT_RESOLVE_HOST:
      return TransportError(
        .network,
        "the name \(host) is not known; check it, and the network",
        canRetry: true)
    default:
      let number = Int32(
        truncatingIfNeeded: curl_shim_number(handle, CURLINFO_OS_ERRNO))
      let reason = number == 0 ? words : FileSystemError.words(for: number)
      return TransportError(
        .network, "could not reach \(host): \(Self.safe(reason))",
        canRetry: true)
    }
  }

  /// Returns libcurl's description of a TLS failure. Others may contain a
  /// password.
  private func detail(or words: String) -> String {
    guard let start = details.baseAddress, start.pointee != 0 else {
      return words
    }
    return String(cString: start)
  }

  /// Foreign text as one line of a message.
  static func safe(_ text: some StringProtocol) -> String {
    let characters = text.unicodeScalars.prefix(200).map {
      (0x20..<0x7f).contains($0.value) ? Character($0) : "?"
    }
    return String(characters)
  }

  // MARK: Options

  private func configure(_ options: TransportOptions) throws(TransportError) {
    try set(CURLOPT_ERRORBUFFER, pointer: details.baseAddress)
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    // Names of keys may contain steps to a parent.
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_USERAGENT, "plantguide-sync")
    try set(CURLOPT_CONNECTTIMEOUT, options.connectTimeout)
    // A working connection is never slower than this.
    try set(CURLOPT_LOW_SPEED_LIMIT, 16)
    try set(CURLOPT_LOW_SPEED_TIME, options.stallTimeout)
    try set(CURLOPT_BUFFERSIZE, 1 << 18)
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    if let file = options.caFile { try set(CURLOPT_CAINFO, file) }
    if let pin = options.pinnedKey {
      try set(CURLOPT_PINNEDPUBLICKEY, pin)
      // The user supplied the key itself, so no authority has to confirm it or
      // the server's name.
      if options.caFile == nil {
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
      }
    }
    if let proxy = options.proxy { try set(CURLOPT_PROXY, proxy) }
    try check(
      curl_shim_set_receiver(handle, CURLOPT_WRITEFUNCTION) {
        Arrival.from($3)?.takeBody($0, $1 * $2) ?? 0
      })
    try check(
      curl_shim_set_receiver(handle, CURLOPT_HEADERFUNCTION) {
        Arrival.from($3)?.takeHeader($0, $1 * $2) ?? 0
      })
    try set(CURLOPT_NOPROGRESS, 0)
    try set(
      CURLOPT_XFERINFODATA, pointer: Unmanaged.passUnretained(self).toOpaque())
    try check(
      curl_shim_set_progress(handle) { context, _, _, _, _ in
        guard let context else { return 0 }
        let client = Unmanaged<HTTPClient>.fromOpaque(context)
          .takeUnretainedValue()
        return client.patience.isAbandoned ? 1 : 0
      })
    if options.usesNetrc {
      try set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
    }
  }

  private func authenticate(
    _ authentication: Authentication
  ) throws(TransportError) {
    switch authentication {
    case .none: break
    case .basic(let user, let password):
      isBasic = true
      try set(CURLOPT_HTTPAUTH, curl_shim_basic)
      try set(CURLOPT_USERNAME, user)
      try set(CURLOPT_PASSWORD, password)
    case .bearer(let token):
      try set(CURLOPT_HTTPAUTH, curl_shim_bearer)
      try set(CURLOPT_XOAUTH2_BEARER, token)
    case .signature(let key, let secret, _, let region):
      try set(CURLOPT_AWS_SIGV4, "aws:amz:\(region):s3")
      try set(CURLOPT_USERNAME, key)
      try set(CURLOPT_PASSWORD, secret)
    }
  }

  private func set(
    _ option: CURLoption, _ value: Int
  ) throws(TransportError) {
    try check(curl_shim_set_number(handle, option, value))
  }

  /// Sets a text, which libcurl copies.
  private func set(
    _ option: CURLoption, _ text: String
  ) throws(TransportError) {
    try check(text.withCString { curl_shim_set_pointer(handle, option, $0) })
  }

  private func set(
    _ option: CURLoption, _ secret: Secret
  ) throws(TransportError) {
    try check(curl_shim_set_pointer(handle, option, secret.pointer))
  }

  private func set(
    _ option: CURLoption, pointer: UnsafeRawPointer?
  ) throws(TransportError) {
    try check(curl_shim_set_pointer(handle, option, pointer))
  }

  private func check(_ code: CURLcode) throws(TransportError) {
    guard code != CURLE_OK else { return }
    throw TransportError(
      .invalid,
      "this libcurl lacks a feature that is needed (code "
        + "\(code.rawValue)); it may be too old")
  }
}

/// The incoming parts of an answer.
private final class Arrival {
  var response = HTTPResponse()
  private(set) var isTooLarge = false
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
    guard headerBytes <= Self.mostHeaderBytes else { return 0 }
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

extension ParentPipe: Patience {
  var isAbandoned: Bool { waitForEnd(milliseconds: 0) }

  func pause(milliseconds: Int) { _ = waitForEnd(milliseconds: milliseconds) }
}
