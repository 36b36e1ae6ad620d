import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// Two copies of a home that go on under one writer: both branches are kept
/// wherever they meet.
@Suite struct ForkTests {
  let clock = Instant(milliseconds: 1_771_545_600_000)
  let journalID = JournalID(bits: UUIDBits(high: 1, low: 1))
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))

  private func note(_ text: String) -> EventDraft {
    EventDraft(plant, .plantNoted(.init(text: text)))
  }

  private func tips(_ replica: Replica) throws -> [(WriterID, Int)] {
    try replica.journal.read { transaction in
      try replica.journal.log.vector(in: transaction)
        .map { ($0.writer, $0.tips.tips.count) }
    }
  }

  /// A clone at each prefix, in both orders of syncing.
  @Test(arguments: 0...12, [false, true])
  func bothBranchesSurvive(prefix: Int, isSwapped: Bool) throws {
    var writer = TestWriter(0xa1)
    let shared = try writer.append((0..<12).map { note("shared \($0)") })
    var copy = TestWriter(0xa1)
    let common = try copy.append((0..<prefix).map { note("shared \($0)") })
    #expect(common.map(\.hash) == shared.prefix(prefix).map(\.hash))
    let here = try writer.append([note("here 1"), note("here 2")])
    let there = try copy.append([note("there")])

    let store = ChaosStore(seed: 1, clock: clock)
    let replicas = try (0..<3).map { _ in try Replica() }
    try replicas[0].receive(shared)
    // What both had sent before they parted.
    try replicas[0].sync(with: store, of: journalID, at: clock)
    try replicas[1].receive(Array(shared.prefix(prefix)))
    try replicas[0].receive(here)
    try replicas[1].receive(there)
    var forks: [Int: Int] = [:]
    for _ in 0..<3 {
      for index in isSwapped ? [2, 1, 0] : [0, 1, 2] {
        let report = try replicas[index].sync(
          with: store, of: journalID, at: clock)
        #expect(report.refused.isEmpty && report.gaps.isEmpty)
        forks[index, default: 0] += report.forkedWriters.count
      }
    }
    let whole = try Replica()
    try whole.receive(shared + here + there)
    for (index, replica) in replicas.enumerated() {
      #expect(try replica.dump().differences(from: whole.dump()).isEmpty)
      #expect(try tips(replica).map(\.1) == [2])
      #expect(forks[index] == 1, "told once, replica \(index)")
    }
  }

  /// However many copies there are of a home, its chain is looked through once
  /// on each side, and few rounds bring all branches.
  @Test func aThousandBranchesAreLookedThroughOnce() throws {
    var random = SeededGenerator(seed: 7)
    var copies = [TestWriter(0xa1)]
    var events: [RecordedEvent] = []
    for number in 0..<1_000 {
      // Those that one copy wrote are there when the next goes on from it.
      var copy = random.pick(copies)
      events += try copy.append([note("\(number)"), note("again")])
      copies.append(copy)
    }
    let store = ChaosStore(seed: 1, clock: clock)
    let (sender, taker) = (try Replica(), try Replica())
    try sender.receive(events)
    for replica in [sender, taker] {
      var sync = StoreSync(
        replica.journal, with: store, of: journalID,
        shelf: PlainShelf(journal: journalID), state: .init(), isMerging: true,
        isRehearsal: false, clock: clock, progress: { _, _ in })
      try sync.run(listsAll: false)
      #expect(sync.report.isComplete)
      #expect(sync.chains.visitedCount == events.count)
    }
    #expect(try tips(taker).map(\.1) == tips(sender).map(\.1))
    #expect(try taker.dump().differences(from: sender.dump()).isEmpty)
  }

  /// A search that is interrupted again and again looks at no event twice, and
  /// finds the same.
  @Test func aSearchForBranchesGoesOnWhereItWasInterrupted() throws {
    var random = SeededGenerator(seed: 8)
    var copies = [TestWriter(0xa1)]
    var events: [RecordedEvent] = []
    for number in 0..<200 {
      var copy = random.pick(copies)
      events += try copy.append([note("\(number)"), note("again")])
      copies.append(copy)
    }
    let replica = try Replica()
    try replica.receive(events)
    let journal = replica.journal
    let writer = copies[0].id
    let chains = EventChains(of: journal.log)
    chains.isOverdue = { true }
    var found: WriterBranches?
    var interruptions = 0
    while found == nil, interruptions <= events.count {
      do {
        found = try journal.readLog { try chains.branches(of: writer, in: $0) }
      } catch is EventChains.Interruption {
        interruptions += 1
      }
    }
    #expect(interruptions == (events.count - 1) / 64)
    #expect(chains.visitedCount == events.count)
    let whole = try journal.readLog {
      try EventChains(of: journal.log).branches(of: writer, in: $0)
    }
    for event in events {
      #expect(
        found?.branch(of: event.reference) == whole.branch(of: event.reference))
    }
  }

  /// However many searches take turns, each ends; those that nobody goes on
  /// with are in nobody's way.
  @Test func searchesThatTakeTurnsEnd() throws {
    let replica = try Replica()
    var writers = (0..<20).map { TestWriter(UInt8(0xa0 + $0)) }
    for index in writers.indices {
      let shared = try writers[index].append([note("shared")])
      var copy = writers[index]
      let branch = try copy.append([note("there")])
      let rest = try writers[index].append((0..<300).map { note("\($0)") })
      try replica.receive(shared + branch + rest)
    }
    let journal = replica.journal
    let chains = EventChains(of: journal.log)
    chains.isOverdue = { true }
    func isDone(_ writer: TestWriter) throws -> Bool {
      do {
        _ = try journal.readLog {
          try chains.branches(of: writer.id, in: $0)
        }
        return true
      } catch is EventChains.Interruption {
        return false
      }
    }
    for writer in writers[..<8] { #expect(try !isDone(writer)) }
    var left = Array(writers[8...])
    for _ in 0..<40 where !left.isEmpty {
      left = try left.filter { try !isDone($0) }
    }
    #expect(left.isEmpty)
  }
}
