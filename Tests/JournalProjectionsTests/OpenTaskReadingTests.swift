import JournalCare
import JournalEvents
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// The tasks that views show are read from indices; here they are held
/// against all tasks gathered at once.
@Suite struct OpenTaskReadingTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func wateringsAreGatheredFromWhatIsRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try JournalFixture()
    try fixture.journal.write(.test(now: Self.now)) { session in
      let parts = Self.parts(using: &random)
      _ = try session.append(parts)
    }
    let offset = random.int(0...40)
    for asOf in [nil, Self.now] {
      try fixture.journal.snapshot(
        now: Self.now, clock: Self.now,
        asOf: asOf.map { moment in { _ in moment } }
      ) { snapshot in
        let last = snapshot.today.advanced(by: offset)
        let expected = try Self.expected(snapshot, last)
        let found = try snapshot.openTasks(through: last, on: snapshot.today)
        #expect(Set(found) == expected, "seed \(seed)")
        #expect(found.count == expected.count, "seed \(seed)")
      }
    }
    #expect(try fixture.rebuildDifferences() == [], "seed \(seed)")
  }

  private static let now = instant("2026-06-01").instant

  private static func expected(
    _ snapshot: borrowing Snapshot, _ last: Day
  ) throws -> Set<DueEntry> {
    var all: [DueEntry] = []
    try snapshot.forEachDue(in: .earliest ... .latest) { entry in
      all.append(entry)
      return true
    }
    let groups = WateringGroups(
      of: all.map(\.task), on: snapshot.today, by: snapshot.settings.gathering)
    return Set(
      all.map { entry in
        DueEntry(
          plant: entry.plant,
          task: entry.task.shown(
            on: groups.day(of: entry.task), at: TimeOfDay("07:30")),
          plantName: entry.plantName, room: entry.room, facts: entry.facts)
      }.filter { $0.task.due <= last })
  }

  private static func parts(
    using random: inout SeededGenerator
  ) -> [ActionPart] {
    var parts: [ActionPart] = [
      setting(
        "groupWateringDays",
        random.maybe { .text($0.one(in: 2) ? "Wed,Sat" : "Sun") }
          ?? .bool(true)),
      setting("preferredTime", .text("07:30")),
    ]
    for number in 1...UInt8(random.int(2...25)) {
      let plant: PlantID = id(number)
      let bodies: [EventBody?] = [
        .plantAdded(.init(scientificName: "Ficus")),
        .scheduleSet(
          .init(
            kind: .watering, intervalDays: random.int(1...40),
            time: random.one(in: 4) ? TimeOfDay("18:00") : nil,
            startOn: day("2026-05-20").advanced(by: random.int(0...60)))),
        random.maybe {
          .scheduleSet(.init(kind: .misting, intervalDays: $0.int(1...9)))
        },
        random.maybe {
          .taskSnoozed(
            .init(
              kind: .watering, settled: nil,
              until: day("2026-05-25").advanced(by: $0.int(0...30))))
        },
        random.one(in: 9) ? .plantRemoved(.init(reason: .died)) : nil,
      ]
      for body in bodies.compactMap(\.self) {
        parts.append((plant, EventPayload(body: body)))
      }
    }
    return parts
  }

  private static func setting(_ key: String, _ value: SettingValue)
    -> ActionPart
  {
    (
      .journal,
      EventPayload(body: .settingChanged(.init(key: key, value: value)))
    )
  }
}
