internal import JournalTime

/// A day, an instant or a span that is not understood.
struct DateInputError: Error, Sendable, Hashable {
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
}
