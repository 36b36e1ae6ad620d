public import JournalEvents
public import JournalTime

/// A reminder to take photos of a plant.
public struct PhotoReminder: Hashable, Sendable {
  /// The interval between photos; never ``PhotoCadence/off``.
  public let cadence: PhotoCadence
  /// The day that determines the weekday or the day of the month.
  public let since: Day

  /// The number of days by which a photo may precede a due day and settle it.
  private static let grace = 3

  /// Creates a reminder; `nil` if the cadence is `off`.
  public init?(cadence: PhotoCadence, since: Day) {
    guard cadence != .off else { return nil }
    self.cadence = cadence
    self.since = since
  }

  /// Returns the first day after ``since`` on which a photo is due.
  ///
  /// - Parameter settled: The day of the last photo or skip, if any.
  /// - Returns: The due day.
  func due(after settled: Day?) -> Day {
    let passed = max(settled?.advanced(by: Self.grace) ?? since, since)
    switch cadence {
    case .weekly: return day(after: passed, everyDays: 7)
    case .biweekly: return day(after: passed, everyDays: 14)
    case .monthly, .off:
      // The due date may lie later in the same month.
      let month = CalendarMonth(of: passed)
      let dates = (0...1).map { date(in: month.advanced(by: $0)) }
      return dates.first { $0 > passed } ?? .latest
    }
  }

  /// Returns the due days after `day`, through `last`, if a photo is taken on
  /// `day` and on each of them; in ascending order.
  func days(after day: Day, through last: Day) -> [Day] {
    var days: [Day] = []
    var next = due(after: day)
    // The addition stops at the last day of the calendar.
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
    // The calendar's last month has no successor.
    let last = next == month ? Day.latest : next.firstDay.advanced(by: -1)
    return min(month.firstDay.advanced(by: since.day - 1), last)
  }
}

extension PhotoReminder? {
  /// Returns whether both reminders have the same due days from the open one
  /// on.
  func asksAsDoes(_ other: PhotoReminder?, after settled: Day?) -> Bool {
    guard let self, let other else { return self == other }
    // Days that are weeks apart coincide always or never; ends of months may
    // coincide by chance.
    return self.cadence == other.cadence
      && self.due(after: settled) == other.due(after: settled)
      && (self.cadence != .monthly || self.since.day == other.since.day)
  }
}
