import JournalTime
import Testing

@testable import PlantGuideCLI

struct DateInputTests {
  /// A Saturday.
  private static let today = "2026-11-21"
  private let today: Day
  private let now: Instant
  private let paris: TimeZoneRules

  init() throws {
    today = try #require(Day(Self.today))
    now = try #require(OffsetInstant("2026-11-21T09:30:15.250+01:00")).instant
    paris = try TimeZoneRules(identifier: "Europe/Paris")
  }

  @Test(arguments: [
    ("today", "2026-11-21"), ("Yesterday", "2026-11-20"),
    ("tomorrow", "2026-11-22"), ("3d", "2026-11-24"), ("2w", "2026-12-05"),
    ("1m", "2026-12-21"), ("3d ago", "2026-11-18"), ("1W Ago", "2026-11-14"),
    ("monday", "2026-11-23"), ("sat", "2026-11-28"), ("sunday", "2026-11-22"),
    ("2026-03-01", "2026-03-01"), ("2024-02-29", "2024-02-29"),
  ])
  func daysAreReadAsPeopleSayThem(text: String, expected: String) throws {
    #expect(try DateInput.day(text, today: today).description == expected)
  }

  @Test(arguments: [
    ("monday", "2026-11-16"), ("saturday", "2026-11-14"),
    ("friday", "2026-11-20"), ("3d", "2026-11-24"),
  ])
  func weekdaysCanPointBack(text: String, expected: String) throws {
    let day = try DateInput.day(text, today: today, preferring: .past)
    #expect(day.description == expected)
  }

  @Test(arguments: [
    ("2026-02-30", "'2026-02-30' is a date that no calendar has"),
    ("2025-02-29", "'2025-02-29' is a date that no calendar has"),
    ("0000-01-01", "'0000-01-01' is a date that no calendar has"),
    ("2026-2-3", "'2026-2-3' is not a day"), ("", "'' is not a day"),
    ("mo", "'mo' is not a day"), ("3", "'3' is not a day"),
    ("-3d", "'-3d' is not a day"), ("+3d", "'+3d' is not a day"),
    ("0d", "'0d' is not a day"), ("36501d", "'36501d' is not a day"),
    (
      "99999999999999999999d", "'99999999999999999999d' is not a day"
    ),
    ("d", "'d' is not a day"), ("3d from now", "'3d from now' is not a day"),
    ("todayy", "'todayy' is not a day"), ("٣d", "'٣d' is not a day"),
    ("ago", "'ago' is not a day"), ("today ago", "'today ago' is not a day"),
  ])
  func whatIsNoDayIsRefused(text: String, message: String) {
    let error = #expect(throws: DateInputError.self) {
      try DateInput.day(text, today: today)
    }
    #expect(error?.description == message)
    #expect(error?.hint.contains("2026-03-01") == true)
  }

  @Test(arguments: [
    ("2026-03-01T09:00:00-05:00", "2026-03-01T09:00:00-05:00"),
    ("now", "2026-11-21T09:30:15.250+01:00"),
    ("today", "2026-11-21T09:30:15.250+01:00"),
    ("yesterday", "2026-11-20T09:30:00+01:00"),
    ("yesterday 18:00", "2026-11-20T18:00:00+01:00"),
    ("2026-07-01 09:00", "2026-07-01T09:00:00+02:00"),
    ("2026-07-01T09:00", "2026-07-01T09:00:00+02:00"),
    ("2026-07-01", "2026-07-01T09:30:00+02:00"),
    ("07:15", "2026-11-21T07:15:00+01:00"),
    ("2d ago 07:15", "2026-11-19T07:15:00+01:00"),
    ("monday 20:00", "2026-11-16T20:00:00+01:00"),
    // Clocks went forward over 02:30.
    ("2026-03-29 02:30", "2026-03-29T03:30:00+02:00"),
  ])
  func instantsAreReadInTheJournalsZone(text: String, expected: String) throws {
    let instant = try DateInput.instant(text, now: now, zone: paris)
    #expect(instant.description == expected)
  }

  @Test(arguments: [
    "2026-02-30", "2026-02-30 09:00", "2026-02-30T09:00:00Z", "24:00", "9:00",
    "yesterday 25:00", " 09:00", "", " ", "T", "2026-03-01T09:00:00",
    "soon",
  ])
  func whatIsNoInstantIsRefused(text: String) {
    let error = #expect(throws: DateInputError.self) {
      try DateInput.instant(text, now: now, zone: paris)
    }
    let isImpossible = text.hasPrefix("2026-02-30")
    #expect(
      error?.reason
        == (isImpossible
          ? "is a date that no calendar has" : "is not a point in time"))
  }

  @Test(arguments: [
    ("daily", 1), ("everyOtherDay", 2), ("weekly", 7), ("Biweekly", 14),
    ("monthly", 30), ("quarterly", 90), ("7d", 7), ("2w", 14), ("1m", 30),
    ("10", 10), ("36500", 36_500),
  ])
  func spansAreDays(text: String, days: Int) throws {
    #expect(try DateInput.span(text) == days)
  }

  @Test(arguments: ["0", "-1", "+7", "36501", "7x", "1.5d", "", "d", "5216w"])
  func whatIsNoSpanIsRefused(text: String) {
    #expect(throws: DateInputError.self) { try DateInput.span(text) }
  }

  @Test func aDateToLookBackToMeansItsEnd() throws {
    let end = try DateInput.moment(asOf: "2026-03-29", zone: paris)
    #expect(end.rfc3339 == "2026-03-29T21:59:59.999Z")
    let exact = try DateInput.moment(
      asOf: "2026-03-29T10:00:00+02:00", zone: paris)
    #expect(exact.rfc3339 == "2026-03-29T08:00:00Z")
    let last = try DateInput.moment(asOf: "9999-12-31", zone: .utc)
    #expect(last.rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(throws: DateInputError.self) {
      try DateInput.moment(asOf: "yesterday", zone: paris)
    }
  }

  @Test func theClockIsSetToTheMillisecondOnly() throws {
    let text = "2026-11-21T09:00:00.500Z"
    #expect(try DateInput.exactInstant(text).description == text)
    let error = #expect(throws: DateInputError.self) {
      try DateInput.exactInstant("2026-11-21")
    }
    #expect(
      error?.description
        == "'2026-11-21' is not an instant with its offset")
  }
}
