/// A server of another PlantGuide, to which the parent's requests go.
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
    let methods = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]
    guard methods.contains(question.method) || question.method == "POST" else {
      throw TransportError(
        .invalid,
        "\(HTTPClient.safe(question.method)) is not a method "
          + "of the peer protocol")
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
        "\(HTTPClient.safe(question.path)) is not a path of the peer protocol")
    }
    for (name, value) in question.headers where !Self.isHeader(name, value) {
      throw TransportError(
        .invalid, "a header is malformed: \(HTTPClient.safe(name))")
    }
    var request = HTTPRequest(
      method: question.method,
      url: base.text + String(decoding: path, as: UTF8.self),
      headers: question.headers, limit: question.limit)
    let isSending = ["PUT", "POST"].contains(question.method)
    if isSending || !question.body.isEmpty {
      request.body = question.body
      if !question.headers.contains(where: {
        $0.name.lowercased() == "content-type"
      }) {
        request.headers.append(("Content-Type", "application/octet-stream"))
      }
    }
    // The protocol of peers allows repeating every request.
    return try client.send(request)
  }

  private static func isHeader(_ name: String, _ value: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x41...0x5a).contains($0)
          || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      } && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
  }
}
