public import JournalEvents
public import JournalTime

/// The care of one kind that a plant got in a period, compared with its
/// schedule.
public struct CareAudit: Hashable, Sendable {
  /// Care that was given on a day; care given twice on one day counts once.
  public struct Given: Hashable, Sendable {
    /// The local day.
    public let day: Day
    /// The day it was due; `nil` for extra care, which no schedule asked for.
    public let due: Day?
    /// The writer of the record.
    public let writer: WriterID

    /// Creates a record of care on a day, and of the day it was due.
    public init(day: Day, due: Day?, writer: WriterID) {
      self.day = day
      self.due = due
      self.writer = writer
    }

    /// The number of days that it came late, negative if it came early; `nil`
    /// for extra care.
    public var lateness: Int? { due.map { $0.distance(to: day) } }
  }

  /// The kind of care.
  public let kind: TaskKind
  /// The number of days late that still count as on time.
  public let grace: Int
  /// The care given in the period, by day.
  public internal(set) var given: [Given] = []
  /// Further care on days that had some already, recorded by another device.
  var givenAgain: [Given] = []
  /// The days in the period on which a task was skipped.
  public internal(set) var skipped: [Day] = []
  /// The due days in the period that passed without care, including their days
  /// of grace: each interval that went by while a task was open already, and an
  /// open task itself.
  public internal(set) var missed: [Day] = []
  /// The days in the period on which the plant left, after care of this kind.
  var departures: [Day] = []
  /// The day of the schedule's latest change of rhythm in the period.
  var rescheduledOn: Day?
  /// The day since which the task is overdue at the end of the period.
  public internal(set) var overdueSince: Day?
  /// The last day of the period, if the plant was present and scheduled then; a
  /// gap that is still open reaches to it.
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

  /// The number of times that the schedule asked for care: given, skipped or
  /// missed.
  public var expectedCount: Int { tally.expected }

  /// The number of times that care came on time, grace included.
  public var onTimeCount: Int { tally.onTime }

  /// The number of times that care came later.
  public var lateCount: Int { tally.late }

  /// The share of expected care, without skips, that came on time, 0 to 1;
  /// `nil` if none was expected.
  public var onTimeShare: Double? { tally.onTimeShare }

  /// The mean of the days by which scheduled care came after its due day; early
  /// care counts as 0. `nil` without such care.
  public var meanLateness: Double? {
    guard !scheduled.isEmpty else { return nil }
    let sum = scheduled.reduce(0) { $0 + max(0, $1) }
    return Double(sum) / Double(scheduled.count)
  }

  /// The most days by which care came late; 0 if it never did, `nil` without
  /// scheduled care.
  public var worstLateness: Int? { scheduled.max().map { max(0, $0) } }

  /// The most days between one care and the next, counting from the last care
  /// before the period and, if the plant is still waiting, up to the end of the
  /// period. `nil` if there is no gap.
  public var longestGap: Int? {
    let days = [givenBefore] + given.map(\.day) + [openUntil]
    let known = days.compactMap(\.self)
    return zip(known, known.dropFirst()).map { $0.distance(to: $1) }.max()
  }

  /// The number of times in a row that care came on time, up to the end.
  public var currentStreak: Int { streaks.last ?? 0 }

  /// The longest such row in the period.
  public var bestStreak: Int { streaks.max() ?? 0 }

  /// The lengths of the rows of care on time, each ended by late or missing
  /// care; the last row is still going on.
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

  /// Only the care that `writers` recorded, even if others gave it on the same
  /// day before. Missed care and open tasks have no writer, so they are left
  /// out, and so are skips.
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

  /// The number of times each writer recorded the care, the most first.
  public var recorders: [(writer: WriterID, count: Int)] {
    Dictionary(grouping: given, by: \.writer)
      .map { (writer: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.writer) < ($0.count, $1.writer) }
  }
}

/// Counts of care given and expected.
///
/// Tallies add up, over kinds, plants or months.
public struct CareTally: Hashable, Sendable {
  /// The days with care, scheduled or not.
  public internal(set) var given = 0
  /// The scheduled care that came by its due day or within its days of grace.
  public internal(set) var onTime = 0
  /// The scheduled care that came later.
  public internal(set) var late = 0
  /// The due days that passed without care, including their days of grace.
  public internal(set) var missed = 0
  /// The tasks that were skipped.
  public internal(set) var skipped = 0

  /// Creates an empty tally.
  public init() {}

  /// The number of times that a schedule asked for care: given, skipped or
  /// missed.
  public var expected: Int { onTime + late + missed + skipped }

  /// The share of expected care, without skips, that came on time, 0 to 1;
  /// `nil` if none was expected.
  public var onTimeShare: Double? {
    let asked = onTime + late + missed
    return asked == 0 ? nil : Double(onTime) / Double(asked)
  }

  /// Adds the counts of `other`.
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

  /// The care in parts of the period. The day of the care, of the skip, or the
  /// missed due day decides the part.
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
