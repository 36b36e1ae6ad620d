import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

struct CareStatisticsTests {
  private static let period = day("2026-01-01")...day("2026-12-31")

  /// Whatever happened: the parts are the whole, and the whole is what the
  /// audits say, counted one by one.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func theFiguresAreARecount(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var statistics = CareStatistics(of: Self.period)
    var audits: [CareAudit] = []
    for _ in 0..<random.int(0...4) {
      let found = Self.audits(using: &random)
      statistics.add(found)
      audits += found
    }
    for kind in statistics.kinds {
      let cares = audits.filter { $0.kind == kind }
      for month in statistics.months {
        let tally = statistics.tally(of: kind, in: month)
        let given = cares.flatMap(\.given).filter { month.contains($0.day) }
        let scheduled = given.compactMap(\.lateness)
        #expect(tally.given == given.count, "seed \(seed)")
        #expect(tally.onTime == scheduled.count { $0 <= 1 }, "seed \(seed)")
        #expect(tally.late == scheduled.count { $0 > 1 }, "seed \(seed)")
        #expect(
          tally.missed == cares.flatMap(\.missed).count(where: month.contains),
          "seed \(seed)")
        #expect(
          tally.skipped
            == cares.flatMap(\.skipped).count(where: month.contains),
          "seed \(seed)")
      }
    }
    var byMonth = CareTally()
    for month in statistics.months { byMonth += statistics.total(in: month) }
    var byKind = CareTally()
    for kind in statistics.kinds { byKind += statistics.total(of: kind) }
    var byAudit = CareTally()
    for audit in audits { byAudit += audit.tally }
    #expect(byMonth == statistics.total, "seed \(seed)")
    #expect(byKind == statistics.total, "seed \(seed)")
    #expect(byAudit == statistics.total, "seed \(seed)")
    #expect(statistics.months.count == 12)
  }

  @Test func theMostGivenKindComesFirst() {
    var statistics = CareStatistics(of: Self.period)
    let cares: [(TaskKind, Int)] = [
      (.fertilizing, 1), (.watering, 3), (.misting, 1),
    ]
    statistics.add(
      Self.audits(
        of: cares.flatMap { kind, count in
          (1...count).map { (kind, "2026-02-0\($0)") }
        }))
    #expect(statistics.kinds == [.watering, .fertilizing, .misting])
  }

  private static func audits(
    of cares: [(kind: TaskKind, day: String)]
  ) -> [CareAudit] {
    var bodies: [(String, EventBody)] = [
      ("2026-01-01", .plantAdded(.init(scientificName: "Hoya carnosa")))
    ]
    bodies += cares.map { ($0.day, .taskCompleted(.init(kind: $0.kind))) }
    return audits(of: bodies)
  }

  private static func audits(
    using random: inout SeededGenerator
  ) -> [CareAudit] {
    var bodies: [(String, EventBody)] = [
      ("2026-01-01", .plantAdded(.init(scientificName: "Hoya carnosa")))
    ]
    for _ in 0..<random.int(0...40) {
      let on = period.lowerBound.advanced(by: random.int(-20...380))
      let kind = random.pick([TaskKind.watering, .misting])
      let body: EventBody =
        switch random.int(0...5) {
        case 0:
          .scheduleSet(.init(kind: kind, intervalDays: random.int(1...20)))
        case 1: .taskSkipped(.init(kind: kind, due: on))
        default: .taskCompleted(.init(kind: kind))
        }
      bodies.append((on.description, body))
    }
    return audits(of: bodies)
  }

  private static func audits(of bodies: [(String, EventBody)]) -> [CareAudit] {
    let keeper: WriterID = id(1)
    var auditor = CareAuditor(
      calendar: CareCalendar(zone: .utc), period: period,
      today: day("2027-01-01"), grace: 1)
    return auditor.audit(
      bodies.map { (EventPayload(at: instant($0), body: $1), keeper) })
  }
}

extension CalendarMonth {
  fileprivate func contains(_ day: Day) -> Bool {
    day.description.hasPrefix(description)
  }
}
