import JournalTime
import Testing

/// Compares the search for days and times with a walk, minute by minute.
@Suite struct TimeZonePropertyTests {
  static let zones = [
    "Europe/Paris", "America/St_Johns", "America/New_York",
    "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
    "Africa/Casablanca", "America/Sao_Paulo", "Antarctica/Troll",
    "Pacific/Kiritimati", "Asia/Tehran", "UTC",
  ]

  /// Some days of 1973 to 2100, those around transitions above all. Later
  /// than 1972 every zone is a number of minutes from UTC.
  private func days(of rules: TimeZoneRules, seed: UInt64) -> [Day] {
    var generator = SeededGenerator(seed: seed)
    let all = Int32(1_096)...47_481
    let changing = all.filter {
      let day = Day(number: $0)
      let length =
        rules.startOfDay(day.advanced(by: 1)).milliseconds
        - rules.startOfDay(day).milliseconds
      return length != 86_400_000
    }
    return
      (changing.shuffled(using: &generator).prefix(6)
      + all.shuffled(using: &generator).prefix(2)).map(Day.init(number:))
  }

  private func minutes(_ range: Range<Int64>) -> [Instant] {
    stride(from: range.lowerBound, to: range.upperBound, by: 60_000)
      .map(Instant.init(milliseconds:))
  }

  @Test(arguments: zones)
  func noInstantBeforeTheStartOfADayShowsIt(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    for day in days(of: rules, seed: 31) {
      let start = rules.startOfDay(day)
      #expect(rules.localDay(of: start) >= day, "seed 31, \(day)")
      let before = start.milliseconds - 180_000_000..<start.milliseconds
      #expect(
        minutes(before).allSatisfy { rules.localDay(of: $0) < day },
        "seed 31, \(day)")
    }
  }

  @Test(arguments: zones)
  func theInstantOfATimeIsTheFirstToShowItIfAnyDoes(zone: String) throws {
    let rules = try TimeZoneRules(identifier: zone)
    for day in days(of: rules, seed: 32) {
      let start = rules.startOfDay(day).milliseconds
      let nearby = minutes(start - 180_000_000..<start + 180_000_000)
      var firstShowing: [TimeOfDay: Instant] = [:]
      for instant in nearby where rules.localDay(of: instant) == day {
        let time = rules.timeOfDay(of: instant)
        firstShowing[time] = firstShowing[time] ?? instant
      }
      for minute in stride(from: 0, to: 1_440, by: 5) {
        let time = try #require(
          TimeOfDay(hour: minute / 60, minute: minute % 60))
        let found = rules.instant(of: day, at: time).instant
        if let first = firstShowing[time] {
          #expect(found == first, "seed 32, \(day) \(time)")
        } else {
          #expect(
            rules.localDay(of: found) > day
              || rules.timeOfDay(of: found) > time,
            "seed 32, \(day) \(time)")
        }
      }
    }
  }
}
