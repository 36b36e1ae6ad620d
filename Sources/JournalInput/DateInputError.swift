package import ErrorKit
package import JournalTime

/// An error in a typed day, instant or span.
package struct DateInputError: DescribedError, Sendable, Hashable {
  /// The problem with a text.
  package enum Problem: Error, Hashable {
    /// The text is not a day.
    case notADay
    /// The text is well-formed, but no such day exists.
    case impossible
    /// The text may mean any of these days, or is in an unknown order.
    case unclear([Day])
    /// `12.11`: a day without its last point, a time, or neither.
    case unclearPoint(Day?, TimeOfDay?)
    /// A time such as `12am`, which may be either end of a day.
    case unclearTime
    /// `30m ago`: may mean minutes or months.
    case unclearUnit
    /// The weekday does not match the date, whose day is given.
    case otherWeekday(Day)
    /// The text is not a point in time.
    case notAnInstant
    /// The text is not an RFC 3339 instant.
    case notExact
    /// The text is neither a day nor a point in time.
    case notAMoment
    /// The text is not a number of days.
    case notASpan
    /// The text is not a month.
    case notAMonth
  }

  /// The typed text.
  package let text: String
  /// The problem with the text.
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
  /// The end of the sentence about the text, and the hint.
  fileprivate var words: (reason: String, hint: Remedy) {
    switch self {
    case .notADay: ("is not a day", Self.days)
    case .impossible: ("is a date that does not exist", Self.days)
    case .unclear(let readings):
      (
        readings.count > 1
          ? "could be more than one day" : "is not a known form of a date",
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
          : "is not a known form of a \(time == nil ? "date" : "time")",
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
  /// The day as `1 December 2026`, which is unambiguous.
  fileprivate var longName: String { "\(day) \(monthName) \(year)" }
}
