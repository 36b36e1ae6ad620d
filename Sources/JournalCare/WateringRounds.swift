public import JournalEvents
public import JournalTime

/// The rounds in which waterings are given, day after day (rules 7 and 9).
///
/// A watering has a window, from ``OpenTask/gathersFrom`` to its due day: on
/// all these days care settles it, so a watering that was gathered and done
/// does not come back. A day on which a watering is due is a round, and takes
/// every watering whose window contains it. On days of the week, each watering
/// has its own day, and others have no part in it.
///
/// The first day is today, whose round is what is to be done today. A watering
/// that is added again after each of its rounds, as care of that day leaves it,
/// is asked for on the very days on which Today will ask for it.
///
/// - Complexity: O(*d* + *w*) for *d* days and *w* waterings added.
public struct WateringRounds: Sendable {
  private let gathering: WateringGathering
  /// The next day that is looked at.
  private var day: Day
  /// The waterings whose window begins later, by its first day.
  private var coming: [Day: [(number: Int, due: Day)]] = [:]
  /// The waterings whose window has begun.
  private var open: [Int] = []
  /// The first day on which one of those is due.
  private var firstDue = Day.latest

  /// Creates rounds without waterings.
  ///
  /// - Parameters:
  ///   - today: The first day that may have a round.
  ///   - gathering: How waterings are gathered.
  public init(from today: Day, by gathering: WateringGathering) {
    self.gathering = gathering
    day = today
  }

  /// Adds a watering; what is overdue counts as due on the next day that is
  /// looked at.
  ///
  /// - Parameters:
  ///   - task: A scheduled watering.
  ///   - number: The number by which its round names it.
  public mutating func add(_ task: OpenTask, as number: Int) {
    var (first, due) = (task.due, task.due)
    switch gathering {
    case .none: break
    case .quarter:
      // A snooze keeps it apart until it ends.
      first = max(task.gathersFrom ?? due, task.snoozedUntil ?? .earliest)
    case .weekdays(let weekdays):
      due = task.day(on: weekdays, from: day)
      first = due
    }
    coming[max(min(first, due), day), default: []].append((number, due))
  }

  /// Takes the next round, through `last`; `nil` where there is none.
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
  /// The day on which a watering is given where waterings are gathered on these
  /// days of the week: the latest of them on or before its due day.
  ///
  /// A watering that waits less than a week moves within its window alone, else
  /// it stays. One that waits longer always moves, by half of its wait at most;
  /// where that is not enough, the next one gets there. As from such a day of
  /// the week to the same of the next is a week, it is then never done sooner
  /// than a week after.
  ///
  /// - Parameters:
  ///   - weekdays: Days of the week, as ISO 8601 counts them.
  ///   - today: The day of the view; what is past by then does not count.
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
  /// The most rounds that so many days can hold of a watering that is due every
  /// `interval` days.
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
  /// The open task.
  public let task: OpenTask
  /// The schedule by which it comes round; `nil` where it does not.
  public let schedule: ScheduleSet?
  /// How many of its days are asked for at least, however late they are.
  public let count: Int

  public init(task: OpenTask, schedule: ScheduleSet?, count: Int = 0) {
    self.task = task
    self.schedule = schedule
    self.count = count
  }
}

extension CareCalendar {
  /// How many days after those that are asked for waterings are gathered: most
  /// come round within a year, and of one that is snoozed for ten, nobody wants
  /// to know which others come on that day.
  public static let foreseeableDays = 366

  /// The days on which waterings are done through `last`, where each is done on
  /// the day on which Today asks for it (rules 7 and 9).
  ///
  /// - Parameters:
  ///   - waterings: All open ones that may be asked for by then: they draw each
  ///     other near.
  ///   - today: The first day, on which what is due by then is done.
  ///   - last: The last day.
  ///   - gathering: How waterings are gathered.
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

  /// The open task that care on `day` leaves, by a schedule that is in force
  /// on it; `nil` at the end of days.
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
