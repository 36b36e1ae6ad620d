internal import JournalTime

extension DateInput {
  /// Reads a point in time: an instant of RFC 3339, `now`, `18:00` (today), a
  /// day, or a day and a time (`yesterday 18:00`, `2026-03-01 09:00`).
  ///
  /// A day alone means the present time of day on it, so that `yesterday` is
  /// what a person means who comes a day late.
  static func instant(
    _ text: String, now: Instant, zone: TimeZoneRules,
    preferring direction: Direction = .past
  ) throws(DateInputError) -> OffsetInstant {
    if let exact = OffsetInstant(text) { return exact }
    if text.lowercased() == "now" { return zone.offsetInstant(of: now) }
    let today = zone.localDay(of: now)
    let (dayText, time) = splitTime(text)
    guard !dayText.isEmpty || time != nil else { throw .notAnInstant(text) }
    var day = today
    if !dayText.isEmpty {
      do throws(DateInputError) {
        day = try Self.day(dayText, today: today, preferring: direction)
      } catch {
        throw .notAnInstant(text)
      }
    }
    if time == nil, day == today { return zone.offsetInstant(of: now) }
    return zone.instant(of: day, at: time ?? zone.timeOfDay(of: now))
  }

  /// Reads an instant of RFC 3339 and nothing else, as `--now` takes it.
  static func exactInstant(
    _ text: String
  ) throws(DateInputError) -> OffsetInstant {
    guard let instant = OffsetInstant(text) else { throw .notExact(text) }
    return instant
  }

  /// Reads a moment to look back to: an instant of RFC 3339, or a date, which
  /// means that day's last millisecond in the zone.
  static func moment(
    asOf text: String, zone: TimeZoneRules
  ) throws(DateInputError) -> Instant {
    if let exact = OffsetInstant(text) { return exact.instant }
    guard let day = Day(text) else { throw .notAMoment(text) }
    let next = day.advanced(by: 1)
    guard next != day else {
      // The last day of the calendar has no next one.
      return Instant(
        milliseconds: zone.startOfDay(day).milliseconds + 86_399_999)
    }
    return Instant(milliseconds: zone.startOfDay(next).milliseconds - 1)
  }

  /// Parts `yesterday 18:00` and `2026-03-01T09:00`; either half may be
  /// missing.
  private static func splitTime(
    _ text: String
  ) -> (day: String, time: TimeOfDay?) {
    if let time = TimeOfDay(text) { return ("", time) }
    guard let separator = text.lastIndex(where: { $0 == " " || $0 == "T" }),
      separator > text.startIndex,
      let time = TimeOfDay(String(text[text.index(after: separator)...]))
    else { return (text, nil) }
    return (String(text[..<separator]), time)
  }
}
