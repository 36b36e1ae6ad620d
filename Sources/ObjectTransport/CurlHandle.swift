internal import CCurl
internal import Glibc
internal import POSIXKit
internal import ProgramPipes

/// Waits that end early when the receiver of the answers has gone.
protocol Patience: AnyObject {
  /// A Boolean value that indicates whether nobody waits for answers.
  var isAbandoned: Bool { get }
  /// Waits this many milliseconds, or until nobody waits for answers.
  func pause(milliseconds: Int)
}

/// A handle of libcurl with everything that holds for any protocol: the limits
/// of time, the trusted servers, the proxy, and the words of failures.
final class CurlHandle {
  let host: String
  /// The name of the protocol, for messages.
  private let protocolName: String
  private let handle: UnsafeMutableRawPointer
  private let patience: any Patience
  /// The description of a failure by libcurl.
  private let details: UnsafeMutableBufferPointer<CChar>

  init(
    to host: String, _ protocolName: String, _ options: TransportOptions,
    _ patience: any Patience
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
    self.protocolName = protocolName
    self.patience = patience
    details = .allocate(capacity: Int(CURL_ERROR_SIZE))
    details.initialize(repeating: 0)
    try configure(options)
  }

  deinit {
    curl_easy_cleanup(handle)
    details.deallocate()
  }

  /// Carries out the transfer that the options describe.
  func perform() -> CURLcode {
    details[0] = 0
    return curl_easy_perform(handle)
  }

  func number(_ info: CURLINFO) -> Int { curl_shim_number(handle, info) }

  func size(_ info: CURLINFO) -> Int { Int(curl_shim_size(handle, info)) }

  // MARK: Failures

  /// Returns the error for a transfer that libcurl ended with `code`.
  func failure(_ code: CURLcode) -> TransportError {
    let words = curl_easy_strerror(code).map { String(cString: $0) } ?? ""
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return TransportError(
        .network,
        "\(host) does not prove that it is the right server: "
          + "\(Self.safe(detail(or: words))); nothing was sent to it")
    case CURLE_SSL_CACERT_BADFILE:
      return TransportError(
        .options,
        "the file with certificates to trust cannot be used: "
          + "\(Self.safe(detail(or: words))); nothing was sent to \(host)")
    case CURLE_URL_MALFORMAT:
      return TransportError(
        .invalid, "\(host) is not a host that can be reached; check the URL")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return TransportError(
        .server,
        "the server at \(host) does not speak \(protocolName); check the port")
    case CURLE_OPERATION_TIMEDOUT:
      return TransportError(
        .timeout,
        "\(host) did not answer in time; try again when it is reachable",
        canRetry: true)
    case CURLE_BAD_CONTENT_ENCODING:
      return TransportError(
        .server, "\(host) answers with what cannot be unpacked",
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
      let number = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
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
    try set(CURLOPT_NOSIGNAL, 1)
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
    if options.isPublic {
      try check(curl_shim_leave_network(handle))
    } else if options.leavesMachine {
      try check(curl_shim_leave_machine(handle))
    }
    try Self.checkProxy(options.proxy)
    if let proxy = options.proxy { try set(CURLOPT_PROXY, proxy) }
    try set(CURLOPT_NOPROGRESS, 0)
    try set(
      CURLOPT_XFERINFODATA, pointer: Unmanaged.passUnretained(self).toOpaque())
    try check(
      curl_shim_set_progress(handle) { context, _, _, _, _ in
        guard let context else { return 0 }
        let curl = Unmanaged<CurlHandle>.fromOpaque(context)
          .takeUnretainedValue()
        return curl.patience.isAbandoned ? 1 : 0
      })
    if options.usesNetrc {
      try set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
    }
  }

  /// Refuses a proxy of the options, or else of the environment, whose name or
  /// password libcurl cannot decode: it would connect without the proxy. Any
  /// other fault of the address is libcurl's to report.
  private static func checkProxy(_ proxy: Secret?) throws(TransportError) {
    let schemes = ["http", "https", "smtp", "smtps", "all"]
    let names = schemes.map { $0 + "_proxy" }
    let proxies: [UnsafePointer<CChar>?] =
      if let proxy { [proxy.pointer] } else {
        (names + names.map { $0.uppercased() }).map { name in
          getenv(name).map { UnsafePointer($0) }
        }
      }
    for case let proxy? in proxies where !isDecodable(proxy) {
      throw TransportError(
        .options,
        "the name or password of the proxy has a control character; "
          + "correct the proxy's address")
    }
  }

  private static func isDecodable(_ proxy: UnsafePointer<CChar>) -> Bool {
    guard let url = curl_url() else { return false }
    defer { curl_url_cleanup(url) }
    let form = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard curl_url_set(url, CURLUPART_URL, proxy, form) == CURLUE_OK else {
      return true
    }
    return [CURLUPART_USER, CURLUPART_PASSWORD].allSatisfy { part in
      var text: UnsafeMutablePointer<CChar>?
      defer { curl_free(text) }
      return curl_url_get(url, part, &text, UInt32(CURLU_URLDECODE))
        != CURLUE_URLDECODE
    }
  }

  func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
    try check(curl_shim_set_number(handle, option, value))
  }

  func set(_ option: CURLoption, size: Int) throws(TransportError) {
    try check(curl_shim_set_size(handle, option, curl_off_t(size)))
  }

  /// Sets the body of a request, which libcurl does not copy.
  func set(body bytes: UnsafeRawBufferPointer) throws(TransportError) {
    try set(CURLOPT_POSTFIELDSIZE_LARGE, size: bytes.count)
    // An empty array may have no address, which would ask for a callback.
    let address =
      bytes.isEmpty ? UnsafeRawPointer(handle) : bytes.baseAddress
    try set(CURLOPT_POSTFIELDS, pointer: address)
  }

  /// Sets a text, which libcurl copies.
  func set(_ option: CURLoption, _ text: String) throws(TransportError) {
    try check(text.withCString { curl_shim_set_pointer(handle, option, $0) })
  }

  func set(_ option: CURLoption, _ secret: Secret) throws(TransportError) {
    try check(curl_shim_set_pointer(handle, option, secret.pointer))
  }

  func set(
    _ option: CURLoption, pointer: UnsafeRawPointer?
  ) throws(TransportError) {
    try check(curl_shim_set_pointer(handle, option, pointer))
  }

  /// Sets the function that gives or takes bytes.
  func setReceiver(
    _ option: CURLoption,
    _ function:
      @convention(c) (
        UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?
      ) -> Int
  ) throws(TransportError) {
    try check(curl_shim_set_receiver(handle, option, function))
  }

  private func check(_ code: CURLcode) throws(TransportError) {
    guard code != CURLE_OK else { return }
    throw TransportError(
      .invalid,
      "this libcurl lacks a feature that is needed (code "
        + "\(code.rawValue)); it may be too old")
  }
}

/// The cost of the transfers so far.
struct TransferCost {
  private(set) var requests = 0
  private(set) var bytesSent = 0
  private(set) var bytesReceived = 0

  /// Adds the last transfer of a handle.
  mutating func add(_ curl: CurlHandle) {
    requests += 1
    bytesSent +=
      curl.number(CURLINFO_REQUEST_SIZE) + curl.size(CURLINFO_SIZE_UPLOAD_T)
    bytesReceived +=
      curl.number(CURLINFO_HEADER_SIZE) + curl.size(CURLINFO_SIZE_DOWNLOAD_T)
  }
}

extension ParentPipe: Patience {
  var isAbandoned: Bool { waitForEnd(milliseconds: 0) }

  func pause(milliseconds: Int) { _ = waitForEnd(milliseconds: milliseconds) }
}
