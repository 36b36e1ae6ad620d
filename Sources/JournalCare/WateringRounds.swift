public import JournalEvents
public import JournalTime

/// The rounds in which waterings are given, day after day (rules 7 and 9).
///
/// A watering has a window, from ``OpenTask/gathersFrom`` to its due day. Care
/// on any of these days settles it, so a watering that was gathered and done
/// does not come back. A day on which a watering is due is a round, and takes
/// every watering whose window contains it. On days of the week, each watering
/// has its own day, independent of others.
///
/// The first day is today, whose round holds the tasks of today. A watering
/// that is added again after each of its rounds, as care of that day leaves it,
/// comes on the very days on which Today will ask for it.
///
/// - Complexity: O(*d* + *w*) for *d* days and *w* waterings added.
public struct WateringRounds: Sendable {
  private let gathering: WateringGathering
  private var day: Day
  /// The waterings whose window begins later, by its first day.
  private var coming: [Day: [(number: Int, due: Day)]] = [:]
  private var open: [Int] = []
  /// The first day on which an open watering is due.
  private var firstDue = Day.latest

  /// Creates rounds without waterings.
  ///
  /// - Parameters:
  ///   - today: The first day that may have a round.
  ///   - gathering: The rule for gathering waterings.
  public init(from today: Day, by gathering: WateringGathering) {
    self.gathering = gathering
    day = today
  }

  /// Adds a watering; an overdue one counts as due on the next day to come.
  ///
  /// - Parameters:
  ///   - task: A scheduled watering.
  ///   - number: The number by which its round names it.
  public mutating func add(_ task: OpenTask, as number: Int) {
    var (first, due) = (task.due, task.due)
    switch gathering {
    case .none: break
    case .quarter:
      // A snooze keeps the watering apart until it ends.
      first = max(task.gathersFrom ?? due, task.snoozedUntil ?? .earliest)
    case .weekdays(let weekdays):
      due = task.day(on: weekdays, from: day)
      first = due
    }
    coming[max(min(first, due), day), default: []].append((number, due))
  }

  /// Takes the next round, through `last`; `nil` if there is none.
  public mutating func next(
    through last: Day
  ) -> (day: Day, waterings: [Int])? {
    while day <= last, !coming.isEmpty || !open.isEmpty {
      let today = day
      for (number, due) in coming.removeValue(forKey: today) ?? [] {
        open.append(number)
        firstDue = min(firstDue, due)
      }
      day = today.advanced(by: 1)
      if !open.isEmpty, firstDue <= today {
        defer { (open, firstDue) = ([], .latest) }
        return (today, open)
      }
      // Arithmetic stops at the last day there is.
      guard today < day else { return nil }
    }
    return nil
  }
}

extension OpenTask {
  /// The day of a watering if waterings are gathered on these days of the week:
  /// the latest of them on or before its due day.
  ///
  /// A watering that waits less than a week moves only within its window, else
  /// it stays. A longer wait always lets it move, by at most half the wait; if
  /// that is not enough, its next round reaches such a day. As the same day of
  /// the week is a week away, it is then never done sooner than a week after.
  ///
  /// - Parameters:
  ///   - weekdays: Days of the week, as ISO 8601 counts them.
  ///   - today: The day of the view; earlier days do not count.
  /// - Returns: That day.
  fileprivate func day(on weekdays: Set<Int>, from today: Day) -> Day {
    guard let gathersFrom, !isSnoozed(on: today) else { return due }
    var days =
      (0..<7).first { weekdays.contains(due.advanced(by: -$0).weekday) } ?? 0
    let wait = settlesFrom.map { $0.distance(to: due) + 1 } ?? 0
    if wait >= 7 {
      days = min(days, wait / 2)
    } else if days > gathersFrom.distance(to: due) {
      days = 0
    }
    let day = due.advanced(by: -days)
    return day < today ? due : day
  }
}

extension WateringGathering {
  /// The most rounds in so many days of a watering that is due every `interval`
  /// days.
  public func mostRounds(every interval: Int, in days: Int) -> Int {
    switch self {
    case .none: days / interval
    case .weekdays where interval >= 12: days / (interval - 6)
    // Only until it has come to one of the days may it come within a week.
    case .weekdays where interval >= 7: days / 7 + 1
    case .quarter, .weekdays: days / (interval - interval / 4)
    }
  }
}

/// A watering that is gathered with others as it comes round.
public struct GatheredWatering: Sendable {
  /// The watering that is brought forward.
  public let task: OpenTask
  /// The schedule by which the watering recurs; `nil` if it does not.
  public let schedule: ScheduleSet?
  /// The least number of its days to return, however late they are.
  public let count: Int

  /// Creates a watering with the schedule that it follows.
  public init(task: OpenTask, schedule: ScheduleSet?, count: Int = 0) {
    self.task = task
    self.schedule = schedule
    self.count = count
  }
}

extension CareCalendar {
  /// The number of days after the requested ones for which waterings are
  /// gathered. Most recur within a year, and if one is snoozed for ten years,
  /// nobody wants to know which others come on that day.
  public static let foreseeableDays = 366

  /// The days on which waterings are done through `last`, if each is done on
  /// the day on which Today asks for it (rules 7 and 9).
  ///
  /// - Parameters:
  ///   - waterings: All open waterings that may be returned by then, as they
  ///     attract each other.
  ///   - today: The first day; a watering due by then is done on it.
  ///   - last: The last day.
  ///   - gathering: The rule for gathering waterings.
  /// - Returns: The days of each, ascending, in the order of `waterings`.
  /// - Complexity: O(*d* + *r*) for *d* days and *r* days returned.
  public func days(
    of waterings: [GatheredWatering], from today: Day, through last: Day,
    by gathering: WateringGathering
  ) -> [[Day]] {
    var rounds = WateringRounds(from: today, by: gathering)
    for (number, watering) in waterings.enumerated() {
      rounds.add(watering.task, as: number)
    }
    var days = [[Day]](repeating: [], count: waterings.count)
    var lacking = Set(waterings.indices.filter { waterings[$0].count > 0 })
    let latest = last.advanced(by: Self.foreseeableDays)
    while let round = rounds.next(through: lacking.isEmpty ? last : latest) {
      for number in round.waterings {
        let watering = waterings[number]
        if round.day <= last || days[number].count < watering.count {
          days[number].append(round.day)
        }
        let next = watering.schedule.flatMap { task(of: $0, after: round.day) }
        if let next { rounds.add(next, as: number) }
        if next == nil || days[number].count >= watering.count {
          lacking.remove(number)
        }
      }
    }
    for number in lacking {
      let watering = waterings[number]
      if days[number].isEmpty { days[number] = [watering.task.due] }
      guard let schedule = watering.schedule, let day = days[number].last
      else { continue }
      days[number] += ScheduleRepetition(
        of: schedule, after: day, through: .latest, in: self
      ).prefix(watering.count - days[number].count)
    }
    return days
  }

  /// The open task that care on `day` leaves, by the schedule in force on it;
  /// `nil` at the end of days.
  public func task(of schedule: ScheduleSet, after day: Day) -> OpenTask? {
    var days = ScheduleRepetition(
      of: schedule, after: day, through: .latest, in: self)
    return days.next().map { due in
      OpenTask(
        kind: schedule.kind, task: nil, due: due, snoozedUntil: nil,
        snoozeCount: 0, time: schedule.time,
        intervalDays: schedule.intervalDays,
        settlesFrom: day.advanced(by: 1))
    }
  }
}
