internal import JournalEvents
public import JournalTime

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
