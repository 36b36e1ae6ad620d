internal import Encodings
internal import ErrorKit
internal import JournalSync
internal import POSIXKit

/// The secret of a channel.
struct ChannelSecret {
  /// The password or token; `nil` if the channel has none.
  let text: String?

  /// Asks the sources that a channel names, else the environment. A channel of
  /// a page has no secret: its address could lead anywhere.
  ///
  /// - Throws: `RemoteError`, or `FileSystemError`.
  init(of channel: ReminderChannel, _ environment: SenderEnvironment) throws {
    guard channel.options[.origin] == nil else {
      text = nil
      return
    }
    text =
      try Secrets.text(
        of: channel.name, inFile: channel.options[.passwordFile],
        fromCommand: channel.options[.passwordCommand],
        said: environment.said)
      ?? environment.variable(channel.secretVariable)
  }

  /// The word that stands for the secret in the parts of an address.
  static let placeholder = "{password}"

  /// Returns part of an address with the secret in its place.
  ///
  /// - Throws: ``ChannelError/noSecret(channel:)``.
  func filled(
    into part: String, of channel: ReminderChannel
  ) throws(ChannelError) -> String {
    guard part.contains(Self.placeholder) else { return part }
    guard let text else { throw .noSecret(channel: channel.name) }
    return part.split(
      separator: Self.placeholder, omittingEmptySubsequences: false
    )
    .joined(separator: PercentEscapes.encoded(text))
  }

  /// Returns words without the secret, which servers may repeat.
  ///
  /// - Parameters:
  ///   - words: The words of a server or a program.
  ///   - user: The name that is sent with the secret, if any.
  /// - Returns: The words with an ellipsis for the secret.
  func hidden(in words: String, of user: String? = nil) -> String {
    guard let text, !text.isEmpty else { return words }
    var forms = [text, PercentEscapes.encoded(text)]
    // A server gets a login in Base64, and may repeat that.
    for login in [text]
      + (user.map { ["\($0):\(text)", "\0\($0)\0\(text)"] } ?? [])
    {
      let form = String(
        decoding: Base64.encode(Array(login.utf8)), as: UTF8.self)
      forms += [form, String(form.prefix { $0 != "=" })]
    }
    return Self.hiding(forms, in: words)
  }

  /// Returns words without any of the parts, the longest first.
  static func hiding(_ parts: [String], in words: String) -> String {
    var words = words
    for part in parts.sorted(by: { $1.utf8.count < $0.utf8.count })
    where !part.isEmpty {
      words = words.split(separator: part, omittingEmptySubsequences: false)
        .joined(separator: "…")
    }
    return words
  }

  /// Returns the beginning of foreign words in one line and without the secret.
  func line(of words: String, of user: String? = nil) -> String {
    Self.line(of: hidden(in: words, of: user))
  }

  /// Returns the beginning of words in one line.
  static func line(of words: String) -> String {
    let line = words.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : Character($0)
    }
    return String(line.prefix(200))
  }
}

extension ReminderChannel {
  /// The variable of the environment with its secret.
  var secretVariable: String { Secrets.variable("PASSWORD", of: name) }

  /// Returns the variable of the environment from which alone the channel's
  /// secret comes; `nil` if there is no such variable.
  public func secretVariable(in environment: SenderEnvironment) -> String? {
    let name = secretVariable
    switch address {
    case .command, .desktop: return nil
    case .ntfy, .mail, .webhook, .calendar, .apprise: break
    }
    guard options[.passwordFile] == nil, options[.passwordCommand] == nil,
      options[.origin] == nil,
      environment.variable(name) != nil
    else { return nil }
    return name
  }
}

/// A connection to the server of a channel, by the network program. The program
/// starts with the first request, and its connection lasts for the further
/// ones.
final class ServerConnection {
  let host: String
  let secret: ChannelSecret
  private let user: String?
  private let environment: SenderEnvironment
  private var hasAsked = false
  private let start: () throws -> TransportPipe
  private lazy var pipe = Result { try start() }

  /// The proof of identity that a server gets with each request.
  enum Proof {
    /// The secret as a token; with the name of a user as a password.
    case secret
    /// Nothing: the secret is in a header or in the path.
    case elsewhere
  }

  /// Prepares for requests without starting anything.
  ///
  /// - Parameters:
  ///   - url: The address, in a scheme of the network program.
  ///   - address: The channel's own address.
  ///   - channel: The channel, with the options of the connection.
  ///   - environment: The sources of secrets.
  ///   - proof: The proof of identity.
  ///   - seconds: The greatest time of a request.
  /// - Throws: ``ChannelError/secretWithoutTLS(host:)``, or errors of secrets.
  init(
    to url: String, _ address: ServerAddress, of channel: ReminderChannel,
    _ environment: SenderEnvironment, proof: Proof = .secret,
    seconds: Int = 60
  ) throws {
    host = address.host
    self.environment = environment
    let secret = try ChannelSecret(of: channel, environment)
    self.secret = secret
    let isPrivate = address.isSecure || address.scheme == "mailto"
    guard
      secret.text == nil || isPrivate
        || RemoteAddress.isLoopback(host: address.host)
    else {
      throw ChannelError.secretWithoutTLS(host: address.host)
    }
    if let authorities = channel.options[.caFile] {
      try WeakPlace.check(authorities)
    }
    var place = TransportPipe.Place(url: url)
    let user = channel.options[.user] ?? address.user
    self.user = user
    if case .secret = proof {
      place.credentials =
        user == nil
        ? Credentials(token: secret.text)
        : Credentials(user: user, password: secret.text)
    }
    place.texts["caFile"] = channel.options[.caFile]
    place.texts["proxy"] = channel.options[.proxy]
    let seconds = Int(environment.share(of: Int64(seconds)))
    // The next run sends again whatever failed in this one.
    place.numbers = [
      // A mail is sent again only if no server can have it.
      "retries": address.scheme == "mailto" ? 2 : 0,
      "requestTimeout": seconds, "stallTimeout": seconds,
    ]
    // Services of this machine may trust it, and pages are open to others.
    if channel.isOfPage { place.numbers["elsewhere"] = 1 }
    start = { [place] in
      try TransportPipe(
        to: place, startedFrom: environment.sibling("plantguide-sync"),
        longestSilence: Int64(seconds) + 60, said: environment.said)
    }
  }

  /// Sends a request, and returns the answer.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path with its query.
  ///   - headers: The headers.
  ///   - body: The body.
  ///   - accepted: Statuses that are no failure, besides 200 to 299.
  ///   - limit: The greatest number of bytes of the answer's body.
  /// - Returns: The answer.
  /// - Throws: ``ChannelError`` for another status, `StoreError` if no answer
  ///   came.
  @discardableResult
  func request(
    _ method: String, _ path: String, headers: [String: String] = [:],
    body: [UInt8] = [], accepting accepted: Set<Int> = [],
    atMost limit: Int = 1 << 16
  ) throws -> PeerResponse {
    guard !hasAsked || !environment.isOutOfTime else {
      throw ChannelError.outOfTime
    }
    hasAsked = true
    let response: PeerResponse
    do {
      response = try pipe.get().request(
        method, path, headers: headers, body: body, atMost: limit)
    } catch let error as StoreError {
      throw hiding(error)
    }
    guard
      200..<300 ~= response.status || accepted.contains(response.status)
    else { throw refusal(response) }
    return response
  }

  /// Sends a mail.
  ///
  /// - Returns: The recipients that the server refused, with its words.
  /// - Throws: `StoreError`.
  func mail(
    _ message: [UInt8], from sender: String, to recipients: [String]
  ) throws -> [String] {
    do {
      return try pipe.get().mail(message, from: sender, to: recipients)
        .map { secret.hidden(in: $0, of: user) }
    } catch let error as StoreError {
      throw hiding(error)
    }
  }

  /// Returns an error without the secret, which a redirect or the words of a
  /// mail server may repeat.
  private func hiding(_ error: StoreError) -> StoreError {
    StoreError(
      error.code, secret.hidden(in: error.message, of: user),
      canRetry: error.canRetry)
  }

  private func refusal(_ response: PeerResponse) -> ChannelError {
    let words = Self.words(in: response.body).map {
      secret.line(of: $0, of: user)
    }
    switch response.status {
    case 401, 403:
      return .wrongSecret(host: host, status: response.status, words)
    case 404, 405, 410:
      return .noSuchPlace(host: host, status: response.status, words)
    case 429:
      return .tooMany(
        host: host, words, seconds: response.headers["retry-after"])
    case 500...:
      return .notAvailable(host: host, status: response.status, words)
    default: return .refused(host: host, status: response.status, words)
    }
  }

  /// Returns the reason in the answer of a server, if there is one.
  private static func words(in body: [UInt8]) -> String? {
    guard let json = try? JSONReader.parse(body.span.bytes) else { return nil }
    for name in ["errorDescription", "description", "error", "message"] {
      if case .string(let text)? = json[name], !text.isEmpty { return text }
    }
    return nil
  }
}

/// The refusal of a channel's server, or the reason not to ask it.
enum ChannelError: DescribedError, Sendable, Hashable {
  /// A secret is needed, and no source has one.
  case noSecret(channel: String)
  /// The secret could be read on its way.
  case secretWithoutTLS(host: String)
  case wrongSecret(host: String, status: Int, String?)
  case noSuchPlace(host: String, status: Int, String?)
  /// The server takes no more messages for now.
  case tooMany(host: String, String?, seconds: String?)
  case notAvailable(host: String, status: Int, String?)
  case refused(host: String, status: Int, String?)
  /// The server answers with something else than what was asked for.
  case strangeAnswer(host: String, String)
  /// The calendar takes no to-do, as it is missing or has its name elsewhere.
  case noToDo(host: String, status: Int)
  /// The channel's share of the run's time is over, before all was said.
  case outOfTime
  /// Others went on changing a calendar while it was read.
  case changedMeanwhile
  /// A program that hands messages on did not do so.
  case programFailed(name: String, String)
  /// A program that hands messages on is not installed.
  case noProgram(name: String)

  var facts: ErrorFacts {
    func answer(_ status: Int, _ words: String?) -> String {
      " (\(status))" + (words.map { ": \($0)" } ?? "")
    }
    return switch self {
    case .noSecret(let channel):
      .init(
        .invalidInput, "a password or token is needed",
        .text(
          "give it by --password-file, --password-command or the variable "
            + Secrets.variable("PASSWORD", of: channel)))
    case .secretWithoutTLS(let host):
      .init(
        .invalidInput,
        "the secret was not sent to \(host): others could read it on its way",
        "write the address with an 's' after its kind, for TLS")
    case .wrongSecret(let host, let status, let words):
      .init(
        .network,
        "\(host) does not accept the password or token"
          + answer(status, words),
        "check the channel's secret", canRetry: false)
    case .noSuchPlace(let host, let status, let words):
      .init(
        .network, "\(host) has no such place\(answer(status, words))",
        "check the channel's address", canRetry: false)
    case .tooMany(let host, let words, let seconds):
      .init(
        .network, "\(host) takes no more messages now\(answer(429, words))",
        .text(
          seconds.flatMap(Int.init).map { "try again in \($0) seconds" }
            ?? "try again later"))
    case .notAvailable(let host, let status, let words):
      .init(
        .network, "\(host) is not available\(answer(status, words))",
        "try again later")
    case .refused(let host, let status, let words):
      .init(
        .network, "\(host) refuses the message\(answer(status, words))",
        canRetry: false)
    case .strangeAnswer(let host, let reason):
      .init(
        .network, "\(host) \(reason)", "check the channel's address",
        canRetry: false)
    case .noToDo(let host, let status):
      .init(
        .network, "\(host) did not take a to-do into the calendar (\(status))",
        "check the channel's address, and whether the server's trash or another calendar has the to-do",
        canRetry: false)
    case .outOfTime:
      .init(
        .network, "the channel was too slow for all of its messages",
        "the next run sends the rest")
    case .changedMeanwhile:
      .init(
        .conflict, "somebody else went on changing the calendar",
        "try again later", canRetry: true)
    case .programFailed(let name, let reason):
      .init(.network, "\(name) \(reason)")
    case .noProgram(let name):
      .init(
        .system, "'\(name)' is not installed", .text("install \(name)"),
        canRetry: false)
    }
  }
}
