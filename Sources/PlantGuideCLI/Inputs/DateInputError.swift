internal import ErrorKit
internal import JournalTime

/// A day, an instant or a span that is not understood.
struct DateInputError: DescribedError, Sendable, Hashable {
  /// What is wrong with it.
  enum Problem: Sendable, Hashable {
    /// It names no day.
    case notADay
    /// It is well written, and no calendar has it.
    case impossible
    /// It could be any of these days, or is written in no known order.
    case unclear([Day])
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
  let text: String
  /// What is wrong with it.
  let problem: Problem

  init(_ text: String, _ problem: Problem) {
    self.text = text
    self.problem = problem
  }

  var facts: ErrorFacts {
    .init(.invalidInput, "'\(text)' \(problem.reason)", .text(problem.hint))
  }
}

extension DateInputError.Problem {
  fileprivate var reason: String {
    switch self {
    case .notADay: "is not a day"
    case .impossible: "is a date that no calendar has"
    case .unclear(let readings):
      readings.count > 1
        ? "could be more than one day" : "is not how a date is written here"
    case .unclearTime: "could be the beginning or the end of a day"
    case .unclearUnit: "could be minutes or months"
    case .otherWeekday(let day):
      "does not agree: \(day) is a \(day.weekdayName)"
    case .notAnInstant: "is not a point in time"
    case .notExact: "is not an instant with its offset"
    case .notAMoment: "is neither a day nor a point in time"
    case .notAMonth: "is not a month"
    case .notASpan:
      "is not a number of days from 1 to \(DateInput.longestSpan)"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .unclear(let readings) where !readings.isEmpty:
      "write "
        + readings.map { "\($0) for the \($0.longName)" }.alternatives
    case .notADay, .impossible, .unclear:
      "write today, yesterday, monday, 3d, 3d ago, '1 dec' or 2026-03-01; "
        + "see 'plantguide help dates'"
    case .unclearTime:
      "write 00:00 of the day that begins, or 23:59 of the one that ends"
    case .unclearUnit:
      "write '30min ago' or '30 months ago'"
    case .otherWeekday(let day): "write \(day), or the weekday alone"
    case .notAnInstant:
      "write yesterday, 18:00, 'yesterday 18:00', '2 hours ago', 2026-03-01 "
        + "or 2026-03-01T09:00:00+01:00; see 'plantguide help dates'"
    case .notExact:
      "write it as 2026-03-01T09:00:00+01:00 or 2026-03-01T08:00:00Z"
    case .notAMoment:
      "write yesterday, '2w ago', 2026-03-01, 'yesterday 18:00' or "
        + "2026-03-01T09:00:00+01:00; see 'plantguide help dates'"
    case .notAMonth:
      "write 2026-12, december, or a day such as 2026-12-24"
    case .notASpan:
      "write daily, weekly, monthly, 7d, 2w, 1m (30 days) or 10"
    }
  }
}

extension Day {
  /// `1 December 2026`, which no order of numbers can be taken for.
  fileprivate var longName: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July",
      "August", "September", "October", "November", "December",
    ]
    return "\(day) \(months[month - 1]) \(year)"
  }
}
