internal import JournalTime

/// Which automatic backups are kept: of those that there are the newest of
/// each of the latest 7 days that have one, of the latest 4 weeks, and of the
/// latest 12 months, in UTC, as their names have it. Weeks begin on Monday.
///
/// The present moment does not count, so that none goes by the lapse of time
/// alone, or by a clock that is wrong.
enum BackupRetention {
  private static let rules: [(limit: Int, period: @Sendable (Day) -> Int)] = [
    (7, { Int($0.number) }),
    (4, { Int($0.number) - $0.weekday }),
    (12, { $0.year * 12 + $0.month }),
  ]

  /// Those of some times of backups that are kept; the newest always is.
  static func kept(of times: some Sequence<Instant>) -> Set<Instant> {
    let newestFirst = times.sorted(by: >)
    var kept: Set<Instant> = []
    for rule in rules {
      var last: Int?
      var count = 0
      for time in newestFirst {
        let period = rule.period(time.utcDay)
        guard period != last else { continue }
        count += 1
        guard count <= rule.limit else { break }
        last = period
        kept.insert(time)
      }
    }
    return kept
  }
}
