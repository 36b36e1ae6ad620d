import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalSync

/// Tests of two replicas that reach each other directly.
@Suite struct PeerSyncTests {
  private static let clock = Instant(milliseconds: 1_771_545_600_000)

  /// The way to a peer, on which a test changes what it wants.
  final class Way: PeerTransport {
    let service: PeerService
    var onRequest: (inout PeerRequest) throws -> Void = { _ in }
    var onAnswer: (PeerRequest, inout PeerResponse) throws -> Void = { _, _ in }
    var budget = AnswerBudget()
    private(set) var cost = TransferCost()

    init(to replica: Replica) { service = replica.service }

    func send(_ request: PeerRequest) throws -> PeerResponse {
      cost.requests += 1
      var request = request
      try onRequest(&request)
      var answer = service.respond(to: request, within: budget)
      try onAnswer(request, &answer)
      return answer
    }
  }

  private struct Pair {
    let asker: Replica
    let server: Replica
    let way: Way
    var writers: [TestWriter]

    /// Two replicas of one journal, each with a writer of its own.
    init() throws {
      asker = try Replica()
      server = try Replica()
      way = Way(to: server)
      writers = [TestWriter(1), TestWriter(2)]
      let id = JournalID(bits: UUIDBits(high: 7, low: 7))
      let created = EventBody.journalCreated(
        .init(journal: id, timeZone: "UTC"))
      let event = try writers[0].append(EventDraft(.journal, created))
      try asker.receive([event])
      try server.receive([event])
    }

    mutating func note(_ writer: Int, _ text: String = "dry") throws
      -> RecordedEvent
    {
      let plant = PlantID(bits: UUIDBits(high: 1, low: UInt64(writer)))
      return try writers[writer].append(
        EventDraft(plant, .plantNoted(.init(text: text))))
    }

    func sync() throws -> SyncReport {
      try asker.sync(with: way, at: PeerSyncTests.clock, isMerging: false)
    }

    func expectEqual(_ place: String) throws {
      let differences = try asker.dump().differences(from: server.dump())
      #expect(differences.isEmpty, "\(place): \(differences.prefix(3))")
    }
  }

  /// Wherever the line is cut, the next sync brings both together, and only
  /// events that were written are stored.
  @Test func everyCutIsMended() throws {
    var pair = try Pair()
    var cuts = 0
    for path in ["journals", "vector", "ranges", "segments"] {
      for isAnswer in [false, true] {
        var place = 0
        var isBeyond = false
        while !isBeyond {
          try pair.asker.receive([try pair.note(0)])
          try pair.server.receive([try pair.note(1)])
          isBeyond = true
          func cut(_ bytes: inout [UInt8]) {
            isBeyond = place >= bytes.count
            bytes.removeSubrange(min(place, bytes.count)...)
          }
          pair.way.onRequest = { request in
            if !isAnswer, request.path.hasSuffix(path) { cut(&request.body) }
          }
          pair.way.onAnswer = { request, answer in
            if isAnswer, request.path.hasSuffix(path) { cut(&answer.body) }
          }
          _ = try? pair.sync()
          pair.way.onRequest = { _ in }
          pair.way.onAnswer = { _, _ in }
          let report = try pair.sync()
          #expect(report.isComplete)
          try pair.expectEqual("\(path), answer \(isAnswer), byte \(place)")
          place += 1
          cuts += 1
        }
      }
    }
    // A vector of two writers, a segment each way.
    #expect(cuts > 800)
  }

  @Test func aLostAcknowledgementAddsNothing() throws {
    var pair = try Pair()
    try pair.asker.receive([try pair.note(0), try pair.note(0)])
    pair.way.onAnswer = { request, _ in
      if request.path.hasSuffix("segments") {
        throw StoreError(.network, "cut off", canRetry: true)
      }
    }
    #expect(throws: StoreError.self) { try pair.sync() }
    let before = try pair.server.dump()
    pair.way.onAnswer = { _, _ in }
    let report = try pair.sync()
    #expect(report.sent.isEmpty)
    #expect(report.isComplete)
    #expect(try pair.server.dump() == before)
    try pair.expectEqual("after a lost acknowledgement")
  }

  @Test func anEmptyReplicaAdoptsTheJournal() throws {
    let pair = try Pair()
    let empty = try Replica()
    let report = try empty.sync(
      with: pair.way, at: Self.clock, isMerging: false)
    #expect(report.isComplete)
    #expect(report.received.values.map(\.count) == [1])
    #expect(try empty.dump() == pair.server.dump())
    // And the other way round.
    let other = try Replica()
    let given = try pair.asker.sync(
      with: Way(to: other), at: Self.clock, isMerging: false)
    #expect(given.isComplete)
    #expect(try other.dump() == pair.asker.dump())
  }

  /// Full requests leave plants behind; after the last one they are folded, as
  /// nobody may look at the server's journal for long.
  @Test func theServerFoldsOnceAllIsThere() throws {
    var pair = try Pair()
    var random = SeededGenerator(seed: 1)
    let plant = PlantID(bits: UUIDBits(high: 1, low: 1))
    // Nothing that could be packed.
    let events = try (0..<6).map { _ in
      var payload: [UInt8] = []
      while payload.count < 900_000 {
        payload.append(bigEndian: random.next())
      }
      return try pair.writers[1].append(
        EventDraft(stream: plant, type: "later.type", payloadBytes: payload))
    }
    try pair.asker.receive(events)
    let journal = pair.server.journal
    var areBehind: [Bool?] = []
    pair.way.onAnswer = { request, _ in
      guard request.path.hasSuffix("segments") else { return }
      areBehind.append(
        try journal.readLog { try journal.meta(in: $0)?.isBehind })
    }
    try #expect(pair.sync().isComplete)
    #expect(areBehind == [true, false])
    try pair.expectEqual("after all")
  }

  @Test func nothingMeetsNothing() throws {
    let server = try Replica()
    let report = try Replica().sync(with: Way(to: server), at: Self.clock)
    #expect(report.isComplete)
    #expect(report.journal == nil)
  }

  @Test func anotherJournalIsRefusedUnlessBothAreToBeOne() throws {
    let pair = try Pair()
    let other = try Replica()
    var writer = TestWriter(9)
    let id = JournalID(bits: UUIDBits(high: 8, low: 8))
    let created = EventBody.journalCreated(.init(journal: id, timeZone: "UTC"))
    try other.receive([try writer.append(EventDraft(.journal, created))])
    let before = try pair.server.dump()
    #expect(throws: (any Error).self) {
      try other.sync(with: pair.way, at: Self.clock, isMerging: false)
    }
    #expect(try pair.server.dump() == before)
    // Nor does the server take what names another journal.
    let body = PeerBody.segments([])
    let answer = pair.server.service.respond(
      to: PeerRequest(.post, PeerRoute.segments(id).path, body: body))
    #expect(answer.status == 404)
    let report = try other.sync(with: pair.way, at: Self.clock)
    #expect(report.isComplete)
    #expect(try other.dump() == pair.server.dump())
  }

  /// A writer whose copies both went on: steps that double find the events that
  /// both have.
  @Test func aForkIsFoundInFewSteps() throws {
    var pair = try Pair()
    var shared: [RecordedEvent] = []
    for _ in 0..<3_000 { shared.append(try pair.note(0)) }
    try pair.asker.receive(shared)
    try pair.server.receive(Array(shared.prefix(2_000)))
    var clone = TestWriter(1)
    // The clone goes on from the two thousandth.
    let last = shared[1_999]
    let draft = EventDraft(.journal, .writerStarted(.init(program: "clone")))
    let branch = clone.event(
      draft, stamp: Stamp(milliseconds: 9_999_999, counter: 0)!,
      sequence: last.header.sequence + 1, previous: last.hash)
    try pair.server.receive([branch])
    clone = pair.writers[0]
    let report = try pair.sync()
    #expect(report.isComplete)
    #expect(
      report.forkedWriters == [WriterID(bits: shared[0].header.writer.bits)])
    #expect(report.sent.values.reduce(0, +) == 1_000)
    #expect(report.received.values.map(\.count) == [1])
    #expect(pair.way.cost.requests < 20)
    try pair.expectEqual("a fork")
  }

  @Test func aPeerThatRolledBackIsNoticedAndMended() throws {
    var pair = try Pair()
    try pair.asker.receive([try pair.note(0), try pair.note(0)])
    _ = try pair.sync()
    let state = pair.asker.peerStates[0]
    let older = try Replica()
    try older.receive([])
    pair.asker.peerStates[1] = state
    let report = try pair.asker.sync(
      with: Way(to: older), number: 1, at: Self.clock)
    #expect(report.lost.values.reduce(0, +) == 3)
    #expect(try older.dump() == pair.asker.dump())
  }

  @Test func aRehearsalCountsAndChangesNothing() throws {
    var pair = try Pair()
    _ = try pair.sync()
    try pair.asker.receive([try pair.note(0)])
    try pair.server.receive([try pair.note(1)])
    _ = try pair.sync()
    try pair.asker.receive([try pair.note(0), try pair.note(0)])
    try pair.server.receive([try pair.note(1)])
    let before = (try pair.asker.dump(), try pair.server.dump())
    var rehearsal = PeerSync(
      pair.asker.journal, with: pair.way, state: .init(), isMerging: false,
      isRehearsal: true, clock: Self.clock, progress: { _, _ in })
    try rehearsal.run()
    #expect(rehearsal.report.received.values.map(\.count) == [1])
    #expect(Array(rehearsal.report.sent.values) == [2])
    #expect(try pair.asker.dump() == before.0)
    #expect(try pair.server.dump() == before.1)
  }

  @Test func aGuestReadsAndIsToldSo() throws {
    var pair = try Pair()
    try pair.asker.receive([try pair.note(0)])
    try pair.server.receive([try pair.note(1)])
    pair.way.onAnswer = { request, answer in
      if request.path.hasSuffix("segments") { answer = PeerResponse(403) }
    }
    let report = try pair.sync()
    #expect(report.isReadOnly)
    #expect(!report.isComplete)
    #expect(report.received.values.map(\.count) == [1])
  }

  /// Large events come in answers of bounded size.
  @Test func answersAreBounded() throws {
    var pair = try Pair()
    var random = SeededGenerator(seed: 5)
    for _ in 0..<30 {
      // No compression makes this much smaller.
      let letters = (0..<75_000).flatMap { _ in
        withUnsafeBytes(of: random.next()) { $0.map { 0x20 + $0 % 95 } }
      }
      let text = String(decoding: letters, as: UTF8.self)
      try pair.server.receive([try pair.note(1, text)])
      try pair.asker.receive([try pair.note(0, text)])
    }
    pair.way.onRequest = { request in
      let route = PeerRoute(path: request.path)
      let limit = route?.bodyLimit(request.method) ?? 0
      #expect(request.body.count <= limit)
    }
    pair.way.onAnswer = { _, answer in
      #expect(answer.body.count <= PeerResponse.maximumByteCount)
    }
    let report = try pair.sync()
    #expect(report.isComplete)
    #expect(report.received.values.map(\.count) == [30])
    try pair.expectEqual("large events")
  }

  /// However little an answer may take, something is in it.
  @Test(arguments: [(1, nil), (1, 0), (1 << 20, 0)] as [(Int, Int64?)])
  func shortAnswersBringAll(byteCount: Int, milliseconds: Int64?) throws {
    var pair = try Pair()
    var copies = [pair.writers[0]]
    var random = SeededGenerator(seed: 3)
    for number in 0..<150 {
      var copy = random.pick(copies)
      let plant = PlantID(bits: UUIDBits(high: 1, low: 1))
      try pair.server.receive(
        copy.append(
          [EventDraft(plant, .plantNoted(.init(text: "\(number)")))]))
      copies.append(copy)
      try pair.server.receive([try pair.note(1)])
    }
    pair.way.budget = AnswerBudget(
      byteCount: byteCount, milliseconds: milliseconds)
    try #expect(pair.sync().isComplete)
    try pair.expectEqual("after short answers")
  }

  /// An answer of 1,024 ranges has as many bytes of events as one of one range,
  /// however well they pack. It names few tips, however many there are.
  @Test func manyRangesAreAnsweredAsOneIs() throws {
    var pair = try Pair()
    let text = String(repeating: "a", count: 900_000)
    var last = try pair.note(1)
    try pair.server.receive([last])
    for _ in 0..<10 {
      last = try pair.note(1, text)
      try pair.server.receive([last])
    }
    let tip = PeerEvent(sequence: last.header.sequence, hash: last.hash)
    let writer = pair.writers[1].id
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    func answers(_ range: PeerRange) throws -> [PeerRangeAnswer] {
      let body = PeerBody.ranges(
        Array(repeating: range, count: 1_024), limit: 1 << 24)
      let answer = pair.server.service.respond(
        to: PeerRequest(.post, PeerRoute.ranges(id).path, body: body))
      #expect(answer.body.count <= PeerResponse.maximumByteCount)
      return try #require(PeerBody.rangeAnswers(in: answer.body))
    }
    let whole = try answers(PeerRange(writer: writer, after: nil, tip: tip))
    let segments = try whole.prefix { $0 != .later }.map { answer in
      guard case .segment(let bytes) = answer else {
        throw SegmentError.badLength
      }
      return try Segment(decoding: bytes.span.bytes)
    }
    #expect(whole.count == 1_024 && segments.count == 1)
    #expect(6 << 20...7 << 20 ~= segments.reduce(0) { $0 + $1.byteCount })
    // Each goes on in another way.
    let copies = try (0..<500).map { number in
      var copy = pair.writers[0]
      let plant = PlantID(bits: UUIDBits(high: 1, low: 1))
      return try copy.append(
        EventDraft(plant, .plantNoted(.init(text: "\(number)"))))
    }
    try pair.server.receive(copies)
    let none = PeerEvent(sequence: 1, hash: .zero)
    let unknown = try answers(
      PeerRange(writer: pair.writers[0].id, after: nil, tip: none))
    for answer in unknown {
      guard case .unknown(let tips) = answer else { break }
      #expect(tips.count == 256 && tips == tips.sorted())
    }
  }

  /// However many segments of a request are refused, few commits store the
  /// others, and the server may answer somebody else after each.
  @Test(arguments: [1, 4, 32])
  func refusedSegmentsCostFewCommits(count: Int) throws {
    var pair = try Pair()
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    var before = pair.writers[0]
    let segments = try (1...512).map { number in
      var event = try pair.note(0)
      if number.isMultiple(of: 512 / count) {
        let previous = EventHash(of: Array("\(number)".utf8).span.bytes)
        event = TestWriter(9).event(
          EventDraft(.journal, .writerStarted(.init(program: "none"))),
          stamp: event.header.stamp, sequence: 5, previous: previous)
        pair.writers[0] = before
      }
      before = pair.writers[0]
      let run = try #require(
        SegmentRun(first: event.header.sequence, tip: event.reference))
      return SegmentFields(
        journal: id, run: run, previous: event.header.previous,
        tip: event.hash, content: event.encoded
      ).encoded.bytes
    }
    let request = PeerRequest(
      .post, PeerRoute.segments(id).path, body: PeerBody.segments(segments))
    let journal = pair.server.journal
    var commits = [try journal.readLog { $0.number }]
    var progress = PeerService.Progress()
    var answer: PeerResponse?
    while answer == nil {
      answer = pair.server.service.respond(
        to: request, within: AnswerBudget(milliseconds: 0), keeping: &progress)
      commits.append(try journal.readLog { $0.number })
    }
    let answers = PeerBody.segmentAnswers(in: answer?.body ?? [])
    #expect(answers?.filter { $0 == .stored(new: 1) }.count == 512 - count)
    #expect(answers?.filter { $0 == .unknown }.count == count)
    // Halves of halves, nine times.
    #expect(commits[commits.count - 1] - commits[0] <= 9 * UInt64(count))
    for (one, next) in zip(commits, commits.dropFirst()) {
      #expect(next - one <= 1)
    }
  }

  /// A page of the vector ends within a writer's tips where there are many; the
  /// next begins there.
  @Test func aVectorGoesOnWithinAWriter() throws {
    var pair = try Pair()
    let shared = try (0..<4).map { _ in try pair.note(0) }
    try pair.server.receive(shared)
    var copies = Array(repeating: pair.writers[0], count: 3)
    for index in copies.indices {
      let plant = PlantID(bits: UUIDBits(high: 1, low: 1))
      try pair.server.receive(
        copies[index].append(
          [EventDraft(plant, .plantNoted(.init(text: "\(index)")))]))
    }
    try pair.server.receive([try pair.note(1)])
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    func page(_ route: PeerRoute) throws -> PeerBody.Vector {
      let answer = pair.server.service.respond(
        to: PeerRequest(.get, route.path))
      return try #require(PeerBody.vector(in: answer.body))
    }
    let whole = try page(.vector(id, after: nil))
    #expect(whole.map(\.tips.count) == [3, 1])
    let (writer, tips) = whole[0]
    let rest = try page(.vector(id, after: writer, tips[0]))
    #expect(rest.map(\.writer) == whole.map(\.writer))
    #expect(rest[0].tips == Array(tips[1...]))
    let others = try page(.vector(id, after: writer, tips[2]))
    #expect(others.map(\.writer) == [whole[1].writer])

    // As one who asks sees it: the page is full, and ends with the first tip.
    let many = (1..<PeerService.tipsPerAnswer).map {
      let hash = EventHash(of: Array("\($0)".utf8).span.bytes)
      return PeerEvent(sequence: 1, hash: hash)
    }
    var asked: [String] = []
    pair.way.onRequest = { request in
      asked.append(request.path)
      if request.method == .post { throw StoreError(.network, "enough") }
    }
    pair.way.onAnswer = { request, answer in
      guard request.path.hasSuffix("vector") else { return }
      answer.body = PeerBody.vector([(writer, many.sorted() + [tips[0]])])
    }
    #expect(throws: StoreError.self) { try pair.sync() }
    #expect(asked.contains(PeerRoute.vector(id, after: writer, tips[0]).path))
    #expect(asked.filter { $0.contains("vector") }.count == 2)
  }

  /// Answers of any bytes end the sync and change nothing that is held.
  @Test(arguments: UInt64(1)...40)
  func brokenAnswersDoNoHarm(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pair = try Pair()
    for _ in 0..<20 {
      try pair.asker.receive([try pair.note(0)])
      try pair.server.receive([try pair.note(1)])
    }
    pair.way.onAnswer = { _, answer in
      guard !answer.body.isEmpty, random.one(in: 2) else { return }
      for _ in 0..<random.int(1...4) {
        answer.body[random.int(0...answer.body.count - 1)] = UInt8(
          random.int(0...255))
      }
    }
    for _ in 0..<10 { _ = try? pair.sync() }
    pair.way.onAnswer = { _, _ in }
    let report = try pair.sync()
    #expect(report.isComplete, "seed \(seed)")
    try pair.expectEqual("seed \(seed)")
  }

  /// Requests of any bytes are answered, and never by a fault of the server.
  @Test(arguments: UInt64(1)...40)
  func brokenRequestsDoNoHarm(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pair = try Pair()
    var requests: [PeerRequest] = []
    for _ in 0..<5 {
      try pair.asker.receive([try pair.note(0)])
      try pair.server.receive([try pair.note(1)])
      pair.way.onRequest = { requests.append($0) }
      _ = try pair.sync()
    }
    let before = try pair.server.dump()
    for _ in 0..<200 {
      var request = random.pick(requests)
      if random.one(in: 4), !request.path.isEmpty {
        var path = Array(request.path.utf8)
        path[random.int(0...path.count - 1)] = UInt8(random.int(32...126))
        request.path = String(decoding: path, as: UTF8.self)
      }
      if !request.body.isEmpty {
        for _ in 0..<random.int(1...3) {
          request.body[random.int(0...request.body.count - 1)] = UInt8(
            random.int(0...255))
        }
      }
      let answer = pair.server.service.respond(to: request)
      #expect(answer.status < 500, "seed \(seed): \(request.path)")
      #expect(answer.body.count <= PeerResponse.maximumByteCount)
    }
    #expect(try pair.server.dump() == before)
  }
}
