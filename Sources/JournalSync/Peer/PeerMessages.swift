/// A request to a peer, as HTTP carries it.
public struct PeerRequest: Sendable, Hashable {
  /// The action of a request.
  public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
  }

  /// The action.
  public var method: Method
  /// The path relative to the peer's address, such as `v1/journals`.
  public var path: String
  /// The headers in use, by their names in lower case.
  public var headers: [String: String]
  /// The CBOR, or a part of a blob.
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

/// A response of a peer.
public struct PeerResponse: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The headers in use, by their names in lower case.
  public var headers: [String: String]
  /// The CBOR, or a part of a blob.
  public var body: [UInt8]
  /// The failure on the answering machine, for its own log; it is never sent.
  public var fault: String?

  /// The greatest number of bytes of a body.
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

/// A connection to a peer.
public protocol PeerTransport: AnyObject {
  /// Sends a request, once.
  ///
  /// - Throws: `StoreError` if no complete answer came. The peer may have
  ///   carried out the request or not.
  func send(_ request: PeerRequest) throws -> PeerResponse

  /// Sends a request, once, without waiting for the answer. The returned
  /// closure waits; call it before the next request and only once, or not at
  /// all.
  ///
  /// - Throws: The errors of ``send(_:)``; the closure throws them as well.
  func begin(_ request: PeerRequest) throws -> () throws -> PeerResponse

  /// The cost of its use so far.
  var cost: TransferCost { get throws }
}

extension PeerTransport {
  public func begin(
    _ request: PeerRequest
  ) throws -> () throws -> PeerResponse {
    { try self.send(request) }
  }
}
