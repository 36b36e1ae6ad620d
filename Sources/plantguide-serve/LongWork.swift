import Glibc
import JournalSync
import JournalTime
import JournalWeb
import POSIXKit

/// The requests whose answers take long, as photos have to be decoded or other
/// machines asked. Each lane has a thread of its own that answers one at a time.
final class LongWork {
  /// A request that waits for its answer.
  private struct Job {
    let lane: WorkLane
    let pending: HTTPServer.Pending
    let guest: String
    let answer: @Sendable () -> WebResponse
  }

  private var waiting: [Job] = []
  private var running:
    [WorkLane: (pending: HTTPServer.Pending, work: Meanwhile<WebResponse>)] =
      [:]
  /// The pipe through which the thread reports that it has an answer.
  private let done: Pipe

  /// Creates the work of no requests.
  ///
  /// - Throws: The system's refusal.
  init() throws(FileSystemError) {
    done = try Pipe()
    done.readingEnd.setNonBlocking()
  }

  /// A descriptor that is readable once an answer is there.
  var descriptor: Int32 { done.readingEnd.descriptor }

  /// A Boolean value that indicates whether no request waits or is answered.
  var isIdle: Bool { running.isEmpty && waiting.isEmpty }

  /// Returns whether a request waits or is answered.
  func has(_ pending: HTTPServer.Pending) -> Bool {
    running.values.contains { $0.pending === pending }
      || waiting.contains { $0.pending === pending }
  }

  /// Adds a request.
  ///
  /// - Returns: `false`, with nothing done, if too many wait.
  func add(
    _ pending: HTTPServer.Pending, of guest: String, in lane: WorkLane,
    answer: @escaping @Sendable () -> WebResponse
  ) -> Bool {
    let all = waiting.count { $0.lane == lane }
    let own = waiting.count { $0.lane == lane && $0.guest == guest }
    guard own < lane.limits.own, all < lane.limits.all else { return false }
    waiting.append(
      Job(lane: lane, pending: pending, guest: guest, answer: answer))
    return true
  }

  /// Takes the answer that has come; `nil` for none.
  func takeAnswer() -> (pending: HTTPServer.Pending, response: WebResponse)? {
    guard let byte = try? done.readingEnd.read(1).first,
      let lane = WorkLane(rawValue: byte),
      let (pending, work) = running.removeValue(forKey: lane)
    else { return nil }
    return (pending, work.value)
  }

  /// Begins the next request of a lane, unless one is being answered there.
  ///
  /// - Parameters:
  ///   - lane: The lane.
  ///   - isRefused: Called for a request that would be next; returns whether its
  ///     guest may not ask any more.
  /// - Returns: A request that nobody answers, as its guest is refused or the
  ///   system has no thread for it; `nil` for none.
  func beginNext(
    in lane: WorkLane, unless isRefused: (HTTPServer.Pending) -> Bool
  ) -> HTTPServer.Pending? {
    guard running[lane] == nil,
      let place = waiting.firstIndex(where: { $0.lane == lane })
    else { return nil }
    let job = waiting.remove(at: place)
    guard !isRefused(job.pending) else { return job.pending }
    let end = done.writingEnd.descriptor
    let work = Meanwhile { [answer = job.answer] in
      let response = answer()
      // Without this byte the answer would never be taken.
      while write(end, [lane.rawValue], 1) < 0,
        errno == EINTR || errno == EAGAIN
      {}
      return response
    }
    guard work.hasThread else { return job.pending }
    running[lane] = (job.pending, work)
    return nil
  }
}

extension WorkLane {
  /// The greatest number of requests that wait, and of those of one guest.
  fileprivate var limits: (all: Int, own: Int) {
    switch self {
    case .photos: (32, 8)
    case .services: (8, 2)
    }
  }
}

extension HTTPServer {
  /// Returns the answer of the API or of pages; `nil` if it takes long, and comes
  /// later.
  func answer(
    to pending: Pending, of guest: PeerServer.Guest,
    _ respond: @escaping @Sendable (_ mayTakeLong: Bool) -> WebResponse?
  ) -> PeerResponse? {
    guard let response = respond(false) else {
      let lane = pending.head?.lane ?? .photos
      let isAdded = longWork.add(pending, of: guest.id, in: lane) {
        respond(true) ?? WebResponse(503)
      }
      return isAdded ? nil : Self.busy
    }
    return answer(response, pending, of: guest)
  }

  /// Hands on the answer that took long, and begins the next such request.
  func goOnWithLongWork() {
    guard !longWork.isIdle else { return }
    if let (pending, response) = longWork.takeAnswer() {
      answer(pending, with: PeerResponse(response))
    }
    for lane in WorkLane.allCases {
      let refused = longWork.beginNext(in: lane) { pending in
        pending.guest.map { peer.refusal(of: $0, at: Self.clock) != nil }
          ?? true
      }
      guard let refused else { continue }
      let refusal = refused.guest.flatMap {
        peer.refusal(of: $0, at: Self.clock)
      }
      answer(refused, with: refusal ?? Self.busy)
      runsAtOnce = true
    }
  }

  // MARK: Uploads

  /// The greatest number of bytes of all uploads that are on their way or wait:
  /// the longest one, and some short ones beside it.
  private static let allUploads = WebAPI.maximumUploadByteCount * 3 / 2

  /// Makes room for an upload, or refuses it. Its length must be known, as it
  /// may take more than a guest has for other requests.
  func beginUpload(of byteCount: Int?, _ pending: Pending) {
    guard let byteCount else {
      pending.refusal = PeerResponse(411)
      return
    }
    guard uploadCount + byteCount <= Self.allUploads else {
      pending.refusal = Self.busy
      return
    }
    uploadCount += byteCount
    pending.uploadCount = byteCount
    pending.body.reserveCapacity(byteCount)
  }

  /// Gives back the room of an upload.
  func endUpload(_ pending: Pending) {
    uploadCount -= pending.uploadCount
    pending.uploadCount = 0
  }
}
