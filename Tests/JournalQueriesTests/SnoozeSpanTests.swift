import JournalCare
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@Suite struct SnoozeSpanTests {
  /// Returns the spans for a plant that was watered on 2026-03-01, on a later
  /// day.
  private func spans(
    every days: Int, on now: String, besides others: [EventBody] = []
  ) throws -> [SnoozeSpan]? {
    let fixture = try ViewFixture()
    var writer = TestWriter(7)
    let plant: PlantID = id(1)
    let bodies: [EventBody] = [
      .plantAdded(PlantAdded(scientificName: "Hoya")),
      .scheduleSet(ScheduleSet(kind: .watering, intervalDays: days)),
      .taskCompleted(TaskCompleted(kind: .watering)),
    ]
    let at = instant("2026-03-01")
    try fixture.receive(
      try (bodies + others).map { body in
        let isSetting = body.type == .settingChanged
        return try writer.append(
          EventDraft(
            isSetting ? .journal : plant, EventPayload(at: at, body: body)),
          wall: at.instant)
      })
    return try fixture.ask(at: now) { snapshot in
      let page = try snapshot.plantPages(of: PlantChoice(names: ["Hoya"]))
      return try page.first?.tasks.first.map {
        try snapshot.snoozeSpans(of: $0.entry)
      }
    }
  }

  @Test func noneEndsAfterTheNextDueDay() throws {
    #expect(try spans(every: 1, on: "2026-03-02") == [.day])
    #expect(try spans(every: 3, on: "2026-03-04") == [.day, .threeDays])
    #expect(
      try spans(every: 14, on: "2026-03-15")
        == [.day, .threeDays, .week, .twoWeeks])
    #expect(
      try spans(every: 30, on: "2026-03-31") == SnoozeSpan.allCases)
    // What is overdue is due again one interval after today.
    #expect(try spans(every: 3, on: "2026-03-20") == [.day, .threeDays])
  }

  @Test func eachPostponesTheTask() throws {
    #expect(try spans(every: 7, on: "2026-03-05") == [.week])
    #expect(try spans(every: 90, on: "2026-03-05") == [])
    // It is due on a Sunday, and was gathered to the Tuesday before.
    let gathered = EventBody.settingChanged(
      SettingChanged(key: "groupWateringDays", value: .text("tuesday")))
    #expect(
      try spans(every: 14, on: "2026-03-10", besides: [gathered])
        == [.week, .twoWeeks])
  }

  @Test func aSnoozeCanBeShortened() throws {
    let snooze = EventBody.taskSnoozed(
      TaskSnoozed(
        kind: .watering, settled: day("2026-03-01"),
        until: day("2026-03-15")))
    #expect(
      try spans(every: 7, on: "2026-03-08", besides: [snooze])
        == [.day, .threeDays])
    #expect(
      try spans(every: 7, on: "2026-03-09", besides: [snooze])
        == [.day, .threeDays, .week])
  }
}
