/// Days from one time of care to the next, per season that differs from the
/// base interval.
public struct SeasonalIntervals: Hashable, Sendable {
  private var days: [Season: Int]

  /// No season differs.
  public static let none = SeasonalIntervals([:])

  /// Creates intervals from days per season.
  public init(_ days: [Season: Int]) {
    self.days = days
  }

  /// Whether no season differs.
  public var isEmpty: Bool { days.isEmpty }

  /// The days in `season`, or `nil` where the base interval holds.
  public subscript(season: Season) -> Int? { days[season] }

  /// The seasons that differ, in the order of the year from spring.
  public var entries: [(season: Season, days: Int)] {
    Season.allCases.compactMap { season in
      days[season].map { (season, $0) }
    }
  }
}
