internal import JournalCare
internal import JournalEvents
internal import JournalInput

@testable internal import JournalTime

extension FuzzTarget {
  /// Days, moments, spans and measures as people type them, after bytes that
  /// say what day it is, and where.
  static let dates = FuzzTarget("dates") { bytes in
    var input = FuzzInput(bytes)
    // From the year 1000 to the year 3000.
    let milliseconds = Int64(input.number()) * 14_695 - 30_610_000_000_000
    let now = Instant(milliseconds: milliseconds)
    let zone = zones[Int(input.byte()) % zones.count]
    let text = input.text
    try holdDays(text, today: zone.localDay(of: now))
    try holdInstants(text, now, zone)
    try holdMeasures(text)
  }

  private static let zones =
    [
      "Europe/Paris", "America/St_Johns", "Pacific/Apia",
    ].compactMap { try? TimeZoneRules(identifier: $0) } + [.utc]

  private static func holdDays(_ text: String, today: Day) throws {
    for direction in [DateInput.Direction.past, .future] {
      guard
        let day = try? DateInput.day(
          text, today: today, preferring: direction)
      else { continue }
      let again = try DateInput.day(day.description, today: today)
      try hold(again == day, "\(day) becomes \(again)")
    }
    if let day = try? DateInput.month(text, today: today) {
      let month = CalendarMonth(of: day)
      let again = try DateInput.month(month.description, today: today)
      try hold(CalendarMonth(of: again) == month, "\(month) becomes \(again)")
    }
    if let day = try? DateInput.written(text).day {
      try hold(
        try DateInput.written(day.description).day == day, "\(day) changes")
    }
    if let days = try? DateInput.span(text) {
      try hold(
        1...DateInput.longestSpan ~= days, "a span of \(days) days")
      try hold(try DateInput.span("\(days)d") == days, "\(days) days change")
    }
  }

  private static func holdInstants(
    _ text: String, _ now: Instant, _ zone: TimeZoneRules
  ) throws {
    if let instant = try? DateInput.instant(text, now: now, zone: zone) {
      let again = try DateInput.exactInstant(instant.description)
      try hold(again == instant, "\(instant) becomes \(again)")
    }
    let start = try? DateInput.bound(text, .start, now: now, zone: zone)
    let end = try? DateInput.bound(text, .end, now: now, zone: zone)
    try hold((start == nil) == (end == nil), "only one end is understood")
    if let start, let end {
      try hold(start <= end, "\(start) is later than \(end)")
    }
    if let time = TimeOfDay(text) {
      try hold(time.description == text, "\(text) becomes \(time)")
    }
  }

  private static func holdMeasures(_ text: String) throws {
    for units in MeasurementUnits.allCases {
      if let length = Measure.millimetres(text, units) {
        try hold(length >= 0, "a length of \(length)")
      }
      if let amount = Measure.millilitres(text, units) {
        let again = Measure.millilitres(amount, units)
        try hold(again == amount, "\(amount) becomes \(again ?? "nothing")")
      }
    }
    if let months = MonthSet(typed: text) {
      let listed = months.months.map(String.init).joined(separator: ",")
      try hold(MonthSet(typed: listed) == months, "months \(listed) change")
    }
    if let reason = RemovalReason(typed: text) {
      try hold(
        RemovalReason(typed: reason.shown) == reason, "\(reason) changes")
    }
  }

  /// A file of a zone: what clocks show then, at its transitions and far
  /// from them.
  static let tzif = FuzzTarget("tzif") { bytes in
    guard let zone = try? TimeZoneRules(identifier: "Fuzz", tzif: bytes) else {
      return
    }
    for instant in [Int64.min, Int64.min + 1, -1, 0, Int64.max] {
      try holdOffset(zone, Instant(milliseconds: instant))
    }
    var second = Int64.min
    for _ in 0..<24 {
      guard let next = zone.nextTransition(after: second) else { break }
      try hold(next > second, "a transition at \(next) follows \(second)")
      second = next
      // What no calendar has is clamped, and no day begins there.
      guard -50_000_000_000...50_000_000_000 ~= second else { continue }
      try holdOffset(zone, Instant(seconds: second))
      try holdDay(zone, zone.localDay(of: Instant(seconds: second)))
    }
    for day in [Day.earliest, Day.latest] {
      _ = zone.startOfDay(day)
      _ = zone.instant(of: day, at: .midnight)
    }
    for number in stride(from: Int32(-40_000), to: 60_000, by: 8_765) {
      try holdDay(zone, Day(number: number))
    }
  }

  private static func holdOffset(
    _ zone: TimeZoneRules, _ instant: Instant
  ) throws {
    let offset = zone.offset(at: instant)
    try hold(abs(offset) < 2 * 86_400, "an offset of \(offset) seconds")
    _ = zone.timeOfDay(of: instant)
    _ = zone.offsetInstant(of: instant).description
  }

  /// A day's start is the first instant at which it, or a later one, is shown.
  private static func holdDay(_ zone: TimeZoneRules, _ day: Day) throws {
    let start = zone.startOfDay(day)
    try hold(
      zone.localDay(of: start) >= day, "\(day) has not begun at its start")
    let before = Instant(milliseconds: start.milliseconds - 1)
    try hold(
      zone.localDay(of: before) < day, "\(day) has begun before its start")
    let noon = zone.instant(of: day, at: TimeOfDay(minutesSinceMidnight: 720))
    try hold(
      noon.instant >= start || zone.localDay(of: noon.instant) != day,
      "noon of \(day) comes before its start")
  }
}
