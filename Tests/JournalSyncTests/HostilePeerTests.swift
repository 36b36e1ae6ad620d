import Encodings
import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// Peers that answer so that a sync never ends, or needs all memory.
@Suite struct HostilePeerTests {
  private static let clock = Instant(milliseconds: 1_771_545_600_000)
  private static let journalID = JournalID(bits: UUIDBits(high: 1, low: 1))

  /// A peer that answers as a test wants.
  private final class Peer: PeerTransport {
    private(set) var cost = TransferCost()
    private let answer: (PeerRequest, PeerRoute) -> [UInt8]
    var status = 200
    var headers: [String: String] = [:]

    init(_ answer: @escaping (PeerRequest, PeerRoute) -> [UInt8]) {
      self.answer = answer
    }

    func send(_ request: PeerRequest) throws -> PeerResponse {
      cost.requests += 1
      // Nobody waits for a test.
      guard cost.requests < 50_000, let route = PeerRoute(path: request.path)
      else { throw StoreError(.network, "the test is over") }
      if case .journals = route {
        return .done(PeerBody.journals([journalID], names: []))
      }
      // The answer may decide on its status.
      let body = answer(request, route)
      return PeerResponse(status, headers: headers, body: body)
    }
  }

  private static func hash(_ number: UInt64) -> EventHash {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number)
    return EventHash(of: bytes.span.bytes)
  }

  private static func writers(
    from first: Int, _ count: Int, tips: Int = 1, sequence: UInt64 = 1
  ) -> PeerBody.Vector {
    (0..<count).map { number in
      let writer = WriterID(
        bits: UUIDBits(high: 0, low: UInt64(first + number)))
      let events = (0..<tips).map {
        PeerEvent(sequence: sequence, hash: hash(UInt64($0)))
      }
      return (writer, events)
    }
  }

  private func message(of peer: Peer) throws -> String {
    let replica = try Replica()
    do {
      try replica.sync(with: peer, at: Self.clock)
      return ""
    } catch let error as StoreError {
      return error.message
    }
  }

  @Test func aVectorWithoutAnEndIsLeft() throws {
    var page = 0
    let peer = Peer { _, _ in
      page += 1
      let count = page < 20 ? 1 << 14 : 0
      return PeerBody.vector(Self.writers(from: page << 14, count))
    }
    #expect(try message(of: peer).contains("more writers than any journal"))
    #expect(peer.cost.requests < 12)
  }

  @Test func aVectorThatGoesBackIsLeft() throws {
    let peer = Peer { _, _ in
      PeerBody.vector(Self.writers(from: 0, 1 << 14))
    }
    #expect(try message(of: peer) == PeerSync.misunderstood.message)
    #expect(peer.cost.requests == 3)
  }

  @Test func aWriterWithMoreBranchesThanCanBeIsLeft() throws {
    let peer = Peer { _, _ in
      PeerBody.vector(Self.writers(from: 0, 1, tips: 1 << 17))
    }
    #expect(try message(of: peer).contains("more writers than any journal"))
  }

  @Test(arguments: [UInt64.max, SegmentRun.greatestSequence + 1])
  func aTipThatNobodyComesToIsNotUnderstood(sequence: UInt64) throws {
    let peer = Peer { _, _ in
      PeerBody.vector(Self.writers(from: 0, 2, tips: 2, sequence: sequence))
    }
    #expect(try message(of: peer) == PeerSync.misunderstood.message)
  }

  /// Sums of what tips claim are beyond the greatest number.
  @Test func tipsMayClaimAnything() throws {
    let sequence = SegmentRun.greatestSequence
    let peer = Peer { request, route in
      if case .vector = route {
        return PeerBody.vector(
          Self.writers(from: 0, 3_000, sequence: sequence))
      }
      let asked = PeerBody.ranges(in: request.body)?.ranges.count ?? 0
      return PeerBody.rangeAnswers(
        Array(repeating: .unknown([]), count: asked))
    }
    let replica = try Replica()
    let report = try replica.sync(with: peer, at: Self.clock)
    #expect(report.refused.count + report.moreRefused == 3_000)
    #expect(peer.cost.requests < 12)
    var rehearsal = PeerSync(
      replica.journal, with: peer, state: .init(), isMerging: true,
      isRehearsal: true, clock: Self.clock, progress: { _, _ in })
    try rehearsal.run()
    #expect(rehearsal.report.received.count == 3_000)
  }

  /// The first of the ranges is never put off, and no answer may lack one.
  @Test(arguments: [[PeerRangeAnswer.later], []])
  func answersWithoutProgressEndTheSync(answers: [PeerRangeAnswer]) throws {
    let peer = Peer { _, route in
      if case .vector = route {
        return PeerBody.vector(Self.writers(from: 0, 1))
      }
      return PeerBody.rangeAnswers(answers)
    }
    #expect(try message(of: peer) == PeerSync.misunderstood.message)
    #expect(peer.cost.requests == 3)
  }

  @Test func wordsOfAPeerAreCut() throws {
    let peer = Peer { _, _ in
      PeerBody.error(String(repeating: "no ", count: 1 << 20))
    }
    peer.status = 500
    #expect(try message(of: peer).unicodeScalars.count < 300)
  }

  /// A file that comes in pieces of a byte, or begins again and again.
  @Test(arguments: [206, 416])
  func aFileEnds(status: Int) throws {
    let total = 1 << 20
    let replica = try Replica()
    var peer: Peer?
    var held = 0
    let new = Peer { request, _ in
      let range = request.headers["range"] ?? ""
      let start = Int(range.dropFirst(6).prefix { $0 != "-" }) ?? 0
      // From the beginning there is always a byte.
      peer?.status = start > 0 ? status : 206
      peer?.headers["content-range"] = "bytes \(start)-\(start)/\(total)"
      held = max(held, start)
      return [0]
    }
    peer = new
    let blobs = PeerBlobs(
      folder: replica.blobs, transport: new, journalID: Self.journalID)
    #expect(throws: StoreError.self) {
      try blobs.fetch(BlobName(of: [1, 2, 3]))
    }
    #expect(new.cost.requests <= 1 << 12)
    #expect(held <= 1 << 12)
  }
}
