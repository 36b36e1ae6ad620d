public import JournalEvents
public import JournalTime

/// The combined snoozes of an open task.
public struct Snooze: Hashable, Sendable {
  /// The settled day on which the task rests.
  public let settled: Day?
  /// The day to which the latest snooze postponed the task.
  public let until: Day
  /// The number of snoozes.
  public let count: Int

  /// Creates a combined snooze.
  public init(settled: Day?, until: Day, count: Int) {
    self.settled = settled
    self.until = until
    self.count = count
  }
}

/// The state of one kind of care of one plant. It contains only instants and
/// raw values, so that no setting ever makes it stale.
public struct CareState: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The schedule in force.
  public internal(set) var schedule: ScheduleSet?
  /// The time at which the schedule was first set after it was last cleared.
  public internal(set) var scheduledSince: Instant?
  /// The time of the latest care by `at`, not by recording.
  public internal(set) var lastCompleted: Instant?
  /// The instants of care and skips that may determine the greatest settled
  /// day, in ascending order.
  ///
  /// The latest instant alone is not enough. If a zone sets its clocks back
  /// across midnight, the latest instant may lie on the day before an earlier
  /// instant. The list therefore keeps all instants within a day of the latest.
  public internal(set) var settledInstants: [Instant] = []
  /// The greatest day named by a skip.
  public internal(set) var skippedThrough: Day?
  /// The snoozes that may still apply to the open task, the latest in canonical
  /// order last.
  public internal(set) var snoozes: [PendingSnooze] = []
  /// The reminder to take photos, which replaces the schedule.
  public internal(set) var reminder: PhotoReminder?

  /// Creates an empty state of a kind.
  public init(kind: TaskKind) {
    self.kind = kind
  }

  /// Creates a state from its stored form.
  public init(
    kind: TaskKind, schedule: ScheduleSet?, scheduledSince: Instant?,
    lastCompleted: Instant?, settledInstants: [Instant],
    skippedThrough: Day?, snoozes: [PendingSnooze],
    reminder: PhotoReminder? = nil
  ) {
    self.kind = kind
    self.schedule = schedule
    self.scheduledSince = scheduledSince
    self.lastCompleted = lastCompleted
    self.settledInstants = settledInstants
    self.skippedThrough = skippedThrough
    self.snoozes = snoozes
    self.reminder = reminder
  }

  /// The care and skips that determine the greatest settled day.
  public var settlement: Settlement {
    Settlement(latest: settledInstants.last, skippedThrough: skippedThrough)
  }
}

extension CareState {
  // No zone of the tz database ever set its clocks back by more than a day.
  private static let window: Int64 = 24 * 3600 * 1000
  private static let minute: Int64 = 60 * 1000

  mutating func settle(at instant: Instant) {
    // The common case: the instant is later than all others by more than the
    // window.
    if let last = settledInstants.last,
      instant.milliseconds > last.milliseconds + Self.window
    {
      settledInstants.removeLast(settledInstants.count - 1)
      settledInstants[0] = instant
    } else {
      insert(instant)
    }
    dropEndedSnoozes()
  }

  mutating func settle(through day: Day) {
    skippedThrough = max(skippedThrough ?? day, day)
    dropEndedSnoozes()
  }

  // One instant per minute is enough, since clocks are set at full minutes.
  // This bounds the list.
  private mutating func insert(_ instant: Instant) {
    let latest = max(settledInstants.last ?? instant, instant)
    var kept = (settledInstants + [instant]).sorted()
    kept.removeAll {
      $0.milliseconds < latest.milliseconds - Self.window
    }
    var result: [Instant] = []
    for next in kept {
      if let last = result.last, last.minuteNumber == next.minuteNumber {
        result[result.count - 1] = next
      } else {
        result.append(next)
      }
    }
    settledInstants = result
  }

  mutating func postpone(settled: Day?, until: Day) {
    let preceding = settlement
    let same = snoozes.firstIndex {
      $0.settled == settled && $0.preceding == preceding
    }
    let earlier = same.map { snoozes.remove(at: $0) }
    snoozes.append(
      PendingSnooze(
        settled: settled, preceding: preceding, until: until,
        count: (earlier?.count ?? 0) + 1))
    dropEndedSnoozes()
  }

  /// Removes snoozes that apply to the open task in no zone.
  private mutating func dropEndedSnoozes() {
    guard !snoozes.isEmpty, let floor = settlement.earliestDay else { return }
    snoozes.removeAll { $0.isEnded(before: floor) }
  }
}

extension Instant {
  /// The minutes since 1970, rounded down, also before 1970.
  fileprivate var minuteNumber: Int64 {
    let floored = milliseconds >= 0 ? milliseconds : milliseconds - 59_999
    return floored / 60_000
  }
}

/// A summary of the care and skips of a kind that determine its greatest
/// settled day, sufficient to detect newer ones.
public struct Settlement: Hashable, Sendable {
  /// The latest instant of care or a skip.
  public let latest: Instant?
  /// The greatest day named by a skip.
  public let skippedThrough: Day?

  /// Creates the end of a rhythm's settled days.
  public init(latest: Instant?, skippedThrough: Day?) {
    self.latest = latest
    self.skippedThrough = skippedThrough
  }

  /// Returns the settled day in a zone, if any.
  func day(in zone: TimeZoneRules) -> Day? {
    [latest.map(zone.localDay(of:)), skippedThrough].compactMap(\.self).max()
  }

  /// The earliest settled day in any zone.
  var earliestDay: Day? { day(shiftedBy: -1) }

  /// The latest settled day in any zone.
  var latestDay: Day? { day(shiftedBy: 1) }

  // Every zone differs from UTC by less than a day.
  private func day(shiftedBy days: Int) -> Day? {
    [latest?.utcDay.advanced(by: days), skippedThrough].compactMap(\.self).max()
  }
}

/// Snoozes that may still apply to the open task, with the same settled day and
/// the same preceding care.
public struct PendingSnooze: Hashable, Sendable {
  /// The settled day that the postponed task rested on at the time of the
  /// snooze.
  public let settled: Day?
  /// The care and skips that precede the snoozes in canonical order.
  public let preceding: Settlement
  /// The day to which the latest snooze postponed the task.
  public let until: Day
  /// The number of snoozes.
  public let count: Int

  /// Creates snoozes from their stored form.
  public init(settled: Day?, preceding: Settlement, until: Day, count: Int) {
    self.settled = settled
    self.preceding = preceding
    self.until = until
    self.count = count
  }

  /// Returns whether the snoozes apply to the task that rests on `current`,
  /// which is settled through `day` in `zone`.
  ///
  /// `settled` is a day in the zone at the time of the snooze. If it is within
  /// a day of the care that precedes the snooze, it stands for that care, on
  /// whichever day that is in the current zone. Otherwise the writer did not
  /// know of that care or meant another day, and only `settled` counts.
  func belongs(
    toTaskOn day: Day?, settledBy current: Settlement, in zone: TimeZoneRules
  ) -> Bool {
    guard let settled, let preceded = preceding.day(in: zone),
      abs(settled.distance(to: preceded)) <= 1
    else { return settled == day }
    return preceding == current || preceded == day
  }

  /// Returns whether, in every zone, the snoozes do not apply to a task that is
  /// settled through `floor` or later.
  func isEnded(before floor: Day) -> Bool {
    guard let settled else { return true }
    let last = max(settled, preceding.latestDay ?? settled)
    return last < floor
  }
}
