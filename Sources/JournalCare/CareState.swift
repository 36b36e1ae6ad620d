public import JournalEvents
public import JournalTime

/// The snoozes of an open task, gathered.
public struct Snooze: Hashable, Sendable {
  /// The settled day on which the task rests.
  public let settled: Day?
  /// Until when the latest of them postponed it.
  public let until: Day
  /// How many they are.
  public let count: Int

  /// Creates a gathered snooze.
  public init(settled: Day?, until: Day, count: Int) {
    self.settled = settled
    self.until = until
    self.count = count
  }
}

/// What is known of one kind of care of one plant: instants and raw values
/// only, so that no setting ever makes it stale.
public struct CareState: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The schedule in force.
  public internal(set) var schedule: ScheduleSet?
  /// When the schedule was first set since it was last cleared.
  public internal(set) var scheduledSince: Instant?
  /// When care was last given; the latest `at`, not the latest recorded.
  public internal(set) var lastCompleted: Instant?
  /// The instants of care and skips that can decide the greatest settled
  /// day, ascending.
  ///
  /// The latest alone would do if days never ran backwards. But where a zone
  /// sets its clocks back across midnight, the latest instant can lie on the
  /// day before an earlier one, so those within a day of it are kept too.
  public internal(set) var settledInstants: [Instant] = []
  /// The greatest day that a skip named.
  public internal(set) var skippedThrough: Day?
  /// The snoozes that may still belong to the open task, the latest in
  /// canonical order last.
  public internal(set) var snoozes: [PendingSnooze] = []
  /// On which days photos are to be taken; there is no schedule then.
  public internal(set) var reminder: PhotoReminder?

  /// Creates the state of a kind of which nothing is known.
  public init(kind: TaskKind) {
    self.kind = kind
  }

  /// Creates a state as it is stored.
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

  /// What decides the greatest settled day.
  public var settlement: Settlement {
    Settlement(latest: settledInstants.last, skippedThrough: skippedThrough)
  }
}

extension CareState {
  // No zone of the tz database set its clocks back by more than a day.
  private static let window: Int64 = 24 * 3600 * 1000
  private static let minute: Int64 = 60 * 1000

  mutating func settle(at instant: Instant) {
    // The common case: later than all before by more than the window.
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

  // One instant a minute is enough, since clocks are set at full minutes;
  // that bounds the list.
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

  /// Forgets snoozes that no zone can make belong to the open task.
  private mutating func dropEndedSnoozes() {
    guard !snoozes.isEmpty, let floor = settlement.earliestDay else { return }
    snoozes.removeAll { $0.isEnded(before: floor) }
  }
}

extension Instant {
  /// The minute since 1970, rounded down also before.
  fileprivate var minuteNumber: Int64 {
    let floored = milliseconds >= 0 ? milliseconds : milliseconds - 59_999
    return floored / 60_000
  }
}

/// The care and skips of a kind that decide its greatest settled day, as far
/// as it takes to tell whether newer ones have come.
public struct Settlement: Hashable, Sendable {
  /// The latest instant of care or a skip.
  public let latest: Instant?
  /// The greatest day that a skip named.
  public let skippedThrough: Day?

  public init(latest: Instant?, skippedThrough: Day?) {
    self.latest = latest
    self.skippedThrough = skippedThrough
  }

  /// The day that it settles in a zone; `nil` for nothing.
  func day(in zone: TimeZoneRules) -> Day? {
    [latest.map(zone.localDay(of:)), skippedThrough].compactMap(\.self).max()
  }

  /// The day before which it settles nothing, whatever the zone.
  var earliestDay: Day? { day(shiftedBy: -1) }

  /// The last day that it settles in any zone.
  var latestDay: Day? { day(shiftedBy: 1) }

  // No zone is a day or more from UTC.
  private func day(shiftedBy days: Int) -> Day? {
    [latest?.utcDay.advanced(by: days), skippedThrough].compactMap(\.self).max()
  }
}

/// Snoozes that may still belong to the open task: those that name one settled
/// day and were made after the same care.
public struct PendingSnooze: Hashable, Sendable {
  /// The settled day on which the postponed task rested where the snooze was
  /// made.
  public let settled: Day?
  /// The care and skips before it in canonical order.
  public let preceding: Settlement
  /// Until when the latest of them postponed it.
  public let until: Day
  /// How many they are.
  public let count: Int

  /// Creates snoozes as they are stored.
  public init(settled: Day?, preceding: Settlement, until: Day, count: Int) {
    self.settled = settled
    self.preceding = preceding
    self.until = until
    self.count = count
  }

  /// Whether it belongs to the task that rests on `current`, which is settled
  /// through `day` in `zone`.
  ///
  /// `settled` is a day of the zone in which the snooze was made. Where it is
  /// the day of what precedes the snooze, give or take the day by which zones
  /// differ, it means that care, on whichever day the zone in force sees it.
  /// Else it was made without knowing that care, or means another day, and
  /// only that day counts.
  func belongs(
    toTaskOn day: Day?, settledBy current: Settlement, in zone: TimeZoneRules
  ) -> Bool {
    guard let settled, let preceded = preceding.day(in: zone),
      abs(settled.distance(to: preceded)) <= 1
    else { return settled == day }
    return preceding == current || preceded == day
  }

  /// Whether no zone can make it belong to a task that is settled through
  /// `floor` or later.
  func isEnded(before floor: Day) -> Bool {
    guard let settled else { return true }
    let last = max(settled, preceding.latestDay ?? settled)
    return last < floor
  }
}
