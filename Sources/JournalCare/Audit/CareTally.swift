public import JournalTime

/// Care counted: what was given, and how it met what was asked for.
///
/// Tallies add up, over kinds, plants or months.
public struct CareTally: Hashable, Sendable {
  /// Days with care, scheduled or not.
  public internal(set) var given = 0
  /// Scheduled care that came by its due day and the days of grace.
  public internal(set) var onTime = 0
  /// Scheduled care that came later.
  public internal(set) var late = 0
  /// Due days that passed without care, and their days of grace.
  public internal(set) var missed = 0
  /// Tasks that were skipped.
  public internal(set) var skipped = 0

  /// Creates a tally of nothing.
  public init() {}

  /// How often a schedule asked for care: given, skipped or missed.
  public var expected: Int { onTime + late + missed + skipped }

  /// The share of what was asked for, skips aside, that came on time, 0 to 1;
  /// `nil` where nothing was asked for.
  public var onTimeShare: Double? {
    let asked = onTime + late + missed
    return asked == 0 ? nil : Double(onTime) / Double(asked)
  }

  /// Adds what `other` counted.
  public static func += (tally: inout CareTally, other: CareTally) {
    tally.given += other.given
    tally.onTime += other.onTime
    tally.late += other.late
    tally.missed += other.missed
    tally.skipped += other.skipped
  }
}

extension CareAudit {
  /// The care of the whole period.
  public var tally: CareTally {
    tallies { _ in 0 }[0] ?? CareTally()
  }

  /// The care in parts of the period, by the part in which each day lies: that
  /// of the care, the skip, or the due day that was missed.
  public func tallies<Part: Hashable>(
    per part: (Day) -> Part
  ) -> [Part: CareTally] {
    var tallies: [Part: CareTally] = [:]
    for care in given {
      tallies[part(care.day), default: CareTally()].count(care, grace: grace)
    }
    for day in missed { tallies[part(day), default: CareTally()].missed += 1 }
    for day in skipped { tallies[part(day), default: CareTally()].skipped += 1 }
    return tallies
  }
}

extension CareTally {
  fileprivate mutating func count(_ care: CareAudit.Given, grace: Int) {
    given += 1
    guard let lateness = care.lateness else { return }
    if lateness <= grace { onTime += 1 } else { late += 1 }
  }
}
