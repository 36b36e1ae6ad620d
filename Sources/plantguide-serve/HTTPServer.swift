import CMicrohttpd
import ErrorKit
import Glibc
import JournalSync
import JournalTime
import POSIXKit

/// Carries requests of HTTP to a ``PeerServer``, on one thread.
final class HTTPServer {
  private let peer: PeerServer
  private let requestTime: Int64
  private let headTime: Int64
  private let rest: () throws -> Void
  /// When there is time to rest; `nil` where nothing was done since.
  private var restsAt: Int64?
  private var daemon: OpaquePointer?
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// How many bytes of requests and responses are held, those to come
  /// included.
  fileprivate var heldBytes = 0

  private static let connectionCount: UInt32 = 64
  private static let connectionsPerAddress: UInt32 = 32
  private static let headByteCount = 32 << 10
  /// How many bytes may be held before requests are put off.
  private static let heldLimit = 64 << 20
  /// Bodies of refused requests up to this length are read, as who sends one
  /// may only then look for the answer.
  private static let drainedByteCount = 64 << 10
  /// For how many milliseconds nobody must have asked for anything before the
  /// server rests.
  private static let quietTime: Int64 = 1_000
  /// After how many milliseconds a rest that failed is tried again.
  private static let restInterval: Int64 = 60_000

  /// A connection, and when it must have done something.
  private final class Connection {
    let socket: Int32
    let address: String
    var deadline: Int64

    init(socket: Int32, address: String, deadline: Int64) {
      self.socket = socket
      self.address = address
      self.deadline = deadline
    }
  }

  /// A request on its way.
  private final class Pending {
    let address: String
    let method: String
    let path: String
    let begin = Deadline.now
    var guest: PeerServer.Guest?
    /// The name of the token.
    var id: String?
    var limit = 0
    var body: [UInt8] = []
    var held = 0
    /// What is answered whatever else comes.
    var refusal: PeerResponse?
    var status = 0
    /// What failed on this machine, for the record.
    var fault: String?
    var byteCount = 0

    init(address: String, method: String, path: String) {
      self.address = address
      self.method = method
      self.path = path
    }
  }

  /// Creates the server; `rest` does what can wait until nobody asks for
  /// anything.
  init(
    _ peer: PeerServer, idleSeconds: Int, rest: @escaping () throws -> Void
  ) {
    self.peer = peer
    self.rest = rest
    headTime = Int64(idleSeconds) * 1_000
    requestTime = Int64(idleSeconds) * 20_000
  }

  // MARK: Running

  /// Answers requests until a signal ends the program.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - certificate: What it proves itself with; `nil` for no TLS.
  ///   - isHidden: Whether the network is not told that it is there.
  /// - Throws: ``ServeError``, or what the certificate or the system refuses.
  func run(
    at address: ListenAddress, with certificate: Certificate?, isHidden: Bool
  ) throws {
    let signals = try EndingSignals()
    restNow()
    try start(at: address, with: certificate)
    let scheme = certificate == nil ? "http" : "https"
    let port = mhd_shim_port(daemon)
    Self.tell("listening on \(scheme)://\(address.host):\(port)")
    let announcement =
      isHidden || address.isLoopback
      ? nil
      : try certificate.flatMap {
        Announcement(of: peer, port: Int(port), key: try $0.pinnedKey())
      }
    defer { announcement?.end() }
    var status: Int32 = 0
    while status == 0 {
      status = mhd_shim_run(daemon, signals.descriptor, waitingTime)
      endLateConnections()
      if let restsAt, restsAt <= Deadline.now { restNow() }
    }
    let reason = errno
    MHD_stop_daemon(daemon)
    guard status > 0 else {
      throw ServeError("waiting: \(FileSystemError.words(for: reason))")
    }
    Self.tell("ended")
  }

  private func start(
    at address: ListenAddress, with certificate: Certificate?
  ) throws {
    var options = mhd_shim_options()
    options.is_ipv6 = address.isIPv6 ? 1 : 0
    // The daemon reads them as long as it lives, which is to the end.
    if let certificate {
      options.key = Self.lastingText(certificate.key)
      options.certificate = Self.lastingText(certificate.certificate)
    }
    options.connections = Self.connectionCount
    options.connections_per_address = Self.connectionsPerAddress
    options.idle_seconds = UInt32(headTime / 1_000)
    options.head_byte_count = Self.headByteCount
    // The caller holds this server until the daemon has ended.
    options.context = Unmanaged.passUnretained(self).toOpaque()
    options.unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
    options.connection = { context, connection, kept, code in
      HTTPServer.of(context)?.noteConnection(connection, kept, code)
    }
    options.completed = { context, connection, kept, code in
      HTTPServer.of(context)?.complete(connection, kept, code)
    }
    options.handle = {
      context, connection, url, method, _, bytes, count, kept in
      HTTPServer.of(context)?.handle(
        connection, url, method, bytes, count, kept) ?? .NO
    }
    daemon = address.withSocketAddress {
      options.address = $0
      return mhd_shim_start(&options)
    }
    guard daemon != nil else {
      throw ServeError(
        "cannot listen at \(address.host): \(FileSystemError.words(for: errno))"
      )
    }
  }

  private static func lastingText(_ bytes: [UInt8]) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(String(decoding: bytes, as: UTF8.self)))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// How long nothing may happen before something is to be done, in
  /// milliseconds; -1 for ever.
  private var waitingTime: Int32 {
    var time: UInt64 = 0
    let isLimited = MHD_get_timeout(daemon, &time) == .YES
    let isWatched = isLimited || !connections.isEmpty
    let limit = isWatched ? Int64(min(isLimited ? time : 1_000, 1_000)) : nil
    let rest = restsAt.map { max(0, $0 - Deadline.now) }
    guard let next = [limit, rest].compactMap(\.self).min() else { return -1 }
    return Int32(clamping: next)
  }

  /// Does what has waited. Whoever asks meanwhile waits, and is not blamed for
  /// the time that it takes.
  private func restNow() {
    let begin = Deadline.now
    restsAt = nil
    do {
      try rest()
    } catch {
      Self.tell(ErrorFacts(of: error).message)
      restsAt = Deadline.now + Self.restInterval
    }
    let time = Deadline.now - begin
    for connection in connections.values { connection.deadline += time }
  }

  /// Ends connections whose request takes too long, byte by byte maybe.
  private func endLateConnections() {
    let now = Deadline.now
    for connection in connections.values where connection.deadline < now {
      // The daemon finds it ended, and forgets it.
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }
  }

  // MARK: Connections

  private func noteConnection(
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
  ) {
    guard let kept else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
      let value = Connection(
        socket: mhd_shim_socket(connection),
        address: ListenAddress.text(of: mhd_shim_client(connection)),
        deadline: Deadline.now + headTime)
      connections[ObjectIdentifier(value)] = value
      kept.pointee = Unmanaged.passUnretained(value).toOpaque()
    } else if let found = Self.connection(kept.pointee) {
      kept.pointee = nil
      connections[ObjectIdentifier(found)] = nil
    }
  }

  private static func connection(
    _ kept: UnsafeMutableRawPointer?
  ) -> Connection? {
    kept.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Requests

  private func handle(
    _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> MHD_Result {
    guard let kept, let count else { return .NO }
    guard let found = kept.pointee else {
      let pending = begin(connection, url, method)
      kept.pointee = Unmanaged.passRetained(pending).toOpaque()
      return admit(pending, connection)
    }
    let pending = Unmanaged<Pending>.fromOpaque(found).takeUnretainedValue()
    guard count.pointee > 0 else { return finish(pending, connection) }
    take(UnsafeRawBufferPointer(start: bytes, count: count.pointee), pending)
    count.pointee = 0
    return .YES
  }

  private func begin(
    _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?
  ) -> Pending {
    let value = Self.connection(mhd_shim_context(connection))
    value?.deadline = Deadline.now + requestTime
    var path = url.map { String(cString: $0) } ?? ""
    if path.hasPrefix("/") { path.removeFirst() }
    if let query = Self.query(of: connection) { path += "?\(query)" }
    return Pending(
      address: value?.address ?? "?",
      method: method.map { String(cString: $0) } ?? "", path: path)
  }

  /// Decides by the head of a request.
  private func admit(
    _ pending: Pending, _ connection: OpaquePointer?
  ) -> MHD_Result {
    let length = Self.header("Content-Length", of: connection)
    let byteCount = length.flatMap { Int($0) }
    let admission = peer.admit(
      method: pending.method, path: pending.path,
      authorization: Self.header("Authorization", of: connection),
      byteCount: byteCount, from: pending.address, at: Self.clock)
    let hasLength = Self.header("Transfer-Encoding", of: connection) == nil
    switch admission {
    case .refused(let response, let id):
      pending.refusal = response
      pending.id = id
    case .admitted(let guest, let limit):
      pending.guest = guest
      pending.id = guest.id
      pending.limit = limit
      // A body in pieces may have any length.
      let expected = hasLength ? byteCount ?? 0 : limit
      if heldBytes + expected > Self.heldLimit {
        pending.refusal = Self.busy
      } else {
        hold(expected, pending)
        pending.body.reserveCapacity(min(expected, 1 << 20))
      }
    }
    guard let refusal = pending.refusal else { return .YES }
    guard hasLength, byteCount ?? 0 <= Self.drainedByteCount else {
      return send(refusal, pending, connection)
    }
    return .YES
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ pending: Pending) {
    guard pending.refusal == nil else { return }
    guard pending.body.count + bytes.count <= pending.limit else {
      pending.body = []
      pending.refusal = PeerResponse(413)
      return
    }
    pending.body += bytes
  }

  /// Answers a request that is there as a whole.
  private func finish(
    _ pending: Pending, _ connection: OpaquePointer?
  ) -> MHD_Result {
    if pending.refusal == nil, heldBytes - pending.held > Self.heldLimit {
      pending.refusal = Self.busy
    }
    guard pending.refusal == nil, let guest = pending.guest,
      let method = PeerRequest.Method(rawValue: pending.method)
    else {
      return send(pending.refusal ?? PeerResponse(405), pending, connection)
    }
    var headers: [String: String] = [:]
    for name in ["range", "content-range"] {
      headers[name] = Self.header(name, of: connection)
    }
    let request = PeerRequest(
      method, pending.path, headers: headers, body: pending.body)
    pending.body = []
    let response = peer.respond(to: request, of: guest, at: Self.clock)
    restsAt = Deadline.now + Self.quietTime
    return send(response, pending, connection)
  }

  private static let busy = PeerResponse(503, headers: ["retry-after": "5"])

  private func send(
    _ response: PeerResponse, _ pending: Pending, _ connection: OpaquePointer?
  ) -> MHD_Result {
    pending.status = response.status
    pending.fault = response.fault
    pending.byteCount = response.body.count
    hold(response.body.count, pending)
    // The time for the answer begins now.
    Self.connection(mhd_shim_context(connection))?.deadline =
      Deadline.now + requestTime
    var body = response.body
    let made = body.withUnsafeMutableBytes {
      MHD_create_response_from_buffer(
        $0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.headers {
      _ = MHD_add_response_header(made, name, value)
    }
    _ = MHD_add_response_header(made, "cache-control", "no-store")
    _ = MHD_add_response_header(made, "x-content-type-options", "nosniff")
    return MHD_queue_response(connection, UInt32(response.status), made)
  }

  /// Counts how many bytes a request holds from now on.
  private func hold(_ count: Int, _ pending: Pending) {
    heldBytes += count - pending.held
    pending.held = count
  }

  private func complete(
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
  ) {
    guard let kept, let found = kept.pointee else { return }
    kept.pointee = nil
    let pending = Unmanaged<Pending>.fromOpaque(found).takeRetainedValue()
    hold(0, pending)
    let isWhole = code == .REQUEST_TERMINATED_COMPLETED_OK
    record(pending, isWhole: isWhole)
    // What is asked for next must come in time, too.
    Self.connection(mhd_shim_context(connection))?.deadline =
      Deadline.now + headTime
  }

  // MARK: Records

  /// One line for a request: neither what it showed nor what it held.
  private func record(_ pending: Pending, isWhole: Bool) {
    let method =
      PeerRequest.Method(rawValue: pending.method)?.rawValue ?? "-"
    let label = PeerRoute(path: pending.path)?.label ?? "-"
    let status = pending.status == 0 ? "-" : "\(pending.status)"
    let milliseconds = Deadline.now - pending.begin
    var line = "\(Self.clock.rfc3339) \(pending.address) "
    line += "\(pending.id ?? "-") \(method) \(label) \(status) "
    line += "\(pending.byteCount) bytes \(milliseconds) ms"
    if !isWhole { line += " cut off" }
    if let fault = pending.fault { line += ": \(fault)" }
    Self.tell(line)
  }

  /// Writes a line to standard error, where what is no plain text is left out.
  static func tell(_ text: String) {
    let line = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "?" : String(scalar)
    }
    let bytes = Array("plantguide-serve: \(line.joined())\n".utf8)
    // Nobody is left to tell where this fails.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  // MARK: Reading heads

  private static func header(
    _ name: String, of connection: OpaquePointer?
  ) -> String? {
    MHD_lookup_connection_value(connection, .HEADER_KIND, name).map {
      String(cString: $0)
    }
  }

  /// The query of a path, as it was sent; `nil` for none.
  private static func query(of connection: OpaquePointer?) -> String? {
    var query: String?
    withUnsafeMutablePointer(to: &query) { place in
      _ = MHD_get_connection_values(
        connection, .GET_ARGUMENT_KIND,
        { context, _, name, value in
          let place = context?.assumingMemoryBound(to: String?.self)
          var field = name.map { String(cString: $0) } ?? ""
          if let value { field += "=" + String(cString: value) }
          place?.pointee = (place?.pointee.map { $0 + "&" } ?? "") + field
          return .YES
        }, place)
    }
    return query
  }

  static var clock: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(
      milliseconds: Int64(time.tv_sec) * 1_000
        + Int64(time.tv_nsec) / 1_000_000)
  }
}
