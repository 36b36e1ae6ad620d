import CMicrohttpd
import JournalSync
import JournalWeb

extension HTTPServer {
  /// Decides by the head of a request: for a browser, if it asks for pages, or
  /// asks the API by its session.
  func admission(
    of pending: Pending, byteCount: Int?, on found: Connection
  ) -> PeerServer.Admission {
    let facts = WebConnection(
      isSecure: isSecure, port: port, isProxy: found.isProxy
    ) { pending.headers[$0] }
    pending.address = facts.forwardedAddress.flatMap(ListenAddress.figures)
    let address =
      pending.address.flatMap(ListenAddress.network) ?? found.network
    let authorization = pending.headers["authorization"]
    let session = WebSite.secret(
      cookie: pending.headers["cookie"], over: facts)
    let isForProgram =
      WebAPI.serves(pending.target) && (authorization != nil || session == nil)
    let limit = pending.head?.bodyLimit ?? WebAPI.maximumByteCount
    guard !isForProgram, !pending.isOfReplica else {
      return peer.admit(
        method: pending.method, path: pending.path,
        otherLimit: isForProgram ? limit : nil, authorization: authorization,
        byteCount: byteCount, from: address, at: Self.clock)
    }
    pending.browser = facts
    return peer.admitBrowser(
      session: session, byteCount: byteCount, limit: limit,
      strangersLimit: WebSite.strangersByteCount, from: address,
      at: Self.clock)
  }

  /// Returns an answer of the server itself in the form that a browser or a
  /// program of the API expects; any other as it is.
  static func inItsForm(
    _ response: PeerResponse, of pending: Pending
  ) -> PeerResponse {
    guard response.status >= 400,
      pending.browser != nil || WebAPI.serves(pending.target),
      !["text/html; charset=utf-8", "application/problem+json"].contains(
        response.headers["content-type"])
    else { return response }
    var headers = response.headers
    headers["content-type"] = nil
    var dressed = PeerResponse(
      WebSite.refusal(
        response.status, headers: headers,
        isOfProgram: WebAPI.serves(pending.target),
        accept: pending.headers["accept"], hasFailed: response.fault != nil))
    dressed.fault = response.fault
    return dressed
  }
}
