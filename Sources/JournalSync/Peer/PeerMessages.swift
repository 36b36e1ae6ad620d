/// What is asked of a peer, as HTTP carries it.
public struct PeerRequest: Sendable, Hashable {
  /// What is to be done.
  public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
  }

  /// What is to be done.
  public var method: Method
  /// Where, relative to the peer's address, such as `v1/journals`.
  public var path: String
  /// The headers that mean something here, by their names in lower case.
  public var headers: [String: String]
  /// CBOR, or a part of a blob.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    _ method: Method, _ path: String, headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// What a peer answers.
public struct PeerResponse: Sendable, Hashable {
  /// The status, as in HTTP.
  public var status: Int
  /// The headers that mean something here, by their names in lower case.
  public var headers: [String: String]
  /// CBOR, or a part of a blob.
  public var body: [UInt8]
  /// What failed on the machine that answers, for its own record: it is never
  /// sent.
  public var fault: String?

  /// How many bytes a body has at most.
  public static let maximumByteCount = 8 << 20

  /// Creates a response.
  public init(
    _ status: Int, headers: [String: String] = [:], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The way to a peer.
public protocol PeerTransport: AnyObject {
  /// Asks the peer, once.
  ///
  /// - Throws: `StoreError` where no whole answer came. Whether the peer did
  ///   what was asked is not known then.
  func send(_ request: PeerRequest) throws -> PeerResponse

  /// Asks the peer, once, and does not wait for the answer: who calls what is
  /// returned does. It is called once, before anything else is asked, or not
  /// at all.
  ///
  /// - Throws: As ``send(_:)``, and so does what is returned.
  func begin(_ request: PeerRequest) throws -> () throws -> PeerResponse

  /// What using it has cost so far.
  var cost: TransferCost { get throws }
}

extension PeerTransport {
  public func begin(
    _ request: PeerRequest
  ) throws -> () throws -> PeerResponse {
    { try self.send(request) }
  }
}
