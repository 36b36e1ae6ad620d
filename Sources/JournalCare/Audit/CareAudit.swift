public import JournalEvents
public import JournalTime

/// The care of one kind that a plant got in a period, held against what its
/// schedule asked for.
public struct CareAudit: Hashable, Sendable {
  /// Care that was given on a day; twice on one day is one.
  public struct Given: Hashable, Sendable {
    /// The local day.
    public let day: Day
    /// The day it was due; `nil` for extra care, which no schedule asked for.
    public let due: Day?
    /// Who recorded it.
    public let writer: WriterID

    public init(day: Day, due: Day?, writer: WriterID) {
      self.day = day
      self.due = due
      self.writer = writer
    }

    /// The days it came late, negative where it came early; `nil` for extra
    /// care.
    public var lateness: Int? { due.map { $0.distance(to: day) } }
  }

  /// The kind of care.
  public let kind: TaskKind
  /// How many days late still count as on time.
  public let grace: Int
  /// The care given in the period, by day.
  public internal(set) var given: [Given] = []
  /// Care on days that had some already, which another device had recorded.
  var givenAgain: [Given] = []
  /// The days in the period on which a task was skipped.
  public internal(set) var skipped: [Day] = []
  /// The due days in the period that passed without care, and the days of
  /// grace after them: each interval that went by while a task was open
  /// already, and an open task itself.
  public internal(set) var missed: [Day] = []
  /// The days in the period on which the plant left, after care of this kind.
  var departures: [Day] = []
  /// The day on which its schedule got another rhythm last, since the period
  /// began.
  var rescheduledOn: Day?
  /// Since when the task is overdue at the end of the period.
  public internal(set) var overdueSince: Day?
  /// The last day of the period, where the plant was present and scheduled
  /// then; a gap that is still open reaches to it.
  var openUntil: Day?
  /// The last day with care before the period.
  var givenBefore: Day?

  init(kind: TaskKind, grace: Int) {
    self.kind = kind
    self.grace = grace
  }
}

extension CareAudit {
  /// Care that a schedule asked for.
  private var scheduled: [Int] { given.compactMap(\.lateness) }

  /// How often the schedule asked for care: given, skipped or missed.
  public var expectedCount: Int { tally.expected }

  /// How much care came by its due day and the days of grace.
  public var onTimeCount: Int { tally.onTime }

  /// How much care came later.
  public var lateCount: Int { tally.late }

  /// The share of what was asked for, skips aside, that came on time, 0 to 1;
  /// `nil` where nothing was asked for.
  public var onTimeShare: Double? { tally.onTimeShare }

  /// The mean of the days by which scheduled care came after its due day;
  /// early care counts as 0. `nil` without such care.
  public var meanLateness: Double? {
    guard !scheduled.isEmpty else { return nil }
    let sum = scheduled.reduce(0) { $0 + max(0, $1) }
    return Double(sum) / Double(scheduled.count)
  }

  /// The most days by which care came late; 0 where none did, `nil` without
  /// scheduled care.
  public var worstLateness: Int? { scheduled.max().map { max(0, $0) } }

  /// The most days between one care and the next, counted whole from the last
  /// one before the period; and from the last one to the end of the period
  /// where the plant still waits. `nil` where there is no gap.
  public var longestGap: Int? {
    let days = [givenBefore] + given.map(\.day) + [openUntil]
    let known = days.compactMap(\.self)
    return zip(known, known.dropFirst()).map { $0.distance(to: $1) }.max()
  }

  /// How often in a row care came on time, at the end of the period.
  public var currentStreak: Int { streaks.last ?? 0 }

  /// The longest such row in the period.
  public var bestStreak: Int { streaks.max() ?? 0 }

  /// The lengths of the rows of care on time, each row ended by late or
  /// missing care; the last is the one that goes on.
  private var streaks: [Int] {
    let cares = given.compactMap { care in
      care.lateness.map { (day: care.day, isOnTime: $0 <= grace) }
    }
    let outcomes =
      (cares + missed.map { (day: $0, isOnTime: false) })
      .sorted { ($0.day, $0.isOnTime ? 1 : 0) < ($1.day, $1.isOnTime ? 1 : 0) }
    return outcomes.reduce(into: [0]) { streaks, outcome in
      if outcome.isOnTime {
        streaks[streaks.count - 1] += 1
      } else {
        streaks.append(0)
      }
    }
  }

  /// Only the care that `writers` recorded, also where others had given it on
  /// the same day before. Nobody recorded what was missed or waits still, so
  /// none of that is theirs; skips are left out, too.
  public func recorded(by writers: Set<WriterID>) -> CareAudit {
    var audit = CareAudit(kind: kind, grace: grace)
    audit.given = given.filter { writers.contains($0.writer) }
    var days = Set(audit.given.map(\.day))
    audit.given += givenAgain.filter {
      writers.contains($0.writer) && days.insert($0.day).inserted
    }
    audit.given.sort { $0.day < $1.day }
    return audit
  }

  /// How much of the care each writer recorded, the most first.
  public var recorders: [(writer: WriterID, count: Int)] {
    Dictionary(grouping: given, by: \.writer)
      .map { (writer: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.writer) < ($0.count, $1.writer) }
  }
}

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
