import ErrorKit
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import LMDBKit
import Testing

/// Folded state is compared with that of the last fold.
@Suite struct FoldVerificationTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func whatWasFoldedIsClean(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed)
    let history = try maker.history(count: 60)
    var random = SeededGenerator(seed: ~seed)
    let fixture = try JournalFixture()
    for event in Delivery.shuffled(history, using: &random) {
      try fixture.receive([event])
    }
    #expect(try fixture.verify().lines == [], "seed \(seed)")
    _ = try fixture.journal.rebuild()
    #expect(try fixture.verify().lines == [], "seed \(seed)")
  }

  /// A page that landed elsewhere, or an older one that is still there, is
  /// whole by itself: no checksum of a value tells.
  @Test(arguments: ProjectionDatabase.rebuilt + [LogDatabase.writers])
  func anyEntryThatIsGoneIsFoundAndFoldedAgain(name: String) throws {
    let fixture = try Self.fixture()
    let database = fixture.journal.environment.database(name)
    let entries = try fixture.journal.read { transaction in
      var entries: [(key: [UInt8], value: [UInt8])] = []
      try transaction.forEachEntry(of: database) { key, value in
        entries.append(
          (
            key.withUnsafeBytes { Array($0) },
            value.withUnsafeBytes { Array($0) }
          )
        )
        return true
      }
      return entries
    }
    try #require(!entries.isEmpty)
    for entry in entries.prefix(10) {
      try fixture.journal.environment.write { transaction in
        _ = try transaction.delete(entry.key.span.bytes, in: database)
      }
      let lines = try fixture.verify().lines
      #expect(!lines.isEmpty, "\(entry.key)")
      if name == LogDatabase.writers {
        try fixture.journal.environment.write { transaction in
          try transaction.put(entry.key, entry.value, in: database)
        }
      } else {
        #expect(lines.first?.contains(name) == true)
        _ = try fixture.journal.rebuild()
      }
      #expect(try fixture.verify().lines == [])
    }
  }

  @Test func aKeyThatChangedIsFound() throws {
    let fixture = try Self.fixture()
    let database = fixture.journal.environment.database(ProjectionDatabase.done)
    try fixture.journal.environment.write { transaction in
      var key = try transaction.withCursor(database) { cursor in
        _ = try cursor.first()
        return try cursor.withEntry { key, _ in
          key.withUnsafeBytes { Array($0) }
        }
      }
      _ = try transaction.delete(key.span.bytes, in: database)
      key[7] ^= 1
      try transaction.put(key, [], in: database)
    }
    #expect(try fixture.verify().lines.first?.contains("done") == true)
  }

  private static func fixture() throws -> JournalFixture {
    var maker = HistoryMaker(seed: 11)
    let fixture = try JournalFixture()
    try fixture.receive(try maker.history(count: 400))
    var erasing = HistoryMaker(seed: 12, erasing: true)
    try fixture.receive(try erasing.history(count: 120))
    // Chance need not leave a snooze in force.
    let task: TaskID = id(1)
    var writer = TestWriter(0xa1)
    try fixture.receive(
      try writer.append([
        EventDraft(
          .home,
          .taskAdded(
            .init(
              kind: .other, task: task, due: day("2026-03-01"),
              title: "Buy soil"))),
        EventDraft(
          .home,
          .taskSnoozed(
            .init(
              kind: .other, task: task, settled: nil,
              until: day("2026-03-09")))),
      ]))
    return fixture
  }
}

extension JournalFixture {
  func verify() throws -> LogVerification {
    try journal.verify()
  }
}

extension LogVerification {
  fileprivate var lines: [String] {
    problems.map(\.reason) + faults.map(\.facts.message)
  }
}
