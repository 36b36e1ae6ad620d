import Glibc
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Several processes that write to one home, and processes that die.
@Suite struct ConcurrencyTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func journal() throws -> Journal {
    try JournalFixture.open(directory.path)
  }

  /// Makes the place where two children wait for each other.
  private func makeMeetingPlace() throws {
    guard mkfifo(Child.meetingPlace(in: directory.path), 0o600) == 0 else {
      throw TestFailure("mkfifo: error \(errno)")
    }
  }

  @Test func twoProcessesNeverLoseTearOrInterleaveAnAction() async throws {
    // The first is in neither: a home that two make at once is another test.
    try journal().write(note: "0", at: Child.plant, now: Child.now)
    try makeMeetingPlace()
    async let left = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: true)
      try Child.append(actions: 100, named: "left", in: path)
    }
    async let right = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: false)
      try Child.append(actions: 100, named: "right", in: path)
    }
    _ = await (left, right)
    let journal = try journal()
    try expectWhole(journal, actions: ["left": 100, "right": 100])
    #expect(try journal.events.count == 3 + 2 * 100 * 3)
  }

  /// Both of a server's processes may be the first in which a person acts.
  @Test func twoProcessesGiveAPersonOneWriter() async throws {
    try makeMeetingPlace()
    async let left = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: true)
      try Child.append(actions: 30, named: "left", in: path, by: "Bea")
    }
    async let right = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: false)
      try Child.append(actions: 30, named: "right", in: path, by: "Bea")
    }
    _ = await (left, right)
    let journal = try journal()
    try expectWhole(journal, actions: ["left": 30, "right": 30])
    // Of the home, and of Bea.
    #expect(try Set(journal.events.map(\.header.writer)).count == 2)
    #expect(try journal.events.count == 2 + 2 + 2 * 30 * 3)
  }

  @Test func twoProcessesMayMakeAHomeAtOnce() async throws {
    try makeMeetingPlace()
    async let left = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: true)
      try Child.append(actions: 10, named: "left", in: path)
    }
    async let right = #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Child.meet(in: path, isFirst: false)
      try Child.append(actions: 10, named: "right", in: path)
    }
    _ = await (left, right)
    let journal = try journal()
    try expectWhole(journal, actions: ["left": 10, "right": 10])
    let created = try journal.events.count {
      $0.header.type == "journal.created"
    }
    #expect(created == 1)
  }

  /// Killed at a random moment, from the first action on.
  @Test(arguments: 0..<20 as Range<UInt64>, [nil, "Bea"])
  func aKilledProcessLosesNothingItAcknowledged(
    seed: UInt64, person: String?
  ) async throws {
    let acknowledged = directory.path + "/acknowledged"
    var random = SeededGenerator(seed: seed)
    let microseconds = random.int(0...20_000)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        path = directory.path as String, acknowledged = acknowledged as String,
        microseconds = microseconds as Int, person = person as String?
      ] in
      try Child.append(
        actions: .max, named: "left", in: path, by: person,
        acknowledging: acknowledged, livingFor: microseconds)
    }
    let kept = Child.acknowledgedCount(acknowledged)
    let journal = try journal()
    let written = try actions(of: "left", in: journal).count
    // The last may be stored without its process having told.
    #expect(kept...(kept + 1) ~= written, "seed \(seed): \(kept)")
    try expectWhole(journal, actions: ["left": written])
    // The home is as good as before.
    for person in [nil, person] {
      try journal.write(
        note: "after", at: Child.plant, now: Child.now,
        by: person.map { Person($0) })
    }
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
    #expect(
      try journal.read { try journal.log.vector(in: $0) }
        .allSatisfy { !$0.tips.isForked })
  }

  @Test func aProcessThatDiesWithinATransactionLeavesNothing() async throws {
    try journal().write(note: "0", at: Child.plant, now: Child.now)
    let before = try journal().events
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = directory.path as String] in
      try Child.dieWithinAnAction(in: path)
    }
    let journal = try journal()
    #expect(try journal.events == before)
    try journal.write(note: "1", at: Child.plant, now: Child.now)
    #expect(try journal.events.count == before.count + 1)
  }

  // MARK: What must hold of the log

  private func actions(
    of name: String, in journal: Journal
  ) throws -> [[RecordedEvent]] {
    let named = try journal.events.filter { event in
      event.noteText?.hasPrefix(name) == true
    }
    return Dictionary(grouping: named) {
      EventReference(
        writer: $0.header.writer, sequence: $0.header.action, hashPrefix: 0)
    }.values.map { $0.sorted { $0.position < $1.position } }
  }

  private func expectWhole(
    _ journal: Journal, actions counts: [String: Int]
  ) throws {
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
    for (name, count) in counts {
      let actions = try actions(of: name, in: journal)
      let numbers = actions.map { action in
        expectUninterrupted(action)
        return action.first?.noteText ?? ""
      }
      let wanted = (0..<count).map { "\(name) \($0) 0" }
      #expect(numbers.sorted() == wanted.sorted())
    }
    let fixture = try JournalFixture(directory: directory)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  /// Expects all three events, in order, one right after the other in the
  /// chain.
  private func expectUninterrupted(_ action: [RecordedEvent]) {
    let texts = action.compactMap(\.noteText)
    guard let stem = texts.first?.dropLast() else { return }
    #expect(texts == (0..<3).map { stem + "\($0)" })
    for (event, next) in zip(action, action.dropFirst()) {
      #expect(next.header.previous == event.hash)
    }
  }
}

extension RecordedEvent {
  fileprivate var noteText: String? {
    guard case .plantNoted(let body) = readablePayload?.body else { return nil }
    return body.text
  }
}
