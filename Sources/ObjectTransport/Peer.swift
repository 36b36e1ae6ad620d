/// A server of another PlantGuide, or another server of HTTP, to which the
/// parent's requests go.
final class Peer {
  let client: HTTPClient
  private let base: WebAddress

  /// A request of the parent.
  struct Question {
    var method: String
    /// Relative to the remote's URL; it may have a query.
    var path: String
    var headers: [(name: String, value: String)]
    var body: ArraySlice<UInt8>
    var limit: Int
  }

  /// The methods of peers, and those of calendars (RFC 4791).
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "REPORT",
    "MKCALENDAR",
  ]

  init(
    _ options: TransportOptions, _ patience: any Patience
  ) throws(TransportError) {
    base = try WebAddress(
      options.url, schemes: ["https": "https", "http": "http"])
    let authentication =
      options.token.map(Authentication.bearer) ?? options.nameAndPassword
    client = try HTTPClient(
      host: base.host, options, authentication, patience)
  }

  /// Sends a question, and returns the answer, whatever its status.
  func send(_ question: Question) throws -> HTTPResponse {
    guard Self.methods.contains(question.method) else {
      throw TransportError(
        .invalid,
        "\(CurlHandle.safe(question.method)) is not a method of a request")
    }
    let path = question.path.utf8.drop { $0 == UInt8(ascii: "/") }
    guard
      path.allSatisfy({
        $0 > 0x20 && $0 < 0x7f && !"\"#<>\\^`{|}".utf8.contains($0)
      }),
      !path.split(separator: UInt8(ascii: "/")).contains(where: {
        $0.elementsEqual("..".utf8)
      })
    else {
      throw TransportError(
        .invalid,
        "\(CurlHandle.safe(question.path)) is not a path of a request")
    }
    for (name, value) in question.headers where !Self.isHeader(name, value) {
      throw TransportError(
        .invalid, "a header is malformed: \(CurlHandle.safe(name))")
    }
    var request = HTTPRequest(
      method: question.method,
      url: base.text + String(decoding: path, as: UTF8.self),
      headers: question.headers.filter { !Self.asksForPacked($0) },
      limit: question.limit)
    // libcurl unpacks only if it sends this header itself.
    request.acceptsPacked = question.headers.contains(
      where: Self.asksForPacked)
    let isSending = ["PUT", "POST"].contains(question.method)
    if isSending || !question.body.isEmpty {
      request.body = question.body
      if !question.headers.contains(where: {
        $0.name.lowercased() == "content-type"
      }) {
        request.headers.append(("Content-Type", "application/octet-stream"))
      }
    }
    // The protocol of peers allows repeating every request; for other servers
    // the parent allows no repetition.
    return try client.send(request)
  }

  private static func asksForPacked(
    _ header: (name: String, value: String)
  ) -> Bool {
    header.name.lowercased() == "accept-encoding" && header.value == "gzip"
  }

  private static func isHeader(_ name: String, _ value: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
          || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }
}
