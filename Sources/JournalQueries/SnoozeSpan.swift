public import JournalCare
public import JournalProjections
internal import JournalTime

/// A span from today for which one choice postpones a task. A person can also
/// name any day.
public enum SnoozeSpan: Int, Sendable, CaseIterable {
  /// Until tomorrow.
  case day = 1
  /// Three days.
  case threeDays = 3
  /// A week.
  case week = 7
  /// Two weeks.
  case twoWeeks = 14
  /// Thirty days.
  case month = 30

  /// The number of days.
  public var days: Int { rawValue }
  /// The span as people type it.
  public var text: String {
    switch self {
    case .day: "1d"
    case .threeDays: "3d"
    case .week: "1w"
    case .twoWeeks: "2w"
    case .month: "1m"
    }
  }
}

extension Snapshot {
  /// Returns the spans that fit the rhythm of a task. Each moves it, as a new
  /// snooze takes the place of another; and none is beyond the day on which it
  /// would be due again if it were done on its day.
  public func snoozeSpans(of entry: DueEntry) throws -> [SnoozeSpan] {
    let task = entry.task
    // The day without a snooze, and no matter what is gathered with it.
    let explanation = try plant(entry.plant).flatMap { plant in
      calendar.explanations(of: plant, id: entry.plant).first {
        $0.kind == task.kind && $0.task == task.task
      }
    }
    let due = max(explanation?.activeDay ?? task.ownDue, today)
    let next = try successor(of: entry, doneOn: due)?.task.due
    return SnoozeSpan.allCases.filter { span in
      let until = today.advanced(by: span.days)
      return until > due && until != task.snoozedUntil
        && next.map { until <= $0 } ?? true
    }
  }
}
