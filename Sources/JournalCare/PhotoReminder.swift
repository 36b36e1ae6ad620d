public import JournalEvents
public import JournalTime

/// On which days photos of a plant are to be taken.
public struct PhotoReminder: Hashable, Sendable {
  /// How often; never ``PhotoCadence/off``.
  public let cadence: PhotoCadence
  /// The day that tells the weekday, or the day of the month.
  public let since: Day

  /// A photo that was taken so few days before its day settles that day.
  private static let grace = 3

  /// Creates a reminder; `nil` for none.
  public init?(cadence: PhotoCadence, since: Day) {
    guard cadence != .off else { return nil }
    self.cadence = cadence
    self.since = since
  }

  /// The first day after ``since`` on which a photo is to be taken.
  ///
  /// - Parameter settled: The day of the last photo or skip; `nil` for none.
  /// - Returns: That day.
  func due(after settled: Day?) -> Day {
    let passed = max(settled?.advanced(by: Self.grace) ?? since, since)
    switch cadence {
    case .weekly: return day(after: passed, everyDays: 7)
    case .biweekly: return day(after: passed, everyDays: 14)
    case .monthly, .off:
      // The month of the day itself may still hold its date.
      let month = CalendarMonth(of: passed)
      let dates = (0...1).map { date(in: month.advanced(by: $0)) }
      return dates.first { $0 > passed } ?? .latest
    }
  }

  /// The days through `last` on which a photo is to be taken once one was on
  /// `day`, where each is kept; ascending.
  func days(after day: Day, through last: Day) -> [Day] {
    var days: [Day] = []
    var next = due(after: day)
    // Arithmetic stops at the last day there is.
    while next > days.last ?? day, next <= last {
      days.append(next)
      next = due(after: next)
    }
    return days
  }

  private func day(after passed: Day, everyDays days: Int) -> Day {
    let count = since.distance(to: passed) / days + 1
    return since.advanced(by: count * days)
  }

  private func date(in month: CalendarMonth) -> Day {
    let next = month.advanced(by: 1)
    // No month comes after the last one.
    let last = next == month ? Day.latest : next.firstDay.advanced(by: -1)
    return min(month.firstDay.advanced(by: since.day - 1), last)
  }
}

extension PhotoReminder? {
  /// Whether both ask for photos on the same days from now on, the open one
  /// included.
  func asksAsDoes(_ other: PhotoReminder?, after settled: Day?) -> Bool {
    guard let self, let other else { return self == other }
    // Days that are weeks apart meet for ever where they meet once; the ends
    // of a month may meet by chance.
    return self.cadence == other.cadence
      && self.due(after: settled) == other.due(after: settled)
      && (self.cadence != .monthly || self.since.day == other.since.day)
  }
}
