import CMicrohttpd
import ErrorKit
import Glibc
import JournalSync
import JournalTime
import JournalWeb
import POSIXKit

// The work for complete requests, and their answers.
extension HTTPServer {
  /// Lets a complete request wait for its turn, or sends its answer.
  func finish(
    _ pending: Pending, _ found: Connection, _ connection: OpaquePointer?
  ) -> MHD_Result {
    if let response = pending.refusal ?? pending.response {
      return send(response, pending, found, connection)
    }
    guard let guest = pending.guest,
      let work = Self.work(for: pending, of: guest)
    else { return send(PeerResponse(400), pending, found, connection) }
    pending.body = []
    // An answer that takes no work waits for nobody.
    if case .site(let request, let browser) = work, turns.mayAnswer(guest.id),
      let known = site.knownResponse(
        to: request, over: browser, in: guest.session, at: Self.clock)
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
  static func work(
    for pending: Pending, of guest: PeerServer.Guest
  ) -> Work? {
    guard !pending.isOfReplica else {
      return PeerRequest.Method(rawValue: pending.method).map { method in
        .sync(
          PeerServer.Work(
            PeerRequest(
              method, pending.path, headers: pending.headers,
              body: pending.body), of: guest))
      }
    }
    guard var request = pending.head else { return nil }
    request.body = pending.body
    return pending.browser.map { .site(request, $0) } ?? .api(request)
  }

  /// Does a part of the work for the next request.
  func answerNext() {
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
  func answer(
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

  func send(
    _ response: PeerResponse, _ pending: Pending, _ found: Connection,
    _ connection: OpaquePointer?
  ) -> MHD_Result {
    let response = Self.inItsForm(response, of: pending)
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
  static func made(
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

  static func pending(
    _ kept: UnsafeMutableRawPointer?
  ) -> Unmanaged<Pending>? {
    kept.map { Unmanaged<Pending>.fromOpaque($0) }
  }

  /// Gives the library a part of an answer.
  static func copy(
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

  func complete(
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
