import Testing

@testable import JournalTime

@Suite struct POSIXTimeZoneTests {
  private func zone(_ text: String) throws -> POSIXTimeZone {
    try #require(POSIXTimeZone(ascii: text.utf8), "\(text)")
  }

  private func second(_ text: String) throws -> Int64 {
    try #require(OffsetInstant(text)).instant.seconds
  }

  @Test(arguments: [
    // The last Sundays of March and October, at 01:00 UTC.
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T01:00:00Z", 3_600, 7_200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T01:00:00Z", 7_200, 3_600),
    // Half an hour of daylight time, over New Year.
    (
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2040-10-07T02:00:00+10:30",
      37_800, 39_600
    ),
    (
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2041-04-07T02:00:00+11:00",
      39_600, 37_800
    ),
    // Godthab: the Saturday before the last Sunday, by negative hours.
    (
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z", -7_200, -3_600
    ),
    // Gaza's rule once had hours beyond a day: 50 hours into a Thursday.
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2030-03-30T00:00:00Z", 7_200, 10_800),
    // Dublin calls its summer standard.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2030-10-27T01:00:00Z", 3_600, 0),
    // J60 is the 1st of March in every year; 59 is the 29th of February.
    ("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 0, 3_600),
    ("AAA0BBB,59/0,J300/0", "2028-02-29T00:00:00Z", 0, 3_600),
    // Without a rule, that of the United States.
    ("EST5EDT", "2030-03-10T07:00:00Z", -18_000, -14_400),
  ])
  func offsetsChangeWhenTheRuleSays(
    rule: String, change: String, before: Int, after: Int
  ) throws {
    let zone = try zone(rule)
    let second = try second(change)
    #expect(zone.offset(at: second - 1) == before)
    #expect(zone.offset(at: second) == after)
    #expect(zone.nextTransition(after: second - 1) == second)
    #expect(zone.nextTransition(after: second) != second)
  }

  /// The examples of RFC 8536, 3.3.1, for daylight time all year.
  @Test(arguments: ["XXX3EDT4,0/0,J365/23", "XXX3EDT4,0/0,J365/23:00:00"])
  func daylightTimeMayLastAllYear(rule: String) throws {
    let zone = try zone(rule)
    let newYear = try second("2031-01-01T00:00:00-04:00")
    for second in newYear - 7_200...newYear + 7_200 {
      #expect(zone.offset(at: second) == -14_400)
    }
  }

  @Test func aRuleWithoutDaylightTimeNeverChanges() throws {
    let zone = try zone("<+0545>-5:45")
    #expect(zone.offset(at: .min) == 20_700)
    #expect(zone.offset(at: .max) == 20_700)
    #expect(zone.nextTransition(after: 0) == nil)
  }

  @Test func aRuleGoesOnToTheEndOfTheCalendar() throws {
    let zone = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(zone.offset(at: try second("9999-07-01T00:00:00Z")) == 7_200)
    #expect(zone.offset(at: try second("9999-12-31T23:59:59Z")) == 3_600)
    #expect(zone.offset(at: .max) == 3_600)
    #expect(zone.offset(at: .min) == 3_600)
    #expect(zone.nextTransition(after: .max) == nil)
  }

  @Test(arguments: [
    "", "CET", "CE-1", "-1", "CET-25", "CET-1CEST,", "CET-1CEST,M3.5.0",
    "CET-1CEST,M3.5.0,", "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M3.6.0,M4.1.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J300", "CET-1CEST,J366,J300",
    "CET-1CEST,366,300", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1:60",
    "CET-1CEST,M3.5.0,M10.5.0 ", "<+01-1", "CET-1<", "CET-1CE,M3.5.0,M10.5.0",
    "CET-1CEST,M3.5.0,M10.5.0/", "CET--1", "CET-1CEST,M13.1.0,M4.1.0",
    "CET-0001", ":Europe/Paris",
  ])
  func textThatIsNoRuleIsRefused(text: String) {
    #expect(POSIXTimeZone(ascii: text.utf8) == nil)
  }
}
