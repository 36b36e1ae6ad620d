import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalCare

/// Rule 3 where a local day comes back: St. John's set its clocks back at one
/// minute past midnight, so that 2010-11-07 began, ended after a minute and
/// began again an hour later.
@Suite struct ClockChangeTests {
  // 00:00:30 on the 7th, before the change, and 23:30 on the 6th after it.
  private static let before = "2010-11-07T00:00:30-02:30"
  private static let after = "2010-11-06T23:30:00-03:30"

  private func garden(_ order: [String]) throws -> Garden {
    var garden = Garden.plant(addedAt: "2010-10-01")
    garden.calendar = try .inZone("America/St_Johns")
    garden.schedule(every: 7, at: "2010-10-01")
    for at in order { garden.care(at: at) }
    return garden
  }

  @Test func theZoneGoesBackAcrossMidnight() throws {
    let zone = try TimeZoneRules(identifier: "America/St_Johns")
    #expect(instant(Self.before).instant < instant(Self.after).instant)
    #expect(
      zone.localDay(of: instant(Self.before).instant) == day("2010-11-07"))
    #expect(
      zone.localDay(of: instant(Self.after).instant) == day("2010-11-06"))
  }

  @Test(arguments: [[before, after], [after, before]])
  func theGreatestDayCountsThoughItsInstantIsNotTheLatest(
    order: [String]
  ) throws {
    let garden = try garden(order)
    #expect(garden.settled() == "2010-11-07")
    #expect(garden.due() == "2010-11-14")
  }

  @Test func aSnoozeRestingOnTheGreatestDayIsInForce() throws {
    var garden = try garden([Self.before])
    garden.snooze(resting: "2010-11-07", until: "2010-11-20")
    garden.care(at: Self.after)
    #expect(garden.due() == "2010-11-20")
  }

  @Test func anotherZoneSeesTheSameEventsOnOtherDays() throws {
    var garden = try garden([Self.before, Self.after])
    garden.calendar = try .inZone("America/Los_Angeles")
    #expect(garden.settled() == "2010-11-06")
    garden.calendar = CareCalendar(zone: .utc)
    #expect(garden.settled() == "2010-11-07")
  }

  /// Against a plain model: every instant is kept, and the greatest day and
  /// the snoozes resting on it are searched in all of them.
  @Test(
    arguments: [
      "America/St_Johns", "America/Juneau", "Asia/Manila", "Pacific/Apia",
      "UTC",
    ], [1, 2, 3] as [UInt64])
  func whatIsKeptDecidesAsAllWould(zoneName: String, seed: UInt64) throws {
    let zone = try TimeZoneRules(identifier: zoneName)
    let calendar = CareCalendar(zone: zone)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let base = generator.pick([
        "2010-11-07T02:31:00Z", "1867-10-19T00:31:13Z", "1844-12-30T16:00:00Z",
        "2011-12-30T10:00:00Z", "2026-03-01T00:00:00Z",
      ])
      var model = CareModel(zone: zone)
      for _ in 0..<generator.int(1...25) {
        model.fold(generator.careEvent(around: instant(base).instant))
        let care = try #require(model.plant.care(.watering))
        #expect(
          calendar.settledDay(of: care) == model.settled, "seed \(seed)")
        #expect(
          calendar.snooze(of: care, restingOn: model.settled) == model.snooze,
          "seed \(seed)")
      }
    }
  }
}

/// Folds the slow way, beside the state under test.
private struct CareModel {
  let zone: TimeZoneRules
  private(set) var plant = PlantState()
  private var days: [Day] = []
  private var latest: Instant?
  private var skipped: Day?
  private var snoozes: [Recorded] = []

  /// A snooze, and what was settled before it.
  private struct Recorded {
    let body: TaskSnoozed
    let latest: Instant?
    let skipped: Day?
  }

  init(zone: TimeZoneRules) {
    self.zone = zone
  }

  var settled: Day? { days.max() }

  var snooze: Snooze? {
    let resting = snoozes.filter(isResting)
    return resting.last.map {
      Snooze(settled: settled, until: $0.body.until, count: resting.count)
    }
  }

  private func isResting(_ snooze: Recorded) -> Bool {
    let days = [snooze.latest.map(zone.localDay(of:)), snooze.skipped]
    guard let named = snooze.body.settled,
      let known = days.compactMap(\.self).max(),
      -1...1 ~= named.distance(to: known)
    else { return snooze.body.settled == settled }
    return known == settled
      || (snooze.latest == latest && snooze.skipped == skipped)
  }

  mutating func fold(_ payload: EventPayload) {
    plant.evolve(payload)
    let local = zone.localDay(of: payload.at.instant)
    switch payload.body {
    case .taskCompleted: days.append(local)
    case .taskSkipped(let body):
      days.append(max(local, body.due))
      skipped = max(skipped ?? body.due, body.due)
    case .taskSnoozed(let body):
      return snoozes.append(
        Recorded(body: body, latest: latest, skipped: skipped))
    default: return
    }
    latest = max(latest ?? payload.at.instant, payload.at.instant)
  }
}

extension SeededGenerator {
  /// Care, a skip or a snooze within three days of `base`, often at the same
  /// minutes.
  fileprivate mutating func careEvent(around base: Instant) -> EventPayload {
    let minutes = pick([0, 1, int(-90...90), int(-4_320...4_320)])
    // Of each minute one instant is kept, which is exact since 1972: before,
    // clocks were also set at odd seconds.
    let rest = base.milliseconds < 63_072_000_000 ? 0 : pick([0, 30_000, -1])
    let offset = Int64(minutes) * 60_000 + Int64(rest)
    let at = Instant(milliseconds: base.milliseconds + offset)
    let near = at.utcDay.advanced(by: int(-3...3))
    let body: EventBody =
      switch int(0...4) {
      case 0: .taskSkipped(.init(kind: .watering, due: near))
      case 1:
        .taskSnoozed(
          .init(
            kind: .watering, settled: maybe { _ in near },
            until: near.advanced(by: int(1...9))))
      default: .taskCompleted(.init(kind: .watering))
      }
    return EventPayload(
      at: OffsetInstant(instant: at, offsetMinutes: 0), body: body)
  }
}
