public import JournalEvents
public import JournalTime

/// The care of several plants in a period, by month and kind.
public struct CareStatistics: Sendable {
  /// The months that overlap the period, in order.
  public let months: [CalendarMonth]
  private var tallies: [TaskKind: [CalendarMonth: CareTally]] = [:]

  /// Creates empty statistics.
  public init(of period: ClosedRange<Day>) {
    months = CalendarMonth.all(in: period)
  }

  /// Adds the audits of one plant, which must cover the same period.
  public mutating func add(_ audits: [CareAudit]) {
    for audit in audits {
      for (month, tally) in audit.tallies(per: CalendarMonth.init(of:)) {
        tallies[audit.kind, default: [:]][month, default: CareTally()] += tally
      }
    }
  }

  /// The kinds that were given, skipped or missed; the most frequent first.
  public var kinds: [TaskKind] {
    tallies.keys.sorted {
      let counts = (total(of: $0).given, total(of: $1).given)
      return counts.0 == counts.1 ? $0 < $1 : counts.0 > counts.1
    }
  }

  /// Returns the care of one kind in one month.
  public func tally(of kind: TaskKind, in month: CalendarMonth) -> CareTally {
    tallies[kind]?[month] ?? CareTally()
  }

  /// Returns the care of one kind in the whole period.
  public func total(of kind: TaskKind) -> CareTally {
    (tallies[kind] ?? [:]).values.reduce(into: CareTally()) { $0 += $1 }
  }

  /// Returns the care of all kinds in one month.
  public func total(in month: CalendarMonth) -> CareTally {
    tallies.keys.reduce(into: CareTally()) { $0 += tally(of: $1, in: month) }
  }

  /// The care of all kinds in the whole period.
  public var total: CareTally {
    tallies.keys.reduce(into: CareTally()) { $0 += total(of: $1) }
  }
}
