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
  private let site: WebSite
  /// A Boolean value that indicates whether the headers of a proxy on this
  /// machine count.
  private let trustsProxy: Bool
  /// A Boolean value that indicates whether connections are encrypted, and the
  /// port at which the server listens.
  private(set) var isSecure = false
  private(set) var port = 0
  private let requestTime: Int64
  let headTime: Int64
  private let rest: () throws -> Void
  /// The time to rest; `nil` if nothing was done since the last rest.
  private var restsAt: Int64?
  private var daemon: OpaquePointer?
  var connections: [ObjectIdentifier: Connection] = [:]
  private var places = PeerPlaces<ObjectIdentifier>()
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

  private static let headByteCount = 32 << 10
  /// Bodies of refused requests are read up to this length, as their sender may
  /// look for the answer only then.
  private static let drainedByteCount = 64 << 10
  /// The number of bytes of an answer that the library takes at once.
  private static let blockByteCount = 64 << 10
  /// The number of milliseconds that a stranger has for the head of a request.
  private static let strangerTime: Int64 = 5_000
  /// The number of bytes of a request or an answer that must move within the time
  /// for a head.
  private static let leastByteCount = 64 << 10
  /// The number of rounds over all connections between two parts of the work, if
  /// there is that much to do, and the number of milliseconds for more rounds.
  private static let servingCount = 16
  private static let servingTime: Int64 = 10
  /// The number of milliseconds without requests after which the server rests.
  private static let quietTime: Int64 = 1_000
  /// The number of milliseconds after which a failed rest is tried again.
  private static let restInterval: Int64 = 60_000

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
  private func serveConnections(until signals: Int32) -> mhd_shim_outcome {
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

  private func start(
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

  private static func lastingText(_ bytes: [UInt8]) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(String(decoding: bytes, as: UTF8.self)))
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The milliseconds to wait for events at most; -1 for ever.
  private var waitingTime: Int32 {
    guard !turns.hasNext, !runsAtOnce else { return 0 }
    var time: UInt64 = 0
    let isLimited = MHD_get_timeout(daemon, &time) == .YES
    let isWatched = isLimited || !connections.isEmpty
    let limit = isWatched ? Int64(min(isLimited ? time : 1_000, 1_000)) : nil
    // It does not rest while work goes on, which ends by an event.
    let rest = longWork.isIdle ? restsAt.map { max(0, $0 - Deadline.now) } : nil
    let look =
      listeners.isEmpty ? nil : max(0, looksForChangesAt - Deadline.now)
    guard let next = [limit, rest, look].compactMap(\.self).min() else {
      return -1
    }
    return Int32(clamping: next)
  }

  /// Does the work that has waited. Connections get that time as an extension.
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
    for connection in connections.values {
      connection.deadline += time
      connection.looksAt += time
    }
  }

  /// Ends connections whose request takes too long, perhaps byte by byte.
  private func endLateConnections() {
    let now = Deadline.now
    for connection in connections.values
    where connection.deadline < now || isStuck(connection, at: now) {
      end(connection)
    }
  }

  /// Returns a Boolean value that indicates whether too little of a request or an
  /// answer has moved.
  private func isStuck(_ connection: Connection, at now: Int64) -> Bool {
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

  // MARK: Connections

  private func noteConnection(
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
  ) {
    guard let kept else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
      let client = mhd_shim_client(connection)
      let address = ListenAddress.text(of: client)
      let isProxy = trustsProxy && ListenAddress.isLoopback(address)
      let value = Connection(
        socket: mhd_shim_socket(connection), address: address,
        network: ListenAddress.text(of: client, isNetwork: true),
        isProxy: isProxy,
        deadline: Deadline.now + (isProxy ? headTime : strangerTime))
      connections[ObjectIdentifier(value)] = value
      if !isProxy {
        let ending = places.enter(
          ObjectIdentifier(value), from: value.network, at: Deadline.now)
        end(ending.flatMap { connections[$0] })
      }
      kept.pointee = Unmanaged.passUnretained(value).toOpaque()
    } else if let found = Self.connection(kept.pointee) {
      kept.pointee = nil
      connections[ObjectIdentifier(found)] = nil
      places.leave(ObjectIdentifier(found))
    }
  }

  /// The number of milliseconds for the first head on a connection.
  private var strangerTime: Int64 { min(headTime, Self.strangerTime) }

  static func connection(
    _ kept: UnsafeMutableRawPointer?
  ) -> Connection? {
    kept.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Requests

  /// Begins a request by its target, and cuts off the query for the library,
  /// which would make a list of all its fields.
  private static func begin(
    _ target: UnsafePointer<CChar>?
  ) -> UnsafeMutableRawPointer {
    var path = target.map { String(cString: $0) } ?? ""
    if path.hasPrefix("/") { path.removeFirst() }
    if let target, let query = strchr(target, Int32(UInt8(ascii: "?"))) {
      query[1] = 0
    }
    return Unmanaged.passRetained(Pending(path: path)).toOpaque()
  }

  private func handle(
    _ connection: OpaquePointer?, _ method: UnsafePointer<CChar>?,
    _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _ kept: UnsafeMutableRawPointer?
  ) -> MHD_Result {
    guard let kept, let count,
      let found = Self.connection(mhd_shim_context(connection))
    else { return .NO }
    let pending = Unmanaged<Pending>.fromOpaque(kept).takeUnretainedValue()
    guard pending.isBegun else {
      pending.isBegun = true
      pending.method = method.map { String(cString: $0) } ?? ""
      note(pending, on: found)
      return admit(pending, found, connection)
    }
    guard count.pointee > 0 else { return finish(pending, found, connection) }
    take(UnsafeRawBufferPointer(start: bytes, count: count.pointee), pending)
    count.pointee = 0
    return .YES
  }

  /// Notes that a request or an answer is on its way. Its time begins now.
  func note(_ pending: Pending, on connection: Connection) {
    pending.movedCount = 0
    connection.pending = pending
    connection.movedCount = 0
    connection.looksAt = Deadline.now + headTime
    connection.deadline = Deadline.now + requestTime
  }

  /// Decides by the head of a request.
  private func admit(
    _ pending: Pending, _ found: Connection, _ connection: OpaquePointer?
  ) -> MHD_Result {
    let length = Self.header("Content-Length", of: connection)
    let byteCount = length.flatMap { Int($0) }
    guard length == nil || byteCount != nil else {
      // Several lengths: another reader could see other requests in the body.
      let refusal = PeerResponse(400, headers: ["connection": "close"])
      pending.refusal = refusal
      return send(refusal, pending, found, connection)
    }
    let admission = admission(
      of: pending, byteCount: byteCount, on: found, connection)
    let hasLength = Self.header("Transfer-Encoding", of: connection) == nil
    switch admission {
    case .refused(let response, let id):
      pending.refusal = response
      pending.id = id
    case .admitted(let guest, let limit):
      pending.guest = guest
      pending.id = guest.tokenID
      pending.limit =
        pending.browser == nil ? Self.bodyLimit(of: pending) ?? limit : limit
      // A body in pieces does not announce its length.
      let expected = hasLength ? byteCount ?? 0 : 0
      if expected > pending.limit {
        pending.refusal = PeerResponse(413)
      } else if WebAPI.isUpload(pending.method, "/\(pending.path)") {
        beginUpload(of: hasLength ? expected : nil, pending)
      } else if turns.allows(
        expected, of: guest.id, isBringing: guest.isBringing)
      {
        // An array that grows lies twice in memory; unused capacity takes none.
        pending.body.reserveCapacity(expected)
      } else {
        pending.refusal = Self.busy
      }
    }
    found.isGuest = found.isProxy || pending.id != nil
    let place = place(
      of: pending, on: found, bringsBody: !hasLength || byteCount ?? 0 > 0)
    end(place.ending.flatMap { connections[$0] })
    if pending.id == nil {
      found.deadline = min(found.deadline, Deadline.now + strangerTime)
    }
    if !place.isAdmitted {
      pending.refusal = Self.busy
      pending.refusal?.headers["connection"] = "close"
    }
    guard let refusal = pending.refusal else { return .YES }
    guard hasLength, byteCount ?? 0 <= Self.drainedByteCount else {
      return send(refusal, pending, found, connection)
    }
    return .YES
  }

  /// Gives a place to a request. A proxy's connections bring requests of many:
  /// strangers whose bodies are to come are counted by their own addresses, as
  /// they could take their time.
  private func place(
    of pending: Pending, on found: Connection, bringsBody: Bool
  ) -> (isAdmitted: Bool, ending: ObjectIdentifier?) {
    let id = ObjectIdentifier(found)
    guard found.isProxy else { return places.note(pending.id, on: id) }
    guard pending.id == nil, bringsBody else { return (true, nil) }
    let network = pending.address.flatMap(ListenAddress.network)
    return (
      true, places.enter(id, from: network ?? found.network, at: Deadline.now)
    )
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ pending: Pending) {
    pending.movedCount += bytes.count
    guard pending.refusal == nil else { return }
    guard pending.body.count + bytes.count <= pending.limit else {
      return refuse(pending, PeerResponse(413))
    }
    makeRoom(for: bytes.count, pending)
    if pending.refusal == nil { pending.body += bytes }
  }

  /// Counts a part of a body, or refuses a request: another one, if its guest
  /// takes more room than this one's.
  private func makeRoom(for count: Int, _ pending: Pending) {
    guard let guest = pending.guest, pending.uploadCount == 0 else { return }
    while pending.refusal == nil {
      guard
        let other = turns.makeRoom(
          for: count, of: guest.id, isBringing: guest.isBringing)
      else {
        pending.room += count
        return
      }
      let longest = other == guest.id ? nil : longestBody(of: other)
      refuse(longest ?? pending, Self.busy)
    }
  }

  /// Returns the longest of a guest's requests that are not complete.
  private func longestBody(of guest: String) -> Pending? {
    connections.values.compactMap(\.pending)
      .filter { $0.guest?.id == guest && $0.work == nil && $0.room > 0 }
      .max { $0.room < $1.room }
  }

  /// Gives up a request that is not complete; the rest of its body is ignored.
  private func refuse(_ pending: Pending, _ response: PeerResponse) {
    pending.refusal = response
    pending.body = []
    giveBackRoom(of: pending)
  }

  /// Lets a complete request wait for its turn, or sends its answer.
  private func finish(
    _ pending: Pending, _ found: Connection, _ connection: OpaquePointer?
  ) -> MHD_Result {
    if let response = pending.refusal ?? pending.response {
      return send(response, pending, found, connection)
    }
    guard let guest = pending.guest,
      let work = Self.work(for: pending, of: guest, connection)
    else { return send(PeerResponse(400), pending, found, connection) }
    pending.body = []
    // An answer that takes no work waits for nobody.
    if case .site(let request, let browser) = work, turns.mayAnswer(guest.id),
      let known = site.knownResponse(
        to: request, over: browser, at: Self.clock)
    {
      restsAt = Deadline.now + Self.quietTime
      giveBackRoom(of: pending)
      pending.answerCount = known.body.count
      turns.beginAnswer(pending.answerCount, of: guest.id)
      return send(PeerResponse(known), pending, found, connection)
    }
    pending.work = work
    pending.connection = connection
    suspended[ObjectIdentifier(pending)] = pending
    turns.add(pending, of: guest.id)
    MHD_suspend_connection(connection)
    return .YES
  }

  /// Returns the work for a complete request; `nil` if it makes no sense.
  private static func work(
    for pending: Pending, of guest: PeerServer.Guest,
    _ connection: OpaquePointer?
  ) -> Work? {
    func headers(_ names: [String]) -> [String: String] {
      names.reduce(into: [:]) { $0[$1] = header($1, of: connection) }
    }
    guard pending.browser != nil || WebAPI.serves(pending.target) else {
      return PeerRequest.Method(rawValue: pending.method).map { method in
        .sync(
          PeerServer.Work(
            PeerRequest(
              method, pending.path,
              headers: headers(["range", "content-range"]),
              body: pending.body), of: guest))
      }
    }
    if let browser = pending.browser {
      return pending.webRequest(headers(WebSite.headerNames)).map {
        .site($0, browser)
      }
    }
    return pending.webRequest(headers(WebRequest.headerNames)).map {
      .api($0)
    }
  }

  /// Does a part of the work for the next request.
  private func answerNext() {
    guard let (pending, budget) = turns.next(), let work = pending.work,
      let guest = pending.guest
    else { return }
    let id = guest.id
    restsAt = Deadline.now + Self.quietTime
    guard let response = answer(to: work, of: guest, pending, within: budget)
    else {
      if !longWork.has(pending) { turns.putBack(pending, of: id) }
      return
    }
    self.answer(pending, with: response)
  }

  /// Lets the library send the answer to a request that waits for it.
  func answer(_ pending: Pending, with response: PeerResponse) {
    pending.work = nil
    pending.response = response
    giveBackRoom(of: pending)
    pending.answerCount = response.body.count
    if let guest = pending.guest {
      turns.beginAnswer(pending.answerCount, of: guest.id)
    }
    // Its connection is not blamed for the time that it has waited.
    if let found = Self.connection(mhd_shim_context(pending.connection)) {
      note(pending, on: found)
    }
    suspended[ObjectIdentifier(pending)] = nil
    MHD_resume_connection(pending.connection)
    runsAtOnce = true
  }

  /// Returns the answer to a request; `nil` if there is more to do.
  private func answer(
    to work: Work, of guest: PeerServer.Guest, _ pending: Pending,
    within budget: AnswerBudget
  ) -> PeerResponse? {
    switch work {
    case .sync(var work):
      let response = peer.goOn(with: &work, within: budget, at: Self.clock)
      if response == nil { pending.work = .sync(work) }
      return response
    case .api(let request):
      if let refusal = peer.refusal(of: guest, at: Self.clock) {
        return refusal
      }
      guard let asker = WebGuest(guest) else { return PeerResponse(401) }
      return answer(to: pending, of: guest) { [api] mayTakeLong in
        api.respond(
          to: request, from: asker, at: Self.clock, mayTakeLong: mayTakeLong)
      }
    case .site(let request, let browser):
      return answer(to: pending, of: guest) { [site] mayTakeLong in
        site.respond(
          to: request, over: browser, at: Self.clock, mayTakeLong: mayTakeLong)
      }
    }
  }

  func giveBackRoom(of pending: Pending) {
    if let guest = pending.guest {
      turns.endRequest(pending.room, of: guest.id)
    }
    pending.room = 0
    endUpload(pending)
  }

  static let busy = PeerResponse(503, headers: ["retry-after": "5"])

  private func send(
    _ response: PeerResponse, _ pending: Pending, _ found: Connection,
    _ connection: OpaquePointer?
  ) -> MHD_Result {
    let response = Self.inItsForm(response, of: pending, connection)
    pending.status = response.status
    pending.fault = response.fault
    pending.byteCount = response.body.count
    pending.response = response
    note(pending, on: found)
    pending.connection = connection
    guard let made = Self.made(response, for: pending) else { return .NO }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.headers {
      _ = MHD_add_response_header(made, name, value)
    }
    if response.headers["cache-control"] == nil {
      _ = MHD_add_response_header(made, "cache-control", "no-store")
    }
    _ = MHD_add_response_header(made, "x-content-type-options", "nosniff")
    return MHD_queue_response(connection, UInt32(response.status), made)
  }

  /// Makes the library's answer. It copies a short one, and sends its bytes with
  /// the head.
  private static func made(
    _ response: PeerResponse, for pending: Pending
  ) -> OpaquePointer? {
    if pending.stream == nil, response.body.count <= blockByteCount {
      pending.movedCount = response.body.count
      // The library does not write to bytes that it has to copy.
      return response.body.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress),
          .RESPMEM_MUST_COPY)
      }
    }
    let made = MHD_create_response_from_callback(
      pending.stream == nil ? UInt64(response.body.count) : .max,
      max(1, min(response.body.count, blockByteCount)),
      { HTTPServer.copy($0, from: $1, to: $2, atMost: $3) },
      Unmanaged.passRetained(pending).toOpaque(),
      { HTTPServer.pending($0)?.release() })
    if made == nil { Unmanaged.passUnretained(pending).release() }
    return made
  }

  private static func pending(
    _ kept: UnsafeMutableRawPointer?
  ) -> Unmanaged<Pending>? {
    kept.map { Unmanaged<Pending>.fromOpaque($0) }
  }

  /// Gives the library a part of an answer.
  private static func copy(
    _ kept: UnsafeMutableRawPointer?, from start: UInt64,
    to place: UnsafeMutablePointer<CChar>?, atMost count: Int
  ) -> Int {
    guard let pending = pending(kept)?.takeUnretainedValue(), let place else {
      return Int(MHD_CONTENT_READER_END_WITH_ERROR)
    }
    if let stream = pending.stream {
      return copyEvents(of: stream, pending, to: place, atMost: count)
    }
    let rest = pending.response?.body[Int(start)...].prefix(count) ?? []
    UnsafeMutableRawBufferPointer(start: place, count: count).copyBytes(
      from: rest)
    pending.movedCount = Int(start) + rest.count
    return rest.count
  }

  private func complete(
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
  ) {
    guard let kept, let found = kept.pointee else { return }
    kept.pointee = nil
    runsAtOnce = true
    let pending = Unmanaged<Pending>.fromOpaque(found).takeRetainedValue()
    giveBackRoom(of: pending)
    listeners[ObjectIdentifier(pending)] = nil
    if let guest = pending.guest {
      turns.endAnswer(pending.answerCount, of: guest.id)
    }
    pending.response = nil
    guard let value = Self.connection(mhd_shim_context(connection)) else {
      return
    }
    if pending.isBegun {
      record(
        pending, of: value,
        isWhole: code == .REQUEST_TERMINATED_COMPLETED_OK)
    }
    value.pending = nil
    if value.isProxy {
      places.leave(ObjectIdentifier(value))
    } else {
      places.rest(ObjectIdentifier(value), at: Deadline.now)
    }
    // The next request must come in time, too.
    value.deadline = Deadline.now + (value.isGuest ? headTime : strangerTime)
  }

  // MARK: Reading heads

  /// Returns the value of a header; those of several lines with commas between
  /// them, as a proxy may add a line of its own.
  static func header(
    _ name: String, of connection: OpaquePointer?
  ) -> String? {
    guard
      let first = MHD_lookup_connection_value(connection, .HEADER_KIND, name)
    else { return nil }
    var search = (name: name, lines: [String]())
    _ = withUnsafeMutablePointer(to: &search) { search in
      MHD_get_connection_values(
        connection, .HEADER_KIND,
        { context, _, key, value in
          guard let key, let value,
            let search = context?.assumingMemoryBound(
              to: (name: String, lines: [String]).self)
          else { return .YES }
          if strcasecmp(key, search.pointee.name) == 0 {
            search.pointee.lines.append(String(cString: value))
          }
          return .YES
        }, search)
    }
    guard search.lines.count > 1 else { return String(cString: first) }
    return search.lines.joined(separator: name == "Cookie" ? "; " : ", ")
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

extension WebGuest {
  /// Creates the guest of a request; `nil` for an invitation.
  fileprivate init?(_ guest: PeerServer.Guest) {
    guard let access = guest.access else { return nil }
    self.init(
      id: guest.id, access: access, personName: guest.person,
      device: guest.device, secret: guest.secret)
  }
}
