internal import JournalTime

/// The rules that decide which automatic backups are kept: the newest of each
/// of the latest 7 days, 4 weeks and 12 months that have one, in UTC, by their
/// names. Weeks begin on Monday.
///
/// The present time does not count, so that neither its passing nor a wrong
/// clock removes a backup.
enum BackupRetention {
  private static let rules: [(limit: Int, period: @Sendable (Day) -> Int)] = [
    (7, { Int($0.number) }),
    (4, { Int($0.number) - $0.weekday }),
    (12, { $0.year * 12 + $0.month }),
  ]

  /// Returns the times of the backups to keep, always with the newest.
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
