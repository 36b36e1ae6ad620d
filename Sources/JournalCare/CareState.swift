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

  /// Creates the state of a kind of which nothing is known.
  public init(kind: TaskKind) {
    self.kind = kind
  }

  /// Creates a state as it is stored.
  public init(
    kind: TaskKind, schedule: ScheduleSet?, scheduledSince: Instant?,
    lastCompleted: Instant?, settledInstants: [Instant],
    skippedThrough: Day?, snoozes: [PendingSnooze]
  ) {
    self.kind = kind
    self.schedule = schedule
    self.scheduledSince = scheduledSince
    self.lastCompleted = lastCompleted
    self.settledInstants = settledInstants
    self.skippedThrough = skippedThrough
    self.snoozes = snoozes
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
      settledInstants = [instant]
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
