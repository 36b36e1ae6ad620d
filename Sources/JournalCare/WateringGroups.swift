public import JournalTime

/// The days on which waterings are gathered, as seen on one day (rule 7).
///
/// Each open watering has a window, from ``OpenTask/gathersFrom`` to its due
/// day: on all these days care settles it, so what was gathered and done does
/// not come back. The first due day of all becomes a group day and takes every
/// watering whose window contains it; then the next among those left. So a
/// group day depends only on waterings due on or before it, and those due later
/// may be left out where only nearer days matter.
///
/// Where waterings are gathered on days of the week, each is done on the latest
/// such day in its window, else on its own: others have no part in that.
///
/// - Complexity: O(*n* log *n*) to gather *n* tasks, O(log *g*) to find one
///   among *g* group days.
public struct WateringGroups: Sendable, Hashable {
  /// The group days, ascending; none lies before the day of the view.
  public let days: [Day]
  private let today: Day
  private let weekdays: Set<Int>?

  /// Gathers the waterings among `tasks`, which may be in any order.
  ///
  /// - Parameters:
  ///   - tasks: Open tasks.
  ///   - today: The day of the view. What is overdue counts as due on it, and
  ///     what is snoozed beyond it stays apart.
  ///   - gathering: How they are gathered.
  public init(
    of tasks: [OpenTask], on today: Day,
    by gathering: WateringGathering = .quarter
  ) {
    self.today = today
    switch gathering {
    case .quarter: weekdays = nil
    case .none: weekdays = []
    case .weekdays(let chosen): weekdays = chosen
    }
    guard weekdays == nil else {
      days = []
      return
    }
    var windows = tasks.compactMap { $0.gatheringWindow(on: today) }
    windows.sort { $0.upperBound < $1.upperBound }
    var days: [Day] = []
    for window in windows {
      // By due day, so no later window ends before the last group day.
      if let last = days.last, window.contains(last) { continue }
      days.append(window.upperBound)
    }
    self.days = days
  }

  /// The day on which `task` is done: its group's, or its own where it has no
  /// group or is due already.
  public func day(of task: OpenTask) -> Day {
    guard task.due > today, let window = task.gatheringWindow(on: today) else {
      return task.due
    }
    if let weekdays {
      // A week has each of them.
      return (0..<7).lazy.map { task.due.advanced(by: -$0) }.first {
        weekdays.contains($0.weekday) && $0 >= today && window.contains($0)
      } ?? task.due
    }
    guard
      let group = days[days.sortedIndex(after: { $0 < window.lowerBound })...]
        .first,
      window.contains(group)
    else { return task.due }
    return group
  }
}

extension OpenTask {
  /// The days on which it may be gathered; `nil` for what is not gathered.
  fileprivate func gatheringWindow(on today: Day) -> ClosedRange<Day>? {
    guard let gathersFrom, !isSnoozed(on: today) else { return nil }
    return min(gathersFrom, due)...max(due, today)
  }
}
