import JournalInput
import JournalTime
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct DateErrorTests {
  private func text(
    _ input: String, _ problem: DateInputError.Problem
  ) -> String {
    ErrorReport(describing: DateInputError(input, problem))
      .text(for: Terminal(isTerminal: false))
  }

  @Test func anUnclearDateIsSpelledOut() throws {
    let april = try #require(Day("2026-04-03"))
    let march = try #require(Day("2026-03-04"))
    #expect(
      text("03/04/2026", .unclear([april, march])) == """
        plantguide: error: '03/04/2026' could be more than one day
        hint: write 2026-04-03 for the 3 April 2026 or 2026-03-04 for the \
        4 March 2026

        """)
    #expect(
      text("2026-4-3", .unclear([april])) == """
        plantguide: error: '2026-4-3' is not a known form of a date
        hint: write 2026-04-03 for the 3 April 2026

        """)
  }

  @Test func aDayWithoutItsLastPointIsSpelledOut() throws {
    let day = try #require(Day("2026-11-12"))
    let time = try #require(TimeOfDay(hour: 12, minute: 11))
    #expect(
      text("12.11", .unclearPoint(day, time)) == """
        plantguide: error: '12.11' could be a day or a time
        hint: write 12.11. for the 12 November 2026 or 12:11 for the time

        """)
    #expect(
      text("12.11", .unclearPoint(day, nil)) == """
        plantguide: error: '12.11' is not a known form of a date
        hint: write 12.11. for the 12 November 2026

        """)
    #expect(
      text("12.11", .unclearPoint(nil, time)) == """
        plantguide: error: '12.11' is not a known form of a time
        hint: write 12:11 for the time

        """)
  }

  @Test func whatIsNoDayBringsExamples() {
    let hint = """
      hint: write today, yesterday, monday, 3d, 3d ago, '1 dec' or \
      2026-03-01; see 'plantguide help dates'

      """
    #expect(
      text("soon", .notADay)
        == "plantguide: error: 'soon' is not a day\n" + hint)
    #expect(
      text("2026-02-30", .impossible)
        == "plantguide: error: '2026-02-30' is a date that does not exist\n"
        + hint)
    #expect(
      text("99/99", .unclear([]))
        == "plantguide: error: '99/99' is not a known form of a date\n"
        + hint)
  }

  @Test func whatIsNoTimeBringsExamples() throws {
    let day = try #require(Day("2026-11-21"))
    #expect(
      text("12am", .unclearTime) == """
        plantguide: error: '12am' could be the beginning or the end of a day
        hint: write 00:00 of the day that begins, or 23:59 of the one that ends

        """)
    #expect(
      text("30m ago", .unclearUnit) == """
        plantguide: error: '30m ago' could be minutes or months
        hint: write '30min ago' or '30 months ago'

        """)
    #expect(
      text("sun 2026-11-21", .otherWeekday(day)) == """
        plantguide: error: 'sun 2026-11-21' does not agree: 2026-11-21 is a \
        Saturday
        hint: write 2026-11-21, or the weekday alone

        """)
    #expect(
      text("soon", .notAnInstant) == """
        plantguide: error: 'soon' is not a point in time
        hint: write yesterday, 18:00, 'yesterday 18:00', '2 hours ago', \
        2026-03-01 or 2026-03-01T09:00:00+01:00; see 'plantguide help dates'

        """)
    #expect(
      text("soon", .notAMoment) == """
        plantguide: error: 'soon' is neither a day nor a point in time
        hint: write yesterday, '2w ago', 2026-03-01, 'yesterday 18:00' or \
        2026-03-01T09:00:00+01:00; see 'plantguide help dates'

        """)
  }

  @Test func exactInstantsAndSpansSayTheirForm() {
    #expect(
      text("2026-11-21", .notExact) == """
        plantguide: error: '2026-11-21' is not an instant with its offset
        hint: write it as 2026-03-01T09:00:00+01:00 or 2026-03-01T08:00:00Z

        """)
    #expect(
      text("0d", .notASpan) == """
        plantguide: error: '0d' is not a number of days from 1 to 36500
        hint: write daily, weekly, monthly, 7d, 2w, 1m (30 days) or 10

        """)
    #expect(
      text("2026-13", .notAMonth) == """
        plantguide: error: '2026-13' is not a month
        hint: write 2026-12, december, or a day such as 2026-12-24

        """)
  }
}
