import CMicrohttpd
import ErrorKit
import Glibc
import JournalSync
import JournalTime
import JournalWeb
import POSIXKit

// Connections, and requests until they are complete.
extension HTTPServer {
  // MARK: Connections

  func noteConnection(
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
  var strangerTime: Int64 { min(headTime, Self.strangerTime) }

  static func connection(
    _ kept: UnsafeMutableRawPointer?
  ) -> Connection? {
    kept.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Requests

  /// Begins a request by its target, and cuts off the query for the library,
  /// which would make a list of all its fields.
  static func begin(
    _ target: UnsafePointer<CChar>?
  ) -> UnsafeMutableRawPointer {
    var path = target.map { String(cString: $0) } ?? ""
    if path.hasPrefix("/") { path.removeFirst() }
    if let target, let query = strchr(target, Int32(UInt8(ascii: "?"))) {
      query[1] = 0
    }
    return Unmanaged.passRetained(Pending(path: path)).toOpaque()
  }

  func handle(
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
      pending.headers = Self.headers(of: connection)
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
  func admit(
    _ pending: Pending, _ found: Connection, _ connection: OpaquePointer?
  ) -> MHD_Result {
    let length = pending.headers["content-length"]
    let byteCount = length.flatMap { Int($0) }
    let hasLength = pending.headers["transfer-encoding"] == nil
    // Several lengths, or one beside pieces: another reader could see other
    // requests in the body. Several hosts: it could see another server's.
    guard length == nil || byteCount != nil && hasLength,
      pending.headers["host"]?.contains(",") != true
    else {
      let refusal = PeerResponse(400, headers: ["connection": "close"])
      pending.refusal = refusal
      return send(refusal, pending, found, connection)
    }
    let admission = admission(of: pending, byteCount: byteCount, on: found)
    switch admission {
    case .refused(let response, let id):
      pending.refusal = response
      pending.id = id
    case .admitted(let guest, let limit):
      pending.guest = guest
      pending.id = guest.tokenID
      pending.limit = limit
      // A body in pieces does not announce its length.
      let expected = hasLength ? byteCount ?? 0 : 0
      if let head = pending.head, head.bringsPhotos {
        if let access = guest.access, !head.isAllowed(to: access) {
          pending.refusal = PeerResponse(403)
        } else {
          beginUpload(of: hasLength ? expected : nil, pending)
        }
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
  func place(
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

  func take(_ bytes: UnsafeRawBufferPointer, _ pending: Pending) {
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
  func makeRoom(for count: Int, _ pending: Pending) {
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
  func longestBody(of guest: String) -> Pending? {
    connections.values.compactMap(\.pending)
      .filter { $0.guest?.id == guest && $0.work == nil && $0.room > 0 }
      .max { $0.room < $1.room }
  }

  /// Gives up a request that is not complete; the rest of its body is ignored.
  func refuse(_ pending: Pending, _ response: PeerResponse) {
    pending.refusal = response
    pending.body = []
    giveBackRoom(of: pending)
  }
}
