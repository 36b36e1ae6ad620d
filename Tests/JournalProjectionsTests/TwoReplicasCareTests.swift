import JournalCare
import JournalEvents
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Care that two replicas record of one task counts once: one task is open
/// wherever the events meet, in whichever order.
@Suite struct TwoReplicasCareTests {
  let plant: PlantID = id(1)
  var laptop = TestWriter(0xa1)
  var phone = TestWriter(0xb2)

  /// The laptop's events before the replicas parted: watered on March 1st, due
  /// on the 8th.
  private mutating func beginning() throws -> [RecordedEvent] {
    let events = try [
      event(.plantAdded(.init(scientificName: "Hoya")), at: "2026-02-01"),
      event(
        .scheduleSet(.init(kind: .watering, intervalDays: 7)),
        at: "2026-02-01"),
      event(.taskCompleted(.init(kind: .watering)), at: "2026-03-01"),
    ].map { try laptop.append($0) }
    for event in events { phone.clock.update(with: event.header.stamp) }
    return events
  }

  private func event(_ body: EventBody, at: String) -> EventDraft {
    EventDraft(plant, EventPayload(at: instant(at), body: body))
  }

  /// The due days of open tasks where both replicas' events meet.
  private func dueDays(
    _ beginning: [RecordedEvent], _ first: RecordedEvent,
    _ second: RecordedEvent
  ) throws -> [[String]] {
    try [[first, second], [second, first]].map { late in
      let fixture = try JournalFixture()
      try fixture.receive(beginning)
      for event in late { try fixture.receive([event]) }
      let now = instant("2026-03-09").instant
      return try fixture.journal.snapshot(clock: now) { snapshot in
        try snapshot.tasks(askedForBy: .latest).map(\.task.due.description)
      }
    }
  }

  private mutating func dueDays(
    laptop body: EventBody, at here: String, phone other: EventBody,
    at there: String
  ) throws -> [[String]] {
    let beginning = try beginning()
    let first = try laptop.append(event(body, at: here))
    let second = try phone.append(event(other, at: there))
    return try dueDays(beginning, first, second)
  }

  @Test mutating func aTaskDoneOnBothIsDoneOnce() throws {
    let care = EventBody.taskCompleted(.init(kind: .watering))
    #expect(
      try dueDays(
        laptop: care, at: "2026-03-08T09:00:00Z", phone: care,
        at: "2026-03-08T19:00:00Z")
        == [["2026-03-15"], ["2026-03-15"]])
  }

  @Test mutating func careOnTwoDaysCountsByTheLater() throws {
    let care = EventBody.taskCompleted(.init(kind: .watering))
    #expect(
      try dueDays(laptop: care, at: "2026-03-09", phone: care, at: "2026-03-08")
        == [["2026-03-16"], ["2026-03-16"]])
  }

  @Test mutating func aTaskSkippedOnBothIsSkippedOnce() throws {
    let skip = EventBody.taskSkipped(
      .init(kind: .watering, due: day("2026-03-08")))
    #expect(
      try dueDays(laptop: skip, at: "2026-03-07", phone: skip, at: "2026-03-08")
        == [["2026-03-15"], ["2026-03-15"]])
  }

  @Test mutating func aSnoozeOfWhatTheOtherDidEnds() throws {
    let snooze = EventBody.taskSnoozed(
      .init(
        kind: .watering, settled: day("2026-03-01"), until: day("2026-03-20")))
    let care = EventBody.taskCompleted(.init(kind: .watering))
    #expect(
      try dueDays(
        laptop: snooze, at: "2026-03-08", phone: care, at: "2026-03-08")
        == [["2026-03-15"], ["2026-03-15"]])
  }
}
