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
    let today = instant(
      day("2026-06-01").advanced(by: random.int(0...40)).description
    ).instant
    for asOf in [nil, today] {
      try fixture.journal.snapshot(
        now: today, clock: today, asOf: asOf.map { moment in { _ in moment } }
      ) { snapshot in
        let expected = try Self.expected(snapshot)
        let found = try snapshot.openTasks(by: snapshot.today)
        #expect(Set(found) == expected, "seed \(seed)")
        #expect(found.count == expected.count, "seed \(seed)")
      }
    }
    #expect(try fixture.rebuildDifferences() == [], "seed \(seed)")
  }

  private static let now = instant("2026-06-01").instant

  private static func expected(
    _ snapshot: borrowing Snapshot
  ) throws -> Set<DueEntry> {
    let today = snapshot.today
    var all: [DueEntry] = []
    var rounds = WateringRounds(from: today, by: snapshot.settings.gathering)
    try snapshot.forEachDue(in: .earliest ... .latest) { entry in
      if entry.task.gathersFrom != nil { rounds.add(entry.task, as: all.count) }
      all.append(entry)
      return true
    }
    let gathered = rounds.next(through: today)?.waterings ?? []
    let due = all.indices.filter { all[$0].task.due <= today }
    return Set(
      Set(gathered + due).map { number in
        let entry = all[number]
        return DueEntry(
          plant: entry.plant,
          task: entry.task.shown(
            on: min(entry.task.due, today), at: TimeOfDay("07:30")),
          plantName: entry.plantName, room: entry.room, facts: entry.facts)
      })
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
