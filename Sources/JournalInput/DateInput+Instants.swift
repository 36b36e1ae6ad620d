package import JournalQueries
package import JournalTime

extension DateInput {
  /// Reads a point in time: an RFC 3339 instant, `now`, `18:00` (today), `2
  /// hours ago`, a day, or a day and a time (`yesterday 18:00`, `2026-03-01
  /// 09:00`, `monday 9am`).
  ///
  /// A day alone means the current time of day on it, as in `yesterday` when
  /// care is recorded a day late.
  package static func instant(
    _ text: String, now: Instant, zone: TimeZoneRules,
    preferring direction: Direction = .past
  ) throws(DateInputError) -> OffsetInstant {
    if let exact = OffsetInstant(text) { return exact }
    let words = words(of: partingT(text))
    if words == ["now"] { return zone.offsetInstant(of: now) }
    if let minutes = minutes(fromNow: words) {
      return zone.offsetInstant(
        of: Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000))
    }
    guard !words.contains(where: isMonthOrMinute) else {
      throw DateInputError(text, .unclearUnit)
    }
    let today = zone.localDay(of: now)
    do throws(DateInputError.Problem) {
      let (time, rest) = try ClockPhrase.split(words)
      var day: Day? = time == nil ? nil : today
      if !rest.isEmpty {
        day = try DayPhrase(words: rest, today: today, direction: direction)
          .day()
      }
      if let day {
        if time == nil, day == today { return zone.offsetInstant(of: now) }
        return zone.instant(of: day, at: time ?? zone.timeOfDay(of: now))
      }
    } catch {
      throw DateInputError(text, error)
    }
    throw DateInputError(
      text, isImpossible(text) ? .impossible : .notAnInstant)
  }

  /// Reads a corrected time: a text that is a day means that day, and keeps the
  /// time of day.
  package static func correction(_ text: String) -> Timed<CorrectedTime> {
    Timed {
      let at = try instant(text, now: $0.now, zone: $0.zone)
      let day = try? day(text, today: $0.today, preferring: .past)
      return day.map { .day($0) } ?? .moment(at)
    }
  }

  /// Returns whether a word is a number followed by `m`, which could mean
  /// months, as with `d` and `w`, or minutes, as with `h`.
  private static func isMonthOrMinute(_ word: String) -> Bool {
    word.last == "m" && Count.number(word.dropLast()) != nil
  }

  /// Returns the distance in minutes of a time given in hours or minutes, `2h
  /// ago` or `in 20 min`; negative before now.
  private static func minutes(fromNow words: [String]) -> Int? {
    if words.last == "ago" { return Count.minutes(words.dropLast()).map(-) }
    return words.first == "in" ? Count.minutes(words.dropFirst()) : nil
  }

  /// Reads an RFC 3339 instant and nothing else, as for `--now`.
  package static func exactInstant(
    _ text: String
  ) throws(DateInputError) -> OffsetInstant {
    guard let instant = OffsetInstant(text) else {
      throw DateInputError(
        text, isImpossible(text) ? .impossible : .notExact)
    }
    return instant
  }

  /// The end of a day that a bound means.
  package enum Edge: Sendable {
    /// The first millisecond, as for `--since`.
    case start
    /// The last millisecond, as for `--until` and `--as-of`.
    case end
  }

  /// Reads a bound in time: a day, whose `edge` counts, or a point in time.
  /// Ambiguous directions mean the past.
  package static func bound(
    _ text: String, _ edge: Edge, now: Instant, zone: TimeZoneRules
  ) throws(DateInputError) -> Instant {
    let words = words(of: text)
    // `1m` alone is a month, as in every span, but `30m ago` may also mean
    // minutes.
    guard words.count == 1 || !words.contains(where: isMonthOrMinute) else {
      throw DateInputError(text, .unclearUnit)
    }
    let today = zone.localDay(of: now)
    do throws(DateInputError) {
      let day = try day(text, today: today, preferring: .past)
      return switch edge {
      case .start: zone.startOfDay(day)
      case .end: lastInstant(of: day, zone)
      }
    } catch {
      guard error.problem == .notADay else { throw error }
    }
    do throws(DateInputError) {
      return try instant(text, now: now, zone: zone).instant
    } catch {
      throw DateInputError(
        text, error.problem == .notAnInstant ? .notAMoment : error.problem)
    }
  }

  private static func lastInstant(
    of day: Day, _ zone: TimeZoneRules
  ) -> Instant {
    let next = day.advanced(by: 1)
    guard next != day else {
      // The last day of the calendar has no next day.
      return Instant(
        milliseconds: zone.startOfDay(day).milliseconds + 86_399_999)
    }
    return Instant(milliseconds: zone.startOfDay(next).milliseconds - 1)
  }

  /// Splits `2026-03-01T09:00` into two words.
  private static func partingT(_ text: String) -> String {
    let date = text.prefix(10)
    guard text.dropFirst(10).first == "T", Day(String(date)) != nil else {
      return text
    }
    return "\(date) \(text.dropFirst(11))"
  }

  /// Returns whether a text starts with a well-formed date that does not exist.
  private static func isImpossible(_ text: String) -> Bool {
    let date = String(text.prefix(10))
    let numbers = date.split(separator: "-", omittingEmptySubsequences: false)
    return numbers.map(\.utf8.count) == [4, 2, 2]
      && numbers.allSatisfy(\.isDecimal) && Day(date) == nil
  }
}
