/// The order in which a server answers its guests, and the memory of each.
///
/// Guests are served in turn, a part of the work at a time. The bytes of an answer
/// count until they are sent. A guest that does not fetch its answers waits for
/// itself, and the answers of others become shorter meanwhile.
public struct PeerTurns<Job> {
  private struct Guest {
    var jobs: [Job] = []
    /// The number of bytes of answers that are not sent yet.
    var answers = 0
    /// The number of bytes of requests that have arrived.
    var requests = 0

    var isIdle: Bool { jobs.isEmpty && answers == 0 && requests == 0 }
  }

  private var guests: [String: Guest] = [:]
  /// The guests who wait, in the order of their turns.
  private var waiting: [String] = []
  private var answers = 0
  private var requests = 0

  /// The number of bytes of unsent answers with which a guest waits for its next
  /// answer.
  private static var ownAnswers: Int { 4 << 20 }
  /// The number of bytes of answers in all. An answer takes at most a quarter of
  /// the rest.
  private static var allAnswers: Int { 16 << 20 }
  /// The number of bytes that an answer may have in any case.
  private static var leastAnswer: Int { 1 << 16 }
  /// The greatest number of bytes of requests, whole or not.
  private static var allRequests: Int { 20 << 20 }
  /// The same for one guest, who may bring events or only asks.
  private static func ownRequests(isBringing: Bool) -> Int {
    isBringing ? PeerRoute.largestBody : 2 << 20
  }
  /// The number of milliseconds in which all who wait have a turn.
  private static var round: Int64 { 40 }

  /// Creates turns for which nobody waits.
  public init() {}

  // MARK: Requests

  /// Returns a Boolean value that indicates whether a guest may send so many
  /// more bytes.
  public func allows(
    _ count: Int, of guest: String, isBringing: Bool
  ) -> Bool {
    let own = guests[guest]?.requests ?? 0
    return own + count <= Self.ownRequests(isBringing: isBringing)
  }

  /// Counts bytes that have arrived, unless they are too many.
  ///
  /// - Returns: The guest that must give back bytes first, which is the one that
  ///   asks or one with more; `nil` if the bytes are counted.
  public mutating func makeRoom(
    for count: Int, of guest: String, isBringing: Bool
  ) -> String? {
    guard allows(count, of: guest, isBringing: isBringing) else { return guest }
    let own = (guests[guest]?.requests ?? 0) + count
    guard requests + count <= Self.allRequests else {
      let most = guests.max { $0.value.requests < $1.value.requests }
      return most.flatMap { $0.value.requests > own ? $0.key : nil } ?? guest
    }
    guests[guest, default: Guest()].requests = own
    requests += count
    return nil
  }

  /// Gives back the bytes of a request.
  public mutating func endRequest(_ count: Int, of guest: String) {
    requests -= count
    change(guest) { $0.requests -= count }
  }

  // MARK: Turns

  /// Adds a complete request.
  public mutating func add(_ job: Job, of guest: String) {
    if guests[guest]?.jobs.isEmpty ?? true { waiting.append(guest) }
    guests[guest, default: Guest()].jobs.append(job)
  }

  /// Puts back a request after a part of its work; others have their turn now.
  public mutating func putBack(_ job: Job, of guest: String) {
    if guests[guest]?.jobs.isEmpty ?? true { waiting.append(guest) }
    guests[guest, default: Guest()].jobs.insert(job, at: 0)
  }

  /// A Boolean value that indicates whether ``next()`` has a request.
  public var hasNext: Bool { waiting.contains(where: mayGoOn) }

  /// Returns a Boolean value that indicates whether a guest has fetched enough of
  /// its answers for another one.
  public func mayAnswer(_ guest: String) -> Bool {
    guests[guest].map { $0.answers < Self.ownAnswers } ?? true
  }

  private func mayGoOn(_ guest: String) -> Bool {
    guests[guest].map { $0.answers < Self.ownAnswers } ?? false
  }

  /// Takes the next request, with the limits of its answer; `nil` if none waits
  /// whose guest has fetched enough of its answers.
  public mutating func next() -> (job: Job, budget: AnswerBudget)? {
    guard let place = waiting.firstIndex(where: mayGoOn) else { return nil }
    let budget = AnswerBudget(
      byteCount: max(Self.leastAnswer, (Self.allAnswers - answers) / 4),
      milliseconds: Self.round / Int64(waiting.count))
    let name = waiting.remove(at: place)
    guard let job = guests[name]?.jobs.removeFirst() else { return nil }
    if guests[name]?.jobs.isEmpty == false { waiting.append(name) }
    return (job, budget)
  }

  // MARK: Answers

  /// Counts the bytes of an answer.
  public mutating func beginAnswer(_ count: Int, of guest: String) {
    answers += count
    guests[guest, default: Guest()].answers += count
  }

  /// Gives back the bytes of an answer.
  public mutating func endAnswer(_ count: Int, of guest: String) {
    answers -= count
    change(guest) { $0.answers -= count }
  }

  private mutating func change(
    _ guest: String, _ body: (inout Guest) -> Void
  ) {
    guard var found = guests[guest] else { return }
    body(&found)
    guests[guest] = found.isIdle ? nil : found
  }
}
