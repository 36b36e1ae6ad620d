import CMicrohttpd
import JournalSync
import JournalWeb
import POSIXKit

extension HTTPServer {
  /// A connection, and the time by which it must have done something.
  final class Connection {
    let socket: Int32
    let address: String
    /// The part of the address by which connections are counted.
    let network: String
    /// A Boolean value that indicates whether the server's proxy is on the other
    /// side. It brings requests of many, so it has no place among them.
    let isProxy: Bool
    var deadline: Int64
    /// A Boolean value that indicates whether the last request had a valid token.
    var isGuest = false
    /// The current request, the number of bytes that had moved at the last look,
    /// and the time of the next look.
    var pending: Pending?
    var movedCount = 0
    var looksAt: Int64 = 0

    init(
      socket: Int32, address: String, network: String, isProxy: Bool,
      deadline: Int64
    ) {
      self.socket = socket
      self.address = address
      self.network = network
      self.isProxy = isProxy
      self.deadline = deadline
    }

    /// The number of bytes that have moved of the request or its answer; `nil` if
    /// nothing has to move now.
    var moved: Int? {
      guard let pending, pending.work == nil, pending.stream == nil else {
        return nil
      }
      return pending.movedCount - Int(mhd_shim_unsent(socket))
    }
  }

  /// The work for an answer.
  enum Work {
    /// A replica asks, and gets its answer in parts of work.
    case sync(PeerServer.Work)
    /// A program asks, and gets its answer at once.
    case api(WebRequest)
    /// A browser asks, and gets its answer at once.
    case site(WebRequest, WebConnection)
  }

  /// A request on its way.
  final class Pending {
    let path: String
    var method = ""
    /// The headers, by names in lower case.
    var headers: [String: String] = [:]
    let begin = Deadline.now
    /// A Boolean value that indicates whether the head is complete.
    var isBegun = false
    var guest: PeerServer.Guest?
    /// The facts that a browser's request depends on; `nil` for others.
    var browser: WebConnection?
    /// The address from which a proxy got the request.
    var address: String?
    /// The name of the token.
    var id: String?
    var limit = 0
    var body: [UInt8] = []
    /// The number of bytes of the body that are counted, and that the answer
    /// has.
    var room = 0
    var answerCount = 0
    /// The number of bytes of the request that were read, or of the answer that
    /// the library took.
    var movedCount = 0
    /// The answer, whatever else comes.
    var refusal: PeerResponse?
    /// The work for the answer, and the connection that waits for it.
    var work: Work?
    var connection: OpaquePointer?
    /// The events that follow the answer; `nil` for a complete answer.
    var stream: EventStream?
    /// The number of bytes of an upload, for which there is room of its own.
    var uploadCount = 0
    var response: PeerResponse?
    var status = 0
    /// The error of this machine, for the log.
    var fault: String?
    var byteCount = 0

    init(path: String) { self.path = path }

    /// The path from its first slash on, and the query.
    var target: String { "/\(path)" }

    /// A Boolean value that indicates whether a replica asks, rather than a
    /// program of the API or a browser.
    var isOfReplica: Bool { path.hasPrefix("v1/") }

    /// The request without its body; `nil` for one of a replica, or if its target
    /// cannot be decoded. It is known once the head is complete.
    private(set) lazy var head: WebRequest? =
      isOfReplica
      ? nil
      // The library sends the answer to HEAD without its body.
      : WebRequest(
        method == "HEAD" ? .get : WebRequest.Method(rawValue: method) ?? .other,
        target, headers: headers)
  }
}
