internal import JournalQueries
public import JournalSync

/// A request to the API, without its network.
public struct WebRequest: Sendable {
  /// The methods of HTTP that have a meaning here.
  public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
    /// Any other, which no route has.
    case other = "-"
  }

  /// The method.
  public let method: Method
  /// The components of the path, decoded.
  public let path: [String]
  /// The path and the query as they were sent.
  public let target: String
  /// The query, without its question mark, as it was sent.
  let query: Substring
  /// The route of the API that the head names, and the values of its parameters.
  /// A form may name another method in its body.
  let route: Result<(APIRoute, [String]), RequestError>
  /// The headers, by names in lower case.
  public let headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The address under which the browser knows this server; `nil` for programs.
  var site: SiteOrigin?

  /// Creates a request; `nil` if the target is no path that can be decoded.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path from its first slash on, and the query.
  ///   - headers: The headers, by names in lower case.
  ///   - body: The body.
  public init?(
    _ method: Method, _ target: String, headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    let whole = target[..<(mark ?? target.endIndex)]
    guard whole.hasPrefix("/"),
      let path = Self.components(of: whole.dropFirst())
    else { return nil }
    self.method = method
    self.target = target
    self.path = path
    self.headers = headers
    self.body = body
    query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    route = Self.route(method, path)
  }

  /// Creates a request with a path that is decoded already, and no query.
  init(
    _ method: Method, path: [String], target: String,
    headers: [String: String], body: [UInt8]
  ) {
    self.method = method
    self.path = path
    self.target = target
    self.headers = headers
    self.body = body
    query = ""
    route = Self.route(method, path)
  }

  private static func route(
    _ method: Method, _ path: [String]
  ) -> Result<(APIRoute, [String]), RequestError> {
    let prefix =
      path.first == "do" && method == .post ? ["do"] : WebAPI.prefix
    guard path.starts(with: prefix) else { return .failure(.notFound) }
    return Result { () throws(RequestError) in
      try WebAPI.route(method, path.dropFirst(prefix.count))
    }
  }

  private static func components(of path: Substring) -> [String]? {
    var components: [String] = []
    for part in path.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let text = PercentEncoding.decode(Substring(part)) else {
        return nil
      }
      components.append(text)
    }
    return components
  }
}

// The declarations of the route, known before the body is read.
extension WebRequest {
  private var knownRoute: APIRoute? { try? route.get().0 }

  /// A Boolean value that indicates whether the body may hold photos.
  public var bringsPhotos: Bool {
    guard knownRoute?.takesPhotos == true,
      let type = HeaderParameters(headers["content-type"] ?? "")?.value
    else { return false }
    return type == "multipart/form-data" || type.hasPrefix("image/")
  }

  /// The greatest number of bytes of the body.
  public var bodyLimit: Int {
    bringsPhotos ? WebAPI.maximumUploadByteCount : WebAPI.maximumByteCount
  }

  /// Returns a Boolean value that indicates whether a role includes the request.
  public func isAllowed(to access: AccessTokens.Access) -> Bool {
    knownRoute.map { access.allows($0.right) } ?? true
  }

  /// A Boolean value that indicates whether the answer is known to take long.
  var takesLong: Bool { knownRoute?.lane != nil || bringsPhotos }

  /// The lane of the answer, if it takes long.
  public var lane: WorkLane { knownRoute?.lane ?? .photos }

  /// The path of the route for a log, with the names of its parameters instead of
  /// their values; `nil` for a page.
  public var label: String? {
    guard isOfProgram else { return nil }
    let parts = path.dropFirst(WebAPI.prefix.count)
    let route = WebAPI.routes.first { $0.parameters(in: parts) != nil }
    return "/api/v1\(route?.path ?? "/-")"
  }
}

/// An answer, without its network.
public struct WebResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers, by names in lower case.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]
  /// The error of this machine, for its log alone.
  public var fault: String?
  /// The events that follow the body until somebody ends them; `nil` if the
  /// answer ends with its body.
  public var feed: ChangeFeed?

  /// Creates an answer.
  public init(
    _ status: Int, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension String {
  /// Returns the parts of a header between separators, without the spaces around
  /// them. Characters would cost more than most answers do.
  func headerParts(by separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator)).map { part in
      let space = UInt8(ascii: " ")
      let begun = part.drop { $0 == space }
      guard let last = begun.lastIndex(where: { $0 != space }) else {
        return ""
      }
      return Substring(begun[...last])
    }
  }
}

/// The encoding of texts in paths and queries (RFC 3986).
enum PercentEncoding {
  /// Returns the decoded text; `nil` if it is not UTF-8, has a NUL or an
  /// incomplete escape. In queries and forms, a plus sign is a space.
  static func decode(
    _ text: some StringProtocol, plusIsSpace: Bool = false
  ) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit),
          let low = rest.next().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
