import JournalEvents
import JournalInput
import JournalTestSupport
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
    ("day after tomorrow", "2026-11-23"),
    ("the day before yesterday", "2026-11-19"), ("until monday", "2026-11-23"),
    ("next monday", "2026-11-23"), ("last monday", "2026-11-16"),
    ("next saturday", "2026-11-28"), ("last saturday", "2026-11-14"),
    ("next week", "2026-11-28"), ("last week", "2026-11-14"),
    ("in 10 days", "2026-12-01"), ("10 days ago", "2026-11-11"),
    ("in 2 weeks", "2026-12-05"), ("a week ago", "2026-11-14"),
    ("in a month", "2026-12-21"), ("3d from now", "2026-11-24"),
    ("3 days", "2026-11-24"), ("1 dec", "2026-12-01"),
    ("Dec 1", "2026-12-01"), ("1st of december", "2026-12-01"),
    ("21 nov", "2026-11-21"), ("20 nov", "2027-11-20"),
    ("dec 1, 2025", "2025-12-01"), ("1 sept 2026", "2026-09-01"),
    ("29 feb", "2028-02-29"), ("Saturday 2026-11-21", "2026-11-21"),
    ("on 2026-12-01", "2026-12-01"),
    ("25.12.2023", "2023-12-25"), ("3.4.2023", "2023-04-03"),
    ("25.12.", "2026-12-25"), ("1.2.", "2027-02-01"),
    ("until 21.11.", "2026-11-21"), ("29.2.", "2028-02-29"),
    ("friday 25.12.2026", "2026-12-25"), ("fri 25.12.", "2026-12-25"),
    ("Sat 2 Jan", "2027-01-02"), ("tue 23 nov 2027", "2027-11-23"),
  ])
  func daysAreReadAsPeopleSayThem(text: String, expected: String) throws {
    #expect(try DateInput.day(text, today: today).description == expected)
  }

  @Test(arguments: [
    ("monday", "2026-11-16"), ("saturday", "2026-11-14"),
    ("friday", "2026-11-20"), ("3d", "2026-11-18"), ("2 weeks", "2026-11-07"),
    ("1 dec", "2025-12-01"), ("21 nov", "2026-11-21"), ("29 feb", "2024-02-29"),
    ("25.12.", "2025-12-25"), ("20.11.", "2026-11-20"),
    ("next friday", "2026-11-27"), ("in 3 days", "2026-11-24"),
  ])
  func whatPointsNowhereItselfCanPointBack(text: String, expected: String)
    throws
  {
    let day = try DateInput.day(text, today: today, preferring: .past)
    #expect(day.description == expected)
  }

  @Test(arguments: [
    "", "mo", "3", "-3d", "+3d", "0d", "36501d", "99999999999999999999d", "d",
    "todayy", "٣d", "ago", "today ago", "next", "next 3d", "this friday",
    "next month", "december", "32 dec", "1 dec 26", "in monday", "until",
    "1.5d", "a", "2026", "monday tuesday", "1e3d",
  ])
  func whatIsNoDayIsRefused(text: String) {
    #expect(throws: DateInputError(text, .notADay)) {
      try DateInput.day(text, today: today)
    }
  }

  @Test(arguments: [
    "2026-02-30", "2025-02-29", "0000-01-01", "2026-13-01", "30 feb",
    "feb 29 2025", "30.02.2023", "31.11.",
  ])
  func aDateThatNoCalendarHasIsRefused(text: String) {
    #expect(throws: DateInputError(text, .impossible)) {
      try DateInput.day(text, today: today)
    }
  }

  @Test(arguments: [
    ("03/04/2026", ["2026-04-03", "2026-03-04"]),
    ("3.4.26", ["2026-04-03", "2026-03-04"]),
    ("12-01", ["2027-01-12", "2026-12-01"]), ("25/12", ["2026-12-25"]),
    ("25/12/2026", ["2026-12-25"]), ("2026-2-3", ["2026-02-03"]),
    ("2026/12/01", ["2026-12-01"]), ("99/99/2026", []),
  ])
  func anUnclearDateIsRefusedWithItsReadings(text: String, days: [String]) {
    let readings = days.compactMap { Day($0) }
    #expect(throws: DateInputError(text, .unclear(readings))) {
      try DateInput.day(text, today: today)
    }
  }

  /// `12.11` may be a day or ten past noon; a decimal is neither.
  @Test(
    arguments: [
      (
        "12.11",
        .unclearPoint(day("2027-11-12"), TimeOfDay(hour: 12, minute: 11))
      ), ("18.30", .unclearPoint(nil, TimeOfDay(hour: 18, minute: 30))),
      ("25.12", .unclearPoint(day("2026-12-25"), nil)),
      ("3.5", .unclearPoint(day("2027-05-03"), nil)),
      ("99.9", .unclearPoint(nil, nil)),
    ] as [(String, DateInputError.Problem)])
  func aDayWithoutItsLastPointIsRefused(
    text: String, problem: DateInputError.Problem
  ) {
    for text in [text, "until \(text)"] {
      #expect(throws: DateInputError(text, problem)) {
        try DateInput.day(text, today: today)
      }
    }
  }

  @Test func daysAreReadAsTheyAreShown() throws {
    for distance in -800...800 {
      let day = today.advanced(by: distance)
      let text = day.words(on: today)
      for direction in [DateInput.Direction.past, .future] {
        #expect(
          try DateInput.day(text, today: today, preferring: direction) == day,
          "\(text)")
      }
      let moment = paris.instant(
        of: day, at: TimeOfDay(minutesSinceMidnight: 905))
      let shown = paris.words(of: moment.instant, on: today, isAligned: true)
      #expect(
        try DateInput.instant(shown, now: now, zone: paris) == moment,
        "\(shown)")
    }
  }

  @Test(arguments: ["sun 21 nov", "sunday 21 nov 2026"])
  func aWeekdayThatIsNotThatOfItsDayIsRefused(text: String) throws {
    let date = try #require(Day(Self.today))
    #expect(throws: DateInputError(text, .otherWeekday(date))) {
      try DateInput.day(text, today: today)
    }
  }

  @Test func aWeekdayThatIsNotThatDatesIsRefused() throws {
    let date = try #require(Day("2026-11-21"))
    #expect(throws: DateInputError("sun 2026-11-21", .otherWeekday(date))) {
      try DateInput.day("sun 2026-11-21", today: today)
    }
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
    ("9:00", "2026-11-21T09:00:00+01:00"),
    (" 09:00", "2026-11-21T09:00:00+01:00"),
    ("monday 9am", "2026-11-16T09:00:00+01:00"),
    ("9:30 PM yesterday", "2026-11-20T21:30:00+01:00"),
    ("yesterday at noon", "2026-11-20T12:00:00+01:00"),
    ("yesterday 12pm", "2026-11-20T12:00:00+01:00"),
    ("12:30am", "2026-11-21T00:30:00+01:00"),
    ("1 nov 08:00", "2026-11-01T08:00:00+01:00"),
    ("20.11. 18:30", "2026-11-20T18:30:00+01:00"),
    ("25.12.2025", "2025-12-25T09:30:00+01:00"),
    ("2 hours ago", "2026-11-21T07:30:15.250+01:00"),
    ("30 min ago", "2026-11-21T09:00:15.250+01:00"),
    ("in 1h", "2026-11-21T10:30:15.250+01:00"),
    ("3 months ago", "2026-08-23T09:30:00+02:00"),
    // Clocks went forward over 02:30.
    ("2026-03-29 02:30", "2026-03-29T03:30:00+02:00"),
  ])
  func instantsAreReadInTheJournalsZone(text: String, expected: String) throws {
    let instant = try DateInput.instant(text, now: now, zone: paris)
    #expect(instant.description == expected)
  }

  @Test(arguments: [
    "24:00", "9:0", "yesterday 25:00", "", " ", "T", "2026-03-01T09:00:00",
    "soon", "at", "13pm", "0am", "9", "yesterday 9",
  ])
  func whatIsNoInstantIsRefused(text: String) {
    #expect(throws: DateInputError(text, .notAnInstant)) {
      try DateInput.instant(text, now: now, zone: paris)
    }
  }

  @Test(arguments: [
    ("2026-02-30", DateInputError.Problem.impossible),
    ("2026-02-30 09:00", .impossible), ("2026-02-30T09:00", .impossible),
    ("2026-02-30T09:00:00Z", .impossible),
    ("12am", .unclearTime), ("yesterday 12:00am", .unclearTime),
    ("midnight", .unclearTime), ("30m ago", .unclearUnit),
  ])
  func anUnclearInstantIsRefused(
    text: String, problem: DateInputError.Problem
  ) {
    #expect(throws: DateInputError(text, problem)) {
      try DateInput.instant(text, now: now, zone: paris)
    }
  }

  @Test(arguments: [
    ("daily", 1), ("everyOtherDay", 2), ("weekly", 7), ("Biweekly", 14),
    ("monthly", 30), ("quarterly", 90), ("7d", 7), ("2w", 14), ("1m", 30),
    ("10", 10), ("36500", 36_500), ("3 days", 3), ("every 2 weeks", 14),
    ("a week", 7), ("every 7d", 7), ("every weekly", 7), ("every week", 7),
    ("every other day", 2), ("Every second week", 14),
    ("a fortnight", 14), ("every fortnight", 14),
  ])
  func spansAreDays(text: String, days: Int) throws {
    #expect(try DateInput.span(text) == days)
  }

  @Test(arguments: [
    ("2w", "14d"), ("10 days", "10d"), ("weekly", "7d"), ("every week", "7d"),
    ("every 2 weeks", "14d"), ("3mo", "3mo"), ("1m", "1mo"),
    ("2 months", "2mo"), ("every month", "1mo"), ("Monthly", "1mo"),
    ("quarterly", "3mo"), ("yearly", "12mo"), ("1y", "12mo"), ("9", "9d"),
  ])
  func aRhythmIsReadAsPeopleSayIt(text: String, stored: String) {
    #expect(TaskRhythm(typed: text)?.description == stored)
  }

  @Test(arguments: ["", "0d", "0mo", "-1w", "often", "1201mo", "36501d", "mo"])
  func whatMeansNoRhythmIsRefused(text: String) {
    #expect(TaskRhythm(typed: text) == nil)
  }

  @Test(arguments: ["0", "-1", "+7", "36501", "7x", "1.5d", "", "d", "5216w"])
  func whatIsNoSpanIsRefused(text: String) {
    #expect(throws: DateInputError.self) { try DateInput.span(text) }
  }

  @Test(arguments: [
    ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"),
    ("yesterday", "2026-11-19T23:00:00Z", "2026-11-20T22:59:59.999Z"),
    ("2w ago", "2026-11-06T23:00:00Z", "2026-11-07T22:59:59.999Z"),
    ("3d", "2026-11-17T23:00:00Z", "2026-11-18T22:59:59.999Z"),
    ("1m", "2026-10-21T22:00:00Z", "2026-10-22T21:59:59.999Z"),
    ("friday", "2026-11-19T23:00:00Z", "2026-11-20T22:59:59.999Z"),
    ("yesterday 18:00", "2026-11-20T17:00:00Z", "2026-11-20T17:00:00Z"),
    (
      "2026-03-29T10:00:00+02:00", "2026-03-29T08:00:00Z",
      "2026-03-29T08:00:00Z"
    ),
  ])
  func aBoundIsTheEndOfItsDayThatWasAskedFor(
    text: String, start: String, end: String
  ) throws {
    let first = try DateInput.bound(text, .start, now: now, zone: paris)
    #expect(first.rfc3339 == start)
    let last = try DateInput.bound(text, .end, now: now, zone: paris)
    #expect(last.rfc3339 == end)
  }

  @Test func theLastDayOfTheCalendarHasAnEnd() throws {
    let last = try DateInput.bound("9999-12-31", .end, now: now, zone: .utc)
    #expect(last.rfc3339 == "9999-12-31T23:59:59.999Z")
  }

  @Test(arguments: [
    ("soon", DateInputError.Problem.notAMoment), ("2026-02-30", .impossible),
    ("midnight", .unclearTime), ("30m ago", .unclearUnit),
    ("since 2m ago", .unclearUnit),
  ])
  func whatIsNoBoundIsRefused(text: String, problem: DateInputError.Problem) {
    #expect(throws: DateInputError(text, problem)) {
      try DateInput.bound(text, .end, now: now, zone: paris)
    }
  }

  @Test func theClockIsSetToTheMillisecondOnly() throws {
    let text = "2026-11-21T09:00:00.500Z"
    #expect(try DateInput.exactInstant(text).description == text)
    #expect(throws: DateInputError("2026-11-21", .notExact)) {
      try DateInput.exactInstant("2026-11-21")
    }
  }

  /// Any day or instant that the program prints can be typed again.
  @Test(arguments: [UInt64(1), 2, 3])
  func whatIsPrintedIsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let today = Day(number: .random(in: -50_000...50_000, using: &generator))
      let distance = Int.random(in: 1...36_500, using: &generator)
      let day = today.advanced(by: -distance)
      for text in [
        "\(day)", "\(day.weekdayName) \(day)", "\(distance) days ago",
        "\(distance)d ago",
      ] {
        #expect(
          try DateInput.day(text, today: today) == day, "seed \(seed): \(text)")
      }
      let now = Instant(
        milliseconds: .random(in: 0...4_000_000_000_000, using: &generator))
      let local = paris.offsetInstant(of: now)
      #expect(
        try DateInput.instant("\(local)", now: now, zone: paris) == local,
        "seed \(seed): \(local)")
    }
  }

  /// Nothing that can be typed ends the program.
  @Test(arguments: [UInt64(4), 5])
  func noPhraseCrashes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "next", "last", "in", "ago", "3", "3d", "a", "week", "monday", "dec",
      "1st", "2026", "2026-12-01", "12-01", "at", "9", "am", "9am", "18:00",
      "until", "the", "of", "from", "now", "99999999999999999999", ":", "-",
      "/", "25.12.", "25.12.2026", "18.30", ".", "é", "\u{301}", "m", "h",
      "1e9", "36500d",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...4, using: &generator)
      let text = (0..<count).map { _ in
        words.randomElement(using: &generator) ?? ""
      }.joined(separator: " ")
      _ = try? DateInput.day(text, today: today)
      _ = try? DateInput.span(text)
      _ = try? DateInput.written(text)
      _ = try? DateInput.instant(text, now: now, zone: paris)
      _ = try? DateInput.bound(text, .end, now: now, zone: paris)
    }
  }

  @Test(arguments: [
    ("2023-12-25", "2023-12-25"), ("2023/12/25", "2023-12-25"),
    ("2023-1-5", "2023-01-05"), ("25.12.2023", "2023-12-25"),
    ("3.4.2023", "2023-04-03"), ("12/25/2023", "2023-12-25"),
    ("25/12/2023", "2023-12-25"), ("4/4/2023", "2023-04-04"),
    ("15 Nov 2026", "2026-11-15"), ("Nov 15, 2026", "2026-11-15"),
    ("15. november 2026", "2026-11-15"), ("15-Nov-2026", "2026-11-15"),
    ("1st of December 2026", "2026-12-01"),
    ("25.12.2023 18:30", "2023-12-25 18:30"),
    ("25.12.2023, 18:30:05", "2023-12-25 18:30"),
    ("12/25/2023 6:30 PM", "2023-12-25 18:30"),
  ])
  func listsHaveDaysThatNoTodayChanges(text: String, moment: String) throws {
    let (day, time) = try DateInput.written(text)
    #expect("\(day)" + (time.map { " \($0)" } ?? "") == moment)
  }

  @Test(
    arguments: [
      ("03/04/2023", .unclear([day("2023-04-03"), day("2023-03-04")])),
      ("3-4-2023", .unclear([day("2023-04-03"), day("2023-03-04")])),
      ("30.02.2023", .impossible), ("31 nov 2026", .impossible),
      ("2023-13-13", .impossible), ("25.12.23", .notADay),
      ("25.12.", .notADay), ("25 Dec", .notADay), ("15-Nov-26", .notADay),
      ("yesterday", .notADay), ("monday", .notADay), ("3d ago", .notADay),
      ("", .notADay), ("18:30", .notADay), ("1.2.3.4", .notADay),
      ("12/25/2023 midnight", .unclearTime),
    ] as [(String, DateInputError.Problem)])
  func whatIsNoSuchDayIsRefused(text: String, problem: DateInputError.Problem) {
    #expect(throws: DateInputError(text, problem)) {
      try DateInput.written(text)
    }
  }
}
