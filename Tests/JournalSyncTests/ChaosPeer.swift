import JournalTestSupport
import Testing

@testable import JournalSync

/// The way to another replica, on which everything may go wrong: requests and
/// answers are lost, cut, changed, doubled, or arrive long after.
final class ChaosPeer: PeerTransport {
  /// The other replica's server.
  let service: PeerService
  private var random: SeededGenerator
  private var budgets: SeededGenerator
  /// The number of steps in which one goes wrong; 0 for never.
  var trouble = 0
  private var old: [PeerRequest] = []
  private(set) var cost = TransferCost()

  init(to service: PeerService, seed: UInt64) {
    self.service = service
    random = SeededGenerator(seed: seed)
    budgets = SeededGenerator(seed: seed)
  }

  private func isTrouble() -> Bool { trouble > 0 && random.one(in: trouble) }

  func send(_ request: PeerRequest) throws -> PeerResponse {
    cost.requests += 1
    cost.bytesSent += request.body.count
    if isTrouble() { throw lost }
    var request = request
    if isTrouble() { damage(&request.body) }
    if random.one(in: 4) { old.append(request) }
    if isTrouble() { _ = service.respond(to: request) }
    // An earlier request arrives now.
    if isTrouble(), let late = old.randomElement(using: &random) {
      _ = service.respond(to: late)
    }
    var answer = service.respond(to: request, within: budget())
    // What is done, and not told.
    if isTrouble() { throw lost }
    if isTrouble() { damage(&answer.body) }
    #expect(answer.body.count <= PeerResponse.maximumByteCount)
    cost.bytesReceived += answer.body.count
    return answer
  }

  /// Sends at once or as late as can be, as networks do; some answers nobody
  /// waits for.
  func begin(_ request: PeerRequest) -> () throws -> PeerResponse {
    guard random.one(in: 2) else { return { try self.send(request) } }
    let answer = Result { try send(request) }
    return { try answer.get() }
  }

  /// As much as there is, or so little that most is left for later.
  private func budget() -> AnswerBudget {
    budgets.one(in: 2)
      ? AnswerBudget()
      : AnswerBudget(
        byteCount: budgets.int(1...4_096),
        milliseconds: budgets.one(in: 2) ? 0 : nil)
  }

  private var lost: StoreError {
    StoreError(.network, "cut off", canRetry: true)
  }

  private func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = random.int(0...bytes.count - 1)
    if random.one(in: 2) {
      bytes[place] ^= 1 << UInt8(random.int(0...7))
    } else {
      bytes.removeSubrange(place...)
    }
  }
}
