import CMicrohttpd
import Glibc
import JournalSync
import JournalWeb
import POSIXKit

/// The events for one listener, while its connection is suspended or they are
/// sent.
final class EventStream {
  fileprivate var feed: ChangeFeed
  /// The bytes that the library has not taken yet.
  fileprivate var bytes: [UInt8] = []
  fileprivate var isSuspended = false
  fileprivate var isEnded = false
  /// The last time at which the other side had fetched everything.
  fileprivate var fetchedAt = Deadline.now

  init(_ feed: ChangeFeed) { self.feed = feed }
}

// A listener has no turn: the library leaves its suspended connection alone, and
// it is resumed for each event.
extension HTTPServer {
  /// The greatest number of listeners of one guest, and of all.
  private static let ownListeners = 8
  private static let allListeners = 32
  /// The number of milliseconds between two looks at the journal, while somebody
  /// listens.
  private static let lookInterval: Int64 = 200

  /// Returns an answer of pages or the API as one of the server; if it is a feed,
  /// the guest listens from now on.
  func answer(
    _ response: WebResponse, _ pending: Pending, of guest: PeerServer.Guest
  ) -> PeerResponse {
    guard let feed = response.feed, pending.method != "HEAD" else {
      return PeerResponse(response)
    }
    return listen(to: feed, pending, of: guest)
      ? PeerResponse(response) : Self.busy
  }

  /// Lets a guest listen.
  ///
  /// - Returns: `false`, with nothing done, if there are too many listeners.
  private func listen(
    to feed: ChangeFeed, _ pending: Pending, of guest: PeerServer.Guest
  ) -> Bool {
    let own = listeners.values.count { $0.guest?.id == guest.id }
    guard own < Self.ownListeners, listeners.count < Self.allListeners else {
      return false
    }
    let stream = EventStream(feed)
    stream.bytes = stream.feed.next(nil, at: Deadline.now)
    pending.stream = stream
    listeners[ObjectIdentifier(pending)] = pending
    return true
  }

  /// Tells all listeners what has changed since the last look.
  func tellChanges() {
    let now = Deadline.now
    guard !listeners.isEmpty, looksForChangesAt <= now else { return }
    looksForChangesAt = now + Self.lookInterval
    // A journal that cannot be read now may be readable at the next look.
    let state = try? api.state(at: Self.clock)
    var isRefused: [String: Bool] = [:]
    for pending in listeners.values {
      guard let stream = pending.stream, let guest = pending.guest,
        pending.connection != nil,
        let found = Self.connection(mhd_shim_context(pending.connection))
      else { continue }
      let refused =
        isRefused[guest.id]
        ?? (peer.refusal(of: guest, at: Self.clock) != nil)
      isRefused[guest.id] = refused
      if mhd_shim_unsent(found.socket) == 0 { stream.fetchedAt = now }
      if refused {
        stream.isEnded = true
      } else if mhd_shim_has_left(found.socket) != 0
        || stream.fetchedAt + headTime < now
      {
        stream.isEnded = true
        end(found)
      } else {
        stream.bytes += stream.feed.next(state, at: now)
        note(pending, on: found)
      }
      if stream.isEnded || !stream.bytes.isEmpty { resume(pending) }
    }
  }

  /// Lets the library ask for the bytes of a listener again.
  func resume(_ pending: Pending) {
    guard let stream = pending.stream, stream.isSuspended else { return }
    stream.isSuspended = false
    MHD_resume_connection(pending.connection)
    runsAtOnce = true
  }

  /// Gives the library the events of a listener. If there are none, its
  /// connection is suspended.
  static func copyEvents(
    of stream: EventStream, _ pending: Pending,
    to place: UnsafeMutablePointer<CChar>, atMost count: Int
  ) -> Int {
    guard !stream.bytes.isEmpty else {
      guard !stream.isEnded else {
        return Int(MHD_CONTENT_READER_END_OF_STREAM)
      }
      stream.isSuspended = true
      MHD_suspend_connection(pending.connection)
      return 0
    }
    let part = stream.bytes.prefix(count)
    UnsafeMutableRawBufferPointer(start: place, count: count).copyBytes(
      from: part)
    stream.bytes.removeFirst(part.count)
    pending.byteCount += part.count
    return part.count
  }
}
