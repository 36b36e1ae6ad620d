import JournalTime
import Testing

@Suite struct TimeZoneRulesTests {
  private func rules(_ identifier: String) throws -> TimeZoneRules {
    try TimeZoneRules(identifier: identifier)
  }

  private func day(_ text: String) throws -> Day {
    try #require(Day(text))
  }

  @Test(arguments: [
    ("Europe/Paris", "2026-11-21", "2026-11-21T00:00:00+01:00"),
    ("Europe/Paris", "2060-07-01", "2060-07-01T00:00:00+02:00"),
    // Clocks went from 00:00 to 01:00.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00"),
    // They went back at 00:01, so the day began twice.
    ("America/St_Johns", "2006-10-29", "2006-10-29T00:00:00-02:30"),
    // A day that Samoa left out, and the one after it.
    ("Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-31", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-29", "2011-12-29T00:00:00-10:00"),
    ("UTC", "0001-01-01", "0001-01-01T00:00:00Z"),
    ("UTC", "9999-12-31", "9999-12-31T00:00:00Z"),
  ])
  func aDayStartsWhenTheCalendarFirstShowsIt(
    zone: String, day: String, start: String
  ) throws {
    let rules = try rules(zone)
    let instant = rules.startOfDay(try self.day(day))
    #expect(rules.offsetInstant(of: instant).description == start)
  }

  @Test(arguments: [
    ("Europe/Paris", "2026-03-29", "01:59", "2026-03-29T01:59:00+01:00"),
    ("Europe/Paris", "2026-03-29", "02:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-03-29", "02:30", "2026-03-29T03:30:00+02:00"),
    ("Europe/Paris", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"),
    ("Europe/Paris", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"),
    ("Europe/Paris", "2090-03-26", "02:30", "2090-03-26T03:30:00+02:00"),
    ("Australia/Lord_Howe", "2026-10-04", "02:10", "2026-10-04T02:40:00+11:00"),
    ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-05T01:45:00+11:00"),
    ("Pacific/Apia", "2011-12-30", "09:00", "2011-12-31T09:00:00+14:00"),
    ("Asia/Kathmandu", "2026-01-01", "09:00", "2026-01-01T09:00:00+05:45"),
  ])
  func aTimeOfADayIsTheFirstInstantThatShowsItOrTheOneAfterTheGap(
    zone: String, day: String, time: String, instant: String
  ) throws {
    let time = try #require(TimeOfDay(time))
    let found = try rules(zone).instant(of: try self.day(day), at: time)
    #expect(found.description == instant)
  }

  @Test func secondsInOldOffsetsAreRoundedToMinutes() throws {
    // The local mean time of Paris was 9 minutes 21 seconds, of New York
    // -4 hours 56 minutes 2 seconds.
    let old = Instant(milliseconds: -3_000_000_000_000)
    #expect(try rules("Europe/Paris").offset(at: old) == 561)
    #expect(try rules("Europe/Paris").offsetInstant(of: old).offsetMinutes == 9)
    let newYork = try rules("America/New_York")
    #expect(newYork.offset(at: old) == -17_762)
    #expect(newYork.offsetInstant(of: old).offsetMinutes == -296)
  }

  @Test func clocksShowLocalDayAndTime() throws {
    let instant = try #require(OffsetInstant("2026-11-21T23:59:59Z")).instant
    let kiritimati = try rules("Pacific/Kiritimati")
    #expect(kiritimati.localDay(of: instant).description == "2026-11-22")
    #expect(kiritimati.timeOfDay(of: instant).description == "13:59")
    #expect(TimeZoneRules.utc.localDay(of: instant) == instant.utcDay)
    let before = Instant(milliseconds: -1)
    #expect(TimeZoneRules.utc.timeOfDay(of: before).description == "23:59")
  }

  @Test func zonesAreEqualByName() throws {
    #expect(try rules("Europe/Paris") == rules("Europe/Paris"))
    #expect(try rules("Europe/Paris") != rules("Europe/Berlin"))
    #expect(try rules("UTC") == .utc)
    let zones: Set = [try rules("UTC"), .utc, try rules("Asia/Tehran")]
    #expect(zones.count == 2)
  }

  @Test(arguments: [
    "", "/etc/passwd", "../passwd", "Europe/../Paris", "Europe//Paris",
    "Europe/", "Europe/Paris ", "Europe/Par\u{0}is", "Zürich", ".", "A\nB",
    ":Europe/Paris", String(repeating: "a", count: 129),
  ])
  func namesThatCannotBeZonesAreRefused(name: String) {
    #expect(throws: TimeZoneError.invalidName(name)) {
      try TimeZoneRules(identifier: name)
    }
    #expect(throws: TimeZoneError.invalidName(name)) {
      try TimeZoneRules(identifier: name, tzif: TZifFixture().bytes)
    }
  }

  @Test(arguments: ["Europe/Atlantis", "Europe", "Europe/Paris/Louvre"])
  func aZoneThatIsNotInstalledIsReportedWithItsPath(name: String) {
    let error = #expect(throws: TimeZoneError.self) { try rules(name) }
    #expect("\(error, default: "")".contains("'\(name)'"))
    #expect("\(error, default: "")".contains("/\(name) is missing"))
  }

  @Test func aFileOfTheDatabaseThatIsNoZoneIsRefused() {
    let error = #expect(throws: TimeZoneError.self) { try rules("leapseconds") }
    #expect("\(error, default: "")".contains("'TZif'"))
  }
}
