internal import CCurl
internal import POSIXKit

/// A mail as its server gets it.
struct Mail {
  /// The address to which failures are reported.
  let sender: String
  let recipients: [String]
  /// The header and the text, with CRLF at the end of each line.
  let message: ArraySlice<UInt8>

  private static let mostRecipients = 100

  /// Creates a mail.
  ///
  /// - Throws: ``TransportError/Kind/invalid`` for an address that would end a
  ///   command of SMTP, and for lines without CRLF.
  init(
    sender: String, recipients: [String], message: ArraySlice<UInt8>
  ) throws(TransportError) {
    guard 1...Self.mostRecipients ~= recipients.count else {
      throw TransportError(
        .invalid,
        "a mail has \(recipients.count) recipients, not 1 to "
          + "\(Self.mostRecipients)")
    }
    for address in [sender] + recipients where !Self.isAddress(address) {
      throw TransportError(
        .invalid, "\(CurlHandle.safe(address)) is not the address of a mail")
    }
    guard Self.hasWholeLines(message) else {
      throw TransportError(.invalid, "a line of a mail does not end in CRLF")
    }
    self.sender = sender
    self.recipients = recipients
    self.message = message
  }

  /// Returns whether a text is one address of ASCII, without a name or quotes.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.count <= 254
      && text.utf8.allSatisfy {
        (0x21...0x7e).contains($0) && !"\"(),:;<>\\[]".utf8.contains($0)
      }
  }

  /// Returns whether CR and LF come only together, and at the end.
  private static func hasWholeLines(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      guard (byte == 0x0a) == (previous == 0x0d) else { return false }
      previous = byte
    }
    return previous == 0x0a
  }
}

/// Sends mails to one server, which takes them for other servers (RFC 6409).
/// Nothing is sent without TLS: `smtps://` begins with it, and `smtp://` ends
/// if the server does not offer it.
final class MailClient {
  private let curl: CurlHandle
  private let url: String
  private let retry: RetryPolicy
  private let requestTimeout: Int
  private let patience: any Patience
  private let secret: Secret?
  private let user: Secret?
  private(set) var cost = TransferCost()

  private var host: String { curl.host }

  /// Prepares for mails without sending one.
  init(
    _ options: TransportOptions, _ patience: any Patience
  ) throws(TransportError) {
    let base = try WebAddress(
      options.url, schemes: ["smtps": "smtps", "smtp": "smtp"])
    // libcurl would greet the server with the path as its own name.
    guard base.path == "/" else {
      throw TransportError(.invalid, "a mail server's URL has a path")
    }
    url = base.text
    curl = try CurlHandle(to: base.host, "SMTP", options, patience)
    retry = RetryPolicy(retries: options.retries)
    requestTimeout = options.requestTimeout
    self.patience = patience
    secret = options.token ?? options.password
    user = options.user
    try curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    try curl.set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
    try curl.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, options.stallTimeout)
    try curl.set(CURLOPT_UPLOAD, 1)
    // One wrong address takes the mail from nobody else.
    try curl.set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1)
    try curl.setReceiver(CURLOPT_READFUNCTION) {
      Delivery.from($3)?.give($0, $1 * $2) ?? curl_shim_abort
    }
    try curl.setReceiver(CURLOPT_HEADERFUNCTION) {
      Delivery.from($3)?.take($0, $1 * $2) ?? 0
    }
    if let user = options.user {
      try curl.set(CURLOPT_USERNAME, user)
      if let token = options.token {
        try curl.set(CURLOPT_XOAUTH2_BEARER, token)
      } else if let password = options.password {
        try curl.set(CURLOPT_PASSWORD, password)
      }
    }
  }

  /// Sends a mail; tries again as long as no server has all of it.
  ///
  /// - Returns: The recipients that the server refused, with its words.
  /// - Throws: ``TransportError``. If the server got the whole mail and then
  ///   said nothing, it may have accepted it.
  func send(_ mail: Mail) throws(TransportError) -> [String] {
    let deadline = Deadline(seconds: Int64(requestTimeout))
    var attempt = 0
    while true {
      // At least one millisecond, as 0 means no limit.
      try curl.set(
        CURLOPT_TIMEOUT_MS, max(1, Int(deadline.millisecondsLeft)))
      let delivery = Delivery(mail.message)
      let code = try sendOnce(mail, delivery)
      guard code != CURLE_OK else {
        return delivery.refusals(of: mail.recipients).map {
          isSecret($0.words) ? $0.address : "\($0.address)\($0.words)"
        }
      }
      let error = failure(code, delivery)
      guard
        error.canRetry, error.status == nil, !delivery.isGiven,
        let wait = retry.wait(
          afterAttempt: attempt, chance: { Int.random(in: 0...$0) }),
        !patience.isAbandoned, wait < deadline.millisecondsLeft
      else { throw error }
      patience.pause(milliseconds: wait)
      attempt += 1
    }
  }

  private func sendOnce(
    _ mail: Mail, _ delivery: Delivery
  ) throws(TransportError) -> CURLcode {
    var recipients: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(recipients) }
    for address in mail.recipients {
      recipients = curl_slist_append(recipients, address)
    }
    try curl.set(CURLOPT_URL, url)
    try curl.set(CURLOPT_MAIL_FROM, mail.sender)
    try curl.set(CURLOPT_MAIL_RCPT, pointer: recipients)
    try curl.set(CURLOPT_INFILESIZE_LARGE, size: mail.message.count)
    let context = Unmanaged.passUnretained(delivery).toOpaque()
    try curl.set(CURLOPT_READDATA, pointer: context)
    try curl.set(CURLOPT_HEADERDATA, pointer: context)
    // The pointers are not kept beyond this call.
    let code = withExtendedLifetime(delivery) { curl.perform() }
    cost.add(curl)
    return code
  }

  private func isSecret(_ words: String) -> Bool {
    secret?.isContained(in: words, of: user) ?? false
  }

  private func failure(
    _ code: CURLcode, _ delivery: Delivery
  ) -> TransportError {
    let status = curl.number(CURLINFO_RESPONSE_CODE)
    func error(
      _ kind: TransportError.Kind, _ words: String, canRetry: Bool = false
    ) -> TransportError {
      TransportError(
        kind, "\(host) \(words)", status: status, canRetry: canRetry)
    }
    // A server can say no for now even to a right password.
    let isTransient = (400..<500).contains(status)
    switch code {
    case CURLE_LOGIN_DENIED where !isTransient:
      return error(
        .credentials,
        "does not accept the name or password (\(status)); check both")
    case CURLE_USE_SSL_FAILED:
      return TransportError(
        .network,
        "\(host) offers no encryption, so nothing was sent to it; "
          + "check the port, or use a server with TLS")
    case CURLE_LOGIN_DENIED, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
      CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED:
      guard status >= 400 else {
        return TransportError(
          .network, "\(host) ended the connection too early", canRetry: true)
      }
      // The answers to a password are not repeated: some repeat it.
      let isSecret =
        code == CURLE_LOGIN_DENIED
        || isSecret(delivery.reason)
      let reason = isSecret ? "" : delivery.reason
      if isTransient {
        return error(
          .server,
          "does not take mail now (\(status))\(reason); try again later",
          canRetry: true)
      }
      if [530, 534, 535, 538].contains(status) {
        return error(
          .credentials, "wants a name and a password (\(status))")
      }
      return error(.invalid, "refuses the mail (\(status))\(reason)")
    default: return curl.failure(code)
    }
  }
}

/// A mail on its way, and the last refusal.
private final class Delivery {
  /// A Boolean value that indicates whether the server may have all of it.
  private(set) var isGiven = false
  private var rest: ArraySlice<UInt8>
  private var line = ""
  /// The last lines of the answers before the mail.
  private var answers: [String] = []
  private var isBegun = false

  init(_ message: ArraySlice<UInt8>) { rest = message }

  static func from(_ context: UnsafeMutableRawPointer?) -> Delivery? {
    context.map { Unmanaged<Delivery>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The words of the last refusal, after a colon; empty if there are none.
  var reason: String { Self.words(of: line) }

  /// Returns the recipients that were refused, with the words. The mail follows
  /// an answer for each recipient and that to DATA.
  func refusals(of recipients: [String]) -> [(address: String, words: String)] {
    zip(recipients, answers.dropLast().suffix(recipients.count)).filter {
      !$0.1.hasPrefix("2")
    }.map { ($0.0, Self.words(of: $0.1)) }
  }

  private static func words(of line: String) -> String {
    let words = line.dropFirst(4).filter { !$0.isNewline }
    return words.isEmpty ? "" : ": \(CurlHandle.safe(words))"
  }

  /// Copies the next bytes; returns their number.
  func give(_ room: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    isBegun = true
    let part = rest.prefix(count)
    rest = rest.dropFirst(part.count)
    if rest.isEmpty { isGiven = true }
    UnsafeMutableRawBufferPointer(start: room, count: count).copyBytes(
      from: part)
    return part.count
  }

  /// Takes a line of an answer. Only the last refusal matters, and the answers
  /// before the mail; after a refusal the server answers a farewell, too.
  func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let text = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: min(count, 512)),
      as: UTF8.self)
    if text.hasPrefix("4") || text.hasPrefix("5") { line = text }
    if !isBegun, text.dropFirst(3).first != "-" { answers.append(text) }
    return count
  }
}
