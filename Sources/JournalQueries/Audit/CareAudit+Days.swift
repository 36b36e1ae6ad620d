public import JournalCare
public import JournalTime

extension CareAudit {
  /// The outcome of a day on which care was given or due.
  public enum Outcome: Int, Sendable, CaseIterable {
    /// Care was given, in time if it was due.
    case given
    /// Care was given late.
    case late
    /// The task was skipped.
    case skipped
    /// A due day passed without care.
    case missed
  }

  /// The outcomes by day; that of care wins over others of its day.
  public var outcomes: [Day: Outcome] {
    var outcomes: [Day: Outcome] = [:]
    for day in missed { outcomes[day] = .missed }
    for day in skipped { outcomes[day] = .skipped }
    for care in given {
      let isLate = care.lateness.map { $0 > grace } ?? false
      outcomes[care.day] = isLate ? .late : .given
    }
    return outcomes
  }

  /// Returns the worst outcome of each week of a period, the last of which ends
  /// with it; `nil` for a week without any.
  public func weeks(of period: ClosedRange<Day>) -> [Outcome?] {
    let count = period.lowerBound.distance(to: period.upperBound) / 7 + 1
    var weeks = [Outcome?](repeating: nil, count: count)
    for (day, outcome) in outcomes where period.contains(day) {
      let week = count - 1 - day.distance(to: period.upperBound) / 7
      if outcome.rawValue >= weeks[week]?.rawValue ?? 0 {
        weeks[week] = outcome
      }
    }
    return weeks
  }
}
