import CMicrohttpd
import ErrorKit
import Glibc
import JournalSync
import JournalTime
import JournalWeb
import POSIXKit

/// Carries requests of HTTP to a ``PeerServer`` and to the API, on one thread.
///
/// A complete request waits for its guest's turn. Its connection is suspended
/// meanwhile: the library leaves it alone. Between two parts of the work the
/// server reads and writes on all other connections.
final class HTTPServer {
  let peer: PeerServer
  let api: WebAPI
  let site: WebSite
  /// A Boolean value that indicates whether the headers of a proxy on this
  /// machine count.
  let trustsProxy: Bool
  /// A Boolean value that indicates whether connections are encrypted, and the
  /// port at which the server listens.
  private(set) var isSecure = false
  private(set) var port = 0
  let requestTime: Int64
  let headTime: Int64
  let rest: () throws -> Void
  /// The time to rest; `nil` if nothing was done since the last rest.
  var restsAt: Int64?
  var daemon: OpaquePointer?
  var connections: [ObjectIdentifier: Connection] = [:]
  var places = PeerPlaces<ObjectIdentifier>()
  var turns = PeerTurns<Pending>()
  /// The requests whose connections are suspended.
  var suspended: [ObjectIdentifier: Pending] = [:]
  /// A Boolean value that indicates whether the library has something to do that
  /// it does not report.
  var runsAtOnce = false
  /// The requests whose answers take long.
  let longWork: LongWork
  /// The number of bytes of uploads that are on their way or not answered yet.
  var uploadCount = 0
  /// The listeners to changes of the journal, and the time of the next look.
  var listeners: [ObjectIdentifier: Pending] = [:]
  var looksForChangesAt: Int64 = 0

  static let headByteCount = 32 << 10
  /// Bodies of refused requests are read up to this length, as their sender may
  /// look for the answer only then.
  static let drainedByteCount = 64 << 10
  /// The number of bytes of an answer that the library takes at once.
  static let blockByteCount = 64 << 10
  /// The number of milliseconds that a stranger has for the head of a request.
  static let strangerTime: Int64 = 5_000
  /// The number of bytes of a request or an answer that must move within the time
  /// for a head.
  static let leastByteCount = 64 << 10
  /// The number of rounds over all connections between two parts of the work, if
  /// there is that much to do, and the number of milliseconds for more rounds.
  static let servingCount = 16
  static let servingTime: Int64 = 10
  /// The number of milliseconds without requests after which the server rests.
  static let quietTime: Int64 = 1_000
  /// The number of milliseconds after which a failed rest is tried again.
  static let restInterval: Int64 = 60_000

  /// Creates the server; `rest` does the work that can wait for a quiet time.
  init(
    _ peer: PeerServer, _ api: WebAPI, _ site: WebSite, idleSeconds: Int,
    trustsProxy: Bool, rest: @escaping () throws -> Void
  ) throws {
    self.peer = peer
    self.api = api
    self.site = site
    self.trustsProxy = trustsProxy
    longWork = try LongWork()
    self.rest = rest
    headTime = Int64(idleSeconds) * 1_000
    requestTime = Int64(idleSeconds) * 20_000
  }

  // MARK: Running

  /// Answers requests until a signal ends the program.
  ///
  /// - Parameters:
  ///   - address: The address to listen at.
  ///   - certificate: The server's certificate; `nil` for no TLS.
  ///   - isHidden: `true` to keep the server from announcing itself.
  ///   - mayMove: A Boolean value that indicates whether it may listen at
  ///     another port, if that of the address is in use.
  ///   - begun: Called when the server listens.
  /// - Throws: ``ServeError``, or an error of the certificate or the system.
  func run(
    at address: ListenAddress, with certificate: Certificate?, isHidden: Bool,
    mayMove: Bool = false,
    begun: (ServedAddress) throws -> Void = { _ in }
  ) throws {
    let signals = try EndingSignals()
    restNow()
    try start(at: address, with: certificate, mayMove: mayMove)
    isSecure = certificate != nil
    port = Int(mhd_shim_port(daemon))
    let served = ServedAddress(
      host: address.host, port: port, pinnedKey: try certificate?.pinnedKey())
    // Without the note, 'serve invite' only has to be told the address.
    try? peer.note(served)
    Self.tell("listening on \(served.url)")
    try begun(served)
    let announcement =
      isHidden || address.isLoopback
      ? nil
      : try certificate.flatMap {
        Announcement(of: peer, port: port, key: try $0.pinnedKey())
      }
    defer { announcement?.end() }
    var outcome = mhd_shim_idle
    while outcome == mhd_shim_idle || outcome == mhd_shim_busy {
      outcome = serveConnections(until: signals.descriptor)
      answerNext()
      goOnWithLongWork()
      api.forgetOldPhotos(at: Self.clock)
      tellChanges()
      endLateConnections()
      if let restsAt, restsAt <= Deadline.now, !turns.hasNext, longWork.isIdle {
        restNow()
      }
    }
    let reason = errno
    // The library refuses to end while a connection is suspended.
    for pending in suspended.values {
      MHD_resume_connection(pending.connection)
    }
    for pending in listeners.values { resume(pending) }
    MHD_stop_daemon(daemon)
    guard outcome == mhd_shim_ended else {
      throw ServeError(
        "cannot wait for requests: \(FileSystemError.words(for: reason))")
    }
    Self.tell("ended")
  }

  /// Waits for work, then reads and writes on all connections, so that a
  /// newcomer waits for no more than one part of the work.
  func serveConnections(until signals: Int32) -> mhd_shim_outcome {
    // What the library holds already needs no look at the sockets, but newcomers
    // do: the next round looks in any case.
    if runsAtOnce {
      runsAtOnce = false
      guard mhd_shim_go_on(daemon) == .YES else { return mhd_shim_failed }
    }
    var time = waitingTime
    var end: Int64?
    for count in 1... {
      runsAtOnce = false
      let outcome = mhd_shim_run(daemon, signals, longWork.descriptor, time)
      let isBusy =
        outcome == mhd_shim_busy || outcome == mhd_shim_idle && runsAtOnce
      guard isBusy, turns.hasNext else { return outcome }
      let limit = end ?? Deadline.now + Self.servingTime
      end = limit
      guard count < Self.servingCount || Deadline.now < limit else { break }
      time = 0
    }
    return mhd_shim_busy
  }

  func start(
    at address: ListenAddress, with certificate: Certificate?, mayMove: Bool
  ) throws {
    var options = mhd_shim_options()
    options.is_ipv6 = address.isIPv6 ? 1 : 0
    // The daemon reads them until the program ends.
    if let certificate {
      options.key = Self.lastingText(certificate.key)
      options.certificate = Self.lastingText(certificate.certificate)
    }
    options.connections = UInt32(PeerPlaces<ObjectIdentifier>.most)
    options.idle_seconds = UInt32(headTime / 1_000)
    options.head_byte_count = Self.headByteCount
    // The caller holds this server until the daemon has ended.
    options.context = Unmanaged.passUnretained(self).toOpaque()
    options.unescape = { _, _, text in text.map { strlen($0) } ?? 0 }
    options.target = { _, target, _ in HTTPServer.begin(target) }
    options.connection = { context, connection, kept, code in
      HTTPServer.of(context)?.noteConnection(connection, kept, code)
    }
    options.completed = { context, connection, kept, code in
      HTTPServer.of(context)?.complete(connection, kept, code)
    }
    options.handle = {
      context, connection, _, method, _, bytes, count, kept in
      HTTPServer.of(context)?.handle(
        connection, method, bytes, count, kept?.pointee) ?? .NO
    }
    func begin(at address: ListenAddress) -> OpaquePointer? {
      address.withSocketAddress {
        options.address = $0
        return mhd_shim_start(&options)
      }
    }
    daemon = begin(at: address)
    if daemon == nil, mayMove, errno == EADDRINUSE {
      daemon = begin(at: try address.withFreePort)
    }
    guard daemon != nil else {
      throw ServeError(
        "cannot listen at \(address.host): \(FileSystemError.words(for: errno))"
      )
    }
  }

  static func lastingText(_ bytes: [UInt8]) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(String(decoding: bytes, as: UTF8.self)))
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The milliseconds to wait for events at most; -1 for ever.
  var waitingTime: Int32 {
    guard !turns.hasNext, !runsAtOnce else { return 0 }
    var time: UInt64 = 0
    let isLimited = MHD_get_timeout(daemon, &time) == .YES
    let isWatched = isLimited || !connections.isEmpty
    let limit = isWatched ? Int64(min(isLimited ? time : 1_000, 1_000)) : nil
    // It does not rest while work goes on, which ends by an event.
    let rest = longWork.isIdle ? restsAt.map { max(0, $0 - Deadline.now) } : nil
    let look =
      listeners.isEmpty ? nil : max(0, looksForChangesAt - Deadline.now)
    let photos = api.forgetsPhotosAt.map {
      max(0, $0.milliseconds - Self.clock.milliseconds)
    }
    guard let next = [limit, rest, look, photos].compactMap(\.self).min() else {
      return -1
    }
    return Int32(clamping: next)
  }

  /// Does the work that has waited. Connections get that time as an extension.
  func restNow() {
    let begin = Deadline.now
    restsAt = nil
    do {
      try rest()
    } catch {
      Self.tell(ErrorFacts(of: error).message)
      restsAt = Deadline.now + Self.restInterval
    }
    let time = Deadline.now - begin
    for connection in connections.values {
      connection.deadline += time
      connection.looksAt += time
    }
  }

  /// Ends connections whose request takes too long, perhaps byte by byte.
  func endLateConnections() {
    let now = Deadline.now
    for connection in connections.values
    where connection.deadline < now || isStuck(connection, at: now) {
      end(connection)
    }
  }

  /// Returns a Boolean value that indicates whether too little of a request or an
  /// answer has moved.
  func isStuck(_ connection: Connection, at now: Int64) -> Bool {
    guard connection.looksAt < now, let moved = connection.moved else {
      return false
    }
    let before = connection.movedCount
    connection.movedCount = moved
    connection.looksAt = now + headTime
    return moved - before < Self.leastByteCount
  }

  func end(_ connection: Connection?) {
    // The daemon finds it ended, and forgets it.
    if let connection { shutdown(connection.socket, Int32(SHUT_RDWR)) }
  }

  // MARK: Reading heads

  /// Returns the headers of a request by names in lower case. Those of several
  /// lines have commas between them, as a proxy may add a line of its own.
  static func headers(of connection: OpaquePointer?) -> [String: String] {
    var headers: [String: String] = [:]
    _ = withUnsafeMutablePointer(to: &headers) { headers in
      MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, key, value in
          guard let key, let value,
            let headers = context?.assumingMemoryBound(
              to: [String: String].self)
          else { return .YES }
          let name = String(cString: key).lowercased()
          let text = String(cString: value)
          if headers.pointee[name] == nil {
            headers.pointee[name] = text
          } else {
            let separator = name == "cookie" ? "; " : ", "
            headers.pointee[name, default: ""].append(separator + text)
          }
          return .YES
        }, headers)
    }
    return headers
  }

  static var clock: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(
      milliseconds: Int64(time.tv_sec) * 1_000
        + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension PeerResponse {
  /// The same answer as one of the server.
  init(_ response: WebResponse) {
    self.init(
      response.status, headers: response.headers, body: response.body)
    fault = response.fault
  }
}
