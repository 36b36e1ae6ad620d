internal import ErrorKit
internal import JournalSync

/// The reason why an address gives no picture, which trying again soon would
/// not change.
struct BrokenPicture: Error {
  let reason: String
}

extension ServiceClient {
  /// The greatest number of bytes of a picture.
  private static let mostPictureBytes = 8 << 20
  /// The greatest number of redirects.
  private static let mostRedirects = 3

  /// Loads a picture that the service has named. No key is sent.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - hosts: The hosts that the service has named. Redirects to others are
  ///     refused.
  /// - Returns: Bytes that begin as a picture does.
  /// - Throws: ``BrokenPicture``, or ``ServiceError`` for what may pass.
  func picture(at url: String, among hosts: Set<String>) throws -> [UInt8] {
    guard !surroundings.isOffline else { throw ServiceError.offline(service) }
    var next = url
    for _ in 0...Self.mostRedirects {
      let place = try PictureAddress(next, of: self)
      guard hosts.contains(place.host) else {
        throw BrokenPicture(
          reason: "it redirects to \(place.host), which no answer named")
      }
      let response = try load(place)
      guard 300..<400 ~= response.status else {
        return try Self.picture(in: response)
      }
      guard let target = response.headers["location"] else {
        throw BrokenPicture(reason: "it redirects to nowhere")
      }
      next =
        target.hasPrefix("/") && !target.hasPrefix("//")
        ? place.origin + target : target
    }
    throw BrokenPicture(reason: "it redirects too often")
  }

  private func load(_ place: PictureAddress) throws -> PeerResponse {
    // Whoever chooses a proxy lets it decide what it reaches, and it may be in
    // the same network itself.
    let isPublic = !place.isOwn && options[.proxy] == nil
    let pipe = try connect(
      to: place.origin, ["public": isPublic ? 1 : 0, "redirects": 1])
    let line = "\(service.title): GET \(place.origin)/\(place.path)"
    do {
      let response = try pipe.request(
        "GET", place.path,
        headers: ["Accept": "image/*", "User-Agent": Self.userAgent],
        atMost: Self.mostPictureBytes)
      surroundings.log?(
        "\(line): \(response.status), \(response.body.count) bytes")
      headers = AnswerHeaders(response.headers, now: surroundings.now)
      switch response.status {
      case 200..<400: return response
      case 408, 429, 500...: throw refusal(response, true)
      default: throw BrokenPicture(reason: "the server says \(response.status)")
      }
    } catch let error as StoreError {
      let failure = self.failure(error)
      surroundings.log?("\(line): \(failure)")
      if case .tooLarge = failure {
        throw BrokenPicture(
          reason: "it has more than \(Self.mostPictureBytes >> 20) MiB")
      }
      throw failure
    }
  }

  private static func picture(
    in response: PeerResponse
  ) throws(BrokenPicture) -> [UInt8] {
    let type =
      response.headers["content-type"]?.lowercased()
      .prefix { $0 != ";" && $0 != " " } ?? ""
    guard ["image/jpeg", "image/jpg", "image/png", "image/webp"].contains(type)
    else {
      throw BrokenPicture(
        reason: type.isEmpty
          ? "it has no type" : "it is \(PictureCredit.line(String(type)))")
    }
    let body = response.body
    let isPicture =
      body.starts(with: [0xff, 0xd8, 0xff])
      || body.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      || body.starts(with: "RIFF".utf8)
        && body.dropFirst(8).starts(with: "WEBP".utf8)
    guard isPicture else {
      throw BrokenPicture(reason: "its bytes are those of no picture")
    }
    return body
  }
}

/// The address of a picture, as far as it may be asked for.
struct PictureAddress {
  /// The scheme with the host and its port.
  let origin: String
  /// The host with its port.
  let host: String
  /// The path and the query, without the first slash.
  let path: String
  /// A Boolean value that indicates whether it is on the host and port to which
  /// the owner has set the service.
  let isOwn: Bool

  /// Reads an address.
  ///
  /// An address without TLS, or one of numbers, counts only on the host that
  /// the owner has set.
  ///
  /// - Throws: ``BrokenPicture``.
  init(
    _ url: String, of client: ServiceClient
  ) throws(BrokenPicture) {
    let text = url.hasPrefix("//") ? "https:" + url : url
    guard text.utf8.count <= 2_000,
      text.utf8.allSatisfy({
        $0 > 0x20 && $0 < 0x7f && !"\"#<>\\^`{|}".utf8.contains($0)
      }),
      let scheme = ["https://", "http://"].first(where: text.hasPrefix)
    else { throw BrokenPicture(reason: "its address is malformed") }
    let rest = text.dropFirst(scheme.utf8.count)
    let host = String(rest.prefix { $0 != "/" && $0 != "?" }).lowercased()
    isOwn =
      client.options[.url] != nil && host == client.address.host.lowercased()
    // The last part of a name on the internet begins with a letter.
    let parts = host.prefix { $0 != ":" }.split(separator: ".")
    guard
      isOwn
        || scheme == "https://" && !host.contains("@") && !host.hasPrefix("[")
          && parts.count > 1 && parts.last?.first?.isLetter == true
    else {
      throw BrokenPicture(reason: "its address is none on the internet")
    }
    self.host = host
    origin = scheme + host
    path = String(rest.dropFirst(host.count).drop { $0 == "/" })
  }
}
