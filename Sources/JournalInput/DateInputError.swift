package import ErrorKit
package import JournalTime

/// A day, an instant or a span that is not understood.
package struct DateInputError: DescribedError, Sendable, Hashable {
  /// What is wrong with it.
  package enum Problem: Error, Hashable {
    /// It names no day.
    case notADay
    /// It is well written, and no calendar has it.
    case impossible
    /// It could be any of these days, or is written in no known order.
    case unclear([Day])
    /// `12.11`: a day without its last point, a time, or neither.
    case unclearPoint(Day?, TimeOfDay?)
    /// `12am` and the like.
    case unclearTime
    /// `30m ago`: months in a span of days, minutes to who gives a time.
    case unclearUnit
    /// The weekday beside the date is not that day's.
    case otherWeekday(Day)
    /// It names no point in time.
    case notAnInstant
    /// It is no instant of RFC 3339.
    case notExact
    /// It names neither a day nor a point in time.
    case notAMoment
    /// It counts no days.
    case notASpan
    /// It names no month.
    case notAMonth
  }

  /// What was typed.
  package let text: String
  /// What is wrong with it.
  package let problem: Problem

  package init(_ text: String, _ problem: Problem) {
    self.text = text
    self.problem = problem
  }

  package var facts: ErrorFacts {
    let (reason, hint) = problem.words
    return .init(.invalidInput, "'\(text)' \(reason)", hint)
  }
}

extension DateInputError.Problem {
  /// What is wrong, to follow the text, and what to write instead.
  fileprivate var words: (reason: String, hint: Remedy) {
    switch self {
    case .notADay: ("is not a day", Self.days)
    case .impossible: ("is a date that no calendar has", Self.days)
    case .unclear(let readings):
      (
        readings.count > 1
          ? "could be more than one day" : "is not how a date is written here",
        readings.isEmpty
          ? Self.days
          : .text(
            "write "
              + readings.map { "\($0) for the \($0.longName)" }.alternatives)
      )
    case .unclearPoint(let day, let time):
      (
        day != nil && time != nil
          ? "could be a day or a time"
          : "is not how a \(time == nil ? "date" : "time") is written here",
        day == nil && time == nil
          ? Self.days
          : .text(
            "write "
              + [
                day.map { "\($0.day).\($0.month). for the \($0.longName)" },
                time.map { "\($0) for the time" },
              ].compactMap(\.self).alternatives)
      )
    case .unclearTime:
      (
        "could be the beginning or the end of a day",
        "write 00:00 of the day that begins, or 23:59 of the one that ends"
      )
    case .unclearUnit:
      ("could be minutes or months", "write '30min ago' or '30 months ago'")
    case .otherWeekday(let day):
      (
        "does not agree: \(day) is a \(day.weekdayName)",
        "write \(day), or the weekday alone"
      )
    case .notAnInstant:
      (
        "is not a point in time",
        .readAboutDates(
          "write yesterday, 18:00, 'yesterday 18:00', '2 hours ago', "
            + "2026-03-01 or 2026-03-01T09:00:00+01:00")
      )
    case .notExact:
      (
        "is not an instant with its offset",
        "write it as 2026-03-01T09:00:00+01:00 or 2026-03-01T08:00:00Z"
      )
    case .notAMoment:
      (
        "is neither a day nor a point in time",
        .readAboutDates(
          "write yesterday, '2w ago', 2026-03-01, 'yesterday 18:00' or "
            + "2026-03-01T09:00:00+01:00")
      )
    case .notAMonth:
      (
        "is not a month",
        "write 2026-12, december, or a day such as 2026-12-24"
      )
    case .notASpan:
      (
        "is not a number of days from 1 to \(DateInput.longestSpan)",
        "write daily, weekly, monthly, 7d, 2w, 1m (30 days) or 10"
      )
    }
  }

  private static let days = Remedy.readAboutDates(
    "write today, yesterday, monday, 3d, 3d ago, '1 dec' or 2026-03-01")
}

extension Day {
  /// `1 December 2026`, which no order of numbers can be taken for.
  fileprivate var longName: String { "\(day) \(monthName) \(year)" }
}
