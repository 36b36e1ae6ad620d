import JournalCare
import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalProjections

/// Corrections of what was recorded of a plant that was merged since.
@Suite struct MergedCorrectionTests {
  private let kept = PlantID(bits: UUIDBits(high: 1, low: 1))
  private let merged = PlantID(bits: UUIDBits(high: 1, low: 2))
  private let task = TaskID(bits: UUIDBits(high: 2, low: 1))
  private let at = OffsetInstant(
    instant: ActionSessionTests.noon, offsetMinutes: 0)

  /// An event that is missing makes a scan of its stream fail.
  @Test func onlyWhatTheyAreAboutIsRead() throws {
    let fixture = try JournalFixture()
    let options = ActionSession.Options.test(now: ActionSessionTests.noon)
    try fixture.journal.write(options) { session in
      for plant in [kept, merged] {
        try perform(.add(.init(scientificName: "Hoya")), on: plant, &session)
      }
      for text in ["1", "2", "3"] {
        try perform(.note(.init(text: text)), on: merged, &session)
      }
      let added = TaskAdded(kind: .repotting, task: task, due: .earliest)
      try perform(.addTask(added), on: merged, &session)
      try perform(.merge(into: kept), on: merged, &session)
    }
    let notes = try fixture.journal.events.filter {
      $0.header.knownType == .plantNoted
    }
    let log = fixture.journal.environment.database(LogDatabase.log)
    try fixture.journal.environment.write { transaction in
      for note in notes.dropLast() {
        let key = LogKey.bytes(of: note.reference)
        _ = try transaction.delete(key.span.bytes, in: log)
      }
    }
    let note = try #require(notes.last)
    try fixture.journal.write(options) { session in
      let correction = PlantNoted(text: "three", replaces: note.hash)
      try perform(.note(correction), on: kept, &session)
      #expect(try stream(ofLastIn: session) == merged)
      let completion = TaskCompleted(kind: .repotting, task: task)
      try perform(.complete(completion), on: kept, &session)
      #expect(try stream(ofLastIn: session) == merged)
    }
  }

  private func perform(
    _ command: PlantCommand, on plant: PlantID, _ session: inout ActionSession
  ) throws {
    try session.action { try $0.perform(command, on: plant, at: at) }
  }

  private func stream(
    ofLastIn session: borrowing ActionSession
  ) throws -> StreamID? {
    guard let event = session.lastEvent else { return nil }
    return try session.log.event(event, in: session.transaction)?.header.stream
  }
}
