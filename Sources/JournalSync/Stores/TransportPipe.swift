internal import Encodings
internal import POSIXKit
internal import ProgramPipes

/// The pipes to the network program, `plantguide-sync`, which knows nothing of
/// journals.
///
/// Requests and answers are frames on two pipes: four bytes of length, the most
/// significant first, and one CBOR item.
package final class TransportPipe {
  /// A place that the program can reach.
  package struct Place {
    /// The address, without secrets.
    package var url: String
    /// The secrets.
    package var credentials: Credentials
    /// Texts of the connection, such as `caFile`, by their names in the pipe.
    package var texts: [String: String] = [:]
    /// Numbers of the connection, such as `retries`, by their names in the
    /// pipe.
    package var numbers: [String: Int] = [:]
    /// A Boolean value that indicates whether `~/.netrc` has the password.
    package var usesNetrc = false

    /// Creates a place.
    package init(url: String, _ credentials: Credentials = Credentials()) {
      self.url = url
      self.credentials = credentials
    }

    fileprivate var opening: [UInt8] {
      var texts = texts
      texts["url"] = url
      texts["user"] = credentials.user
      texts["password"] = credentials.password
      texts["token"] = credentials.token
      var writer = CBORWriter()
      writer.array(2)
      writer.text("open")
      let keys =
        Array(texts.keys) + Array(numbers.keys) + (usesNetrc ? ["netrc"] : [])
      writer.map(keys.count)
      // Deterministic CBOR sorts keys by length first.
      for key in keys.sorted(by: {
        ($0.utf8.count, $0) < ($1.utf8.count, $1)
      }) {
        writer.text(key)
        if let text = texts[key] {
          writer.text(text)
        } else if let number = numbers[key] {
          writer.integer(Int64(number))
        } else {
          writer.bool(true)
        }
      }
      return writer.bytes
    }
  }

  private let program: SiblingProgram
  private let longestSilence: Int64

  /// Starts the program and opens a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - path: The program.
  ///   - longestSilence: The longest silence of the program when it is to
  ///     answer, in seconds.
  ///   - ending: A descriptor that can be read once this process is to end.
  ///   - said: Gets its standard error, which may be anything.
  /// - Throws: ``StoreError``, ``RemoteError`` or `FileSystemError`.
  package init(
    to place: Place, startedFrom path: String, longestSilence: Int64 = 3_600,
    ending: Int32? = nil, said: @escaping ([UInt8]) -> Void
  ) throws {
    guard FileSystem.isExecutable(path) else {
      throw RemoteError.noTransport(path)
    }
    program = try SiblingProgram(
      // It gets the one secret that it needs with the place or the request.
      startedFrom: path, withholding: Secrets.isVariable, ending: ending,
      said: said)
    self.longestSilence = longestSilence
    _ = try ask(place.opening, for: "opened")
  }

  /// Starts the program and opens the store that `remote` names.
  ///
  /// - Throws: ``StoreError``, ``RemoteError`` or `FileSystemError`.
  convenience init(
    for remote: Remote, _ credentials: Credentials, _ request: SyncRequest
  ) throws {
    var place = Place(url: "\(remote.address)", credentials)
    for option: Remote.Option in [
      .endpoint, .region, .caFile, .proxy, .pinnedKey,
    ] { place.texts[option.rawValue] = remote.options[option] }
    place.usesNetrc = remote.options[.netrc] == "true"
    try self.init(
      to: place, startedFrom: request.transport,
      longestSilence: request.longestSilence, ending: request.ending,
      said: request.said)
  }

  var cost: TransferCost {
    get throws {
      var request = CBORWriter()
      request.array(1)
      request.text("cost")
      let bytes = try ask(request.bytes, for: "cost")
      var reader = CBORReader(bytes.span.bytes)
      _ = try verb(&reader)
      return TransferCost(
        requests: Int(clamping: try reader.unsigned()),
        bytesSent: Int(clamping: try reader.unsigned()),
        bytesReceived: Int(clamping: try reader.unsigned()))
    }
  }

  // MARK: Requests

  /// Sends a request of HTTP, and returns the answer, whatever its status.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, with its query, below the place that is open.
  ///   - headers: The headers, by name.
  ///   - body: The body.
  ///   - limit: The greatest number of bytes of the answer's body.
  /// - Returns: The answer.
  /// - Throws: ``StoreError`` if no complete answer came. The server may have
  ///   carried out the request or not.
  package func request(
    _ method: String, _ path: String, headers: [String: String] = [:],
    body: [UInt8] = [], atMost limit: Int = 1 << 20
  ) throws -> PeerResponse {
    try send(
      Self.request(method, path, headers: headers, body: body, atMost: limit))
    return try response()
  }

  /// Returns the frame of a request of HTTP.
  static func request(
    _ method: String, _ path: String, headers: [String: String],
    body: [UInt8], atMost limit: Int
  ) -> [UInt8] {
    var writer = CBORWriter(capacity: body.count + 256)
    writer.array(6)
    writer.text("request")
    writer.text(method)
    writer.text(path)
    let headers = headers.sorted {
      ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key)
    }
    writer.map(headers.count)
    for (name, value) in headers {
      writer.text(name)
      writer.text(value)
    }
    writer.byteString(body)
    writer.unsigned(UInt64(limit))
    return writer.bytes
  }

  /// Returns the answer to a request of HTTP.
  func response() throws -> PeerResponse {
    let bytes = try answer(for: ["response"])
    var reader = CBORReader(bytes.span.bytes)
    _ = try verb(&reader)
    var response = PeerResponse(Int(clamping: try reader.unsigned()))
    for _ in 0..<(try reader.map()) {
      response.headers[try reader.text()] = try reader.text()
    }
    response.body = try reader.byteString().copied
    return response
  }

  /// Sends a mail.
  ///
  /// - Parameters:
  ///   - message: The header and the text, each line with CRLF.
  ///   - sender: The address to which failures are reported.
  ///   - recipients: The addresses.
  /// - Returns: The recipients that the server refused, with its words.
  /// - Throws: ``StoreError``. If the server got the whole mail and then said
  ///   nothing, it may have accepted it.
  package func mail(
    _ message: [UInt8], from sender: String, to recipients: [String]
  ) throws -> [String] {
    var writer = CBORWriter(capacity: message.count + 256)
    writer.array(4)
    writer.text("mail")
    writer.text(sender)
    writer.array(recipients.count)
    for recipient in recipients { writer.text(recipient) }
    writer.byteString(message)
    let answer = try ask(writer.bytes, for: "sent")
    do {
      var reader = CBORReader(answer.span.bytes)
      guard try reader.array() > 1 else { return [] }
      try reader.skip()
      var refused: [String] = []
      for _ in 0..<(try reader.array()) { refused.append(try reader.text()) }
      return refused
    } catch {
      throw Self.broken
    }
  }

  // MARK: Frames

  func isAnswered(
    _ request: CBORWriter, _ yes: String, else no: String
  ) throws -> Bool {
    let bytes = try ask(request.bytes, for: yes, no)
    var reader = CBORReader(bytes.span.bytes)
    return try verb(&reader) == yes
  }

  /// Sends a request, and returns an answer with one of these first words.
  func ask(
    _ request: [UInt8], for words: String...
  ) throws -> [UInt8] {
    try send(request)
    return try answer(for: words)
  }

  /// Returns the next answer, which must begin with one of these words.
  func answer(for words: [String]) throws -> [UInt8] {
    let bytes = try answer()
    var reader = CBORReader(bytes.span.bytes)
    guard words.contains(try verb(&reader)) else { throw Self.broken }
    return bytes
  }

  func send(_ request: [UInt8]) throws {
    try told { () throws(SiblingProgram.Fault) in
      try program.send(request) { Deadline(seconds: longestSilence) }
    }
  }

  func answer() throws -> [UInt8] {
    try told { () throws(SiblingProgram.Fault) in
      try program.answer { Deadline(seconds: longestSilence) }
    }
  }

  private func told<R>(
    _ body: () throws(SiblingProgram.Fault) -> R
  ) throws -> R {
    do throws(SiblingProgram.Fault) {
      return try body()
    } catch {
      switch error {
      case .brokeOff: throw Self.broken
      case .interrupted: throw RemoteError.ended
      case .timedOut:
        throw StoreError(
          .network,
          "the program that reaches the network stopped answering",
          canRetry: true)
      }
    }
  }

  /// Reads the first word of an answer; throws a failure.
  func verb(_ reader: inout CBORReader) throws -> String {
    do {
      guard try reader.array() > 0 else { throw Self.broken }
      let verb = try reader.text()
      guard verb == "error" else { return verb }
      throw try Self.failure(&reader)
    } catch is CBORError {
      throw Self.broken
    }
  }

  private static func failure(_ reader: inout CBORReader) throws -> StoreError {
    var code = StoreError.Code.network
    var message = ""
    var canRetry = false
    for _ in 0..<(try reader.map()) {
      switch try reader.text() {
      case "kind": code = .init(rawValue: try reader.text()) ?? .network
      case "message": message = try reader.text()
      case "canRetry": canRetry = try reader.bool()
      default: try reader.skip()
      }
    }
    return StoreError(code, message, canRetry: canRetry)
  }

  static let broken = StoreError(
    .network, "the program that reaches the network ended unexpectedly",
    canRetry: true)
}
