extension TimeZoneRules {
  /// The day that a calendar in this zone shows at an instant.
  public func localDay(of instant: Instant) -> Day {
    Instant.day(ofSeconds: localSeconds(of: instant))
  }

  /// The time that a clock in this zone shows at an instant, to the minute
  /// begun.
  public func timeOfDay(of instant: Instant) -> TimeOfDay {
    let second = localSeconds(of: instant)
      .flooredDivision(by: secondsPerDay).remainder
    return TimeOfDay(minutesSinceMidnight: Int(second / 60))
  }

  /// An instant with this zone's offset, rounded to minutes as RFC 3339 writes
  /// it; only local times of long ago had seconds in their offsets.
  public func offsetInstant(of instant: Instant) -> OffsetInstant {
    let (minutes, _) = Int64(offset(at: instant) + 30)
      .flooredDivision(by: 60)
    return OffsetInstant(instant: instant, offsetMinutes: Int16(minutes))
  }

  /// The first instant at which the calendar shows `day` or a later one.
  ///
  /// That is midnight on most days, the end of the gap where clocks go forward
  /// over midnight, and the start of the next day where a whole day is left
  /// out, as 2011-12-30 was on Samoa.
  public func startOfDay(_ day: Day) -> Instant {
    let midnight = Int64(day.number) * secondsPerDay
    let span = span(reaching: midnight)
    return Instant(seconds: max(span.start, midnight - span.offset))
  }

  /// The instant at which the clock shows `time` on `day`.
  ///
  /// If clocks go back and show it twice, the first. If they go forward and
  /// leave it out, as long after the gap begins as the time lies in it: 02:30
  /// becomes 03:30.
  public func instant(of day: Day, at time: TimeOfDay) -> OffsetInstant {
    let wanted =
      Int64(day.number) * secondsPerDay
      + Int64(time.hour * 3_600 + time.minute * 60)
    let span = span(reaching: wanted)
    let second = wanted - span.offset
    return offsetInstant(
      of: Instant(
        seconds: second < span.start ? wanted - span.offsetBefore : second))
  }

  /// The instant of `day` at which a clock shows the time of day of `at`: a
  /// clock of this zone where `at` has its offset, else one of that offset.
  public func instant(
    of day: Day, atTimeOf at: OffsetInstant
  ) -> OffsetInstant {
    let milliseconds = at.instant.milliseconds
    guard offsetInstant(of: at.instant) == at else {
      let days = Int64(at.localDay.distance(to: day))
      return OffsetInstant(
        instant: Instant(
          milliseconds: milliseconds + days * secondsPerDay * 1_000),
        offsetMinutes: at.offsetMinutes)
    }
    let minute = instant(of: day, at: timeOfDay(of: at.instant)).instant
    let (_, rest) = milliseconds.flooredDivision(by: 60_000)
    return offsetInstant(
      of: Instant(milliseconds: minute.milliseconds + rest))
  }

  /// The seconds that a local clock has counted since its 1970-01-01T00:00:00.
  private func localSeconds(of instant: Instant) -> Int64 {
    let second = instant.seconds
    return second + Int64(offset(atSecond: second))
  }

  /// The first time between two transitions in which the local clock comes to
  /// show `local` or more: when it starts, its offset, and the one before.
  private func span(
    reaching local: Int64
  ) -> (start: Int64, offset: Int64, offsetBefore: Int64) {
    // No offset reaches two days, so the clock shows less than `local` here.
    var start = local - 2 * secondsPerDay
    var offset = Int64(offset(atSecond: start))
    var offsetBefore = offset
    while let end = nextTransition(after: start), end <= local - offset {
      start = end
      offsetBefore = offset
      offset = Int64(self.offset(atSecond: start))
    }
    return (start, offset, offsetBefore)
  }
}
