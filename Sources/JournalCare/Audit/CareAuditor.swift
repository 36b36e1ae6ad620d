public import JournalEvents
public import JournalTime

/// Walks through a plant's events and compares each care with the task that was
/// open just before it.
///
/// The walk goes by the days on which things happened, not by when they were
/// recorded: care noted down late was given in time. A task is never late
/// before its schedule was set or the plant came back. Missed care stays
/// missed, whatever is planned afterwards; care only answers the task that is
/// still open.
public struct CareAuditor {
  private let calendar: CareCalendar
  private let period: ClosedRange<Day>
  private let today: Day
  private let grace: Int
  private var plant = PlantState()
  private var audits: [TaskKind: CareAudit] = [:]
  /// The day before which no task of a kind counts as due.
  private var fairFrom: [TaskKind: Day] = [:]
  /// The latest rhythm of a kind's schedule.
  private var rhythms: [TaskKind: Rhythm] = [:]
  /// The due day that extra care left unanswered.
  private var unanswered: [TaskKind: Day] = [:]

  /// Creates an auditor.
  ///
  /// - Parameters:
  ///   - calendar: The conversion of instants to days.
  ///   - period: The days that count.
  ///   - today: The day of the audit, on which nothing is missed yet.
  ///   - grace: The number of days late that still count as on time, 0 or more.
  public init(
    calendar: CareCalendar, period: ClosedRange<Day>, today: Day, grace: Int
  ) {
    self.calendar = calendar
    self.period = period
    self.today = today
    self.grace = grace
  }

  /// Audits the events of one plant, given in canonical order and without
  /// undone events.
  ///
  /// - Returns: An audit of each kind that was scheduled or given in the
  ///   period, by kind.
  /// - Complexity: O(*n* log *n*) for *n* events.
  public mutating func audit(
    _ events: [(payload: EventPayload, writer: WriterID)]
  ) -> [CareAudit] {
    let order = events.indices.sorted { left, right in
      let instants = (events[left].payload.at, events[right].payload.at)
      return (instants.0.instant, left) < (instants.1.instant, right)
    }
    for index in order {
      take(events[index].payload, by: events[index].writer)
    }
    for care in plant.cares where plant.isPresent { end(care.kind) }
    return audits.values.filter { !$0.isEmpty }.sorted { $0.kind < $1.kind }
  }

  private mutating func take(_ payload: EventPayload, by writer: WriterID) {
    let day = calendar.zone.localDay(of: payload.at.instant)
    if let care = payload.body.careGiven {
      complete(care.kind, on: day, by: writer)
    } else if case .taskSkipped(let body) = payload.body, body.task == nil {
      skip(body.kind, on: day)
    } else if case .plantRemoved = payload.body {
      for kind in audits.keys { update(kind) { $0.departures.append(day) } }
    }
    if case .scheduleSet(let body) = payload.body {
      let rhythm = Rhythm(of: body)
      let before = rhythms.updateValue(rhythm, forKey: body.kind)
      if let before, before != rhythm, day >= period.lowerBound {
        update(body.kind) { $0.rescheduledOn = day }
      }
    }
    let waiting = plant.kinds(replannedBy: payload.body).map { kind in
      (kind: kind, due: due(kind), missed: missed(kind, before: day))
    }
    plant.evolve(payload)
    for task in waiting {
      if payload.body.startsAgain { fairFrom[task.kind] = day }
      guard due(task.kind) != task.due else { continue }
      unanswered[task.kind] = nil
      guard !task.missed.isEmpty else { continue }
      note(task.missed, of: task.kind)
      fairFrom[task.kind] = day
    }
  }

  private mutating func complete(
    _ kind: TaskKind, on day: Day, by writer: WriterID
  ) {
    // The first is the open task itself, which comes late.
    note(missed(kind, before: day).dropFirst(), of: kind)
    let isAskedFor = answer(kind, on: day)
    guard day >= period.lowerBound else {
      return update(kind) { $0.givenBefore = day }
    }
    guard period.contains(day) else { return }
    if let last = audits[kind]?.given.last, last.day == day {
      guard last.writer != writer else { return }
      let given = CareAudit.Given(day: day, due: nil, writer: writer)
      return update(kind) { $0.givenAgain.append(given) }
    }
    let given = CareAudit.Given(
      day: day, due: isAskedFor ? due(kind) : nil, writer: writer)
    update(kind) { $0.given.append(given) }
  }

  /// Returns whether care on `day` answers the open task; otherwise it is
  /// extra, and the task is still to be answered.
  private mutating func answer(_ kind: TaskKind, on day: Day) -> Bool {
    guard plant.isPresent, let care = plant.care(kind),
      let task = calendar.explanation(of: care, in: plant)
    else { return false }
    let asked = unanswered[kind] ?? task.activeDay
    let isEarly: Bool
    if let reminder = care.reminder {
      isEarly = reminder.due(after: day) <= asked
    } else {
      let interval = task.interval?.days ?? task.schedule?.intervalDays ?? 0
      isEarly =
        day < asked && 2 * day.distance(to: asked) >= interval
        || task.basis.settlesFrom.map { day < $0 } ?? false
    }
    unanswered[kind] = isEarly ? asked : nil
    return !isEarly
  }

  /// Skipping a task that is already missed changes nothing.
  private mutating func skip(_ kind: TaskKind, on day: Day) {
    guard period.contains(day), due(kind) != nil,
      missed(kind, before: day).isEmpty
    else { return }
    update(kind) { $0.skipped.append(day) }
  }

  private mutating func end(_ kind: TaskKind) {
    guard let due = due(kind) else { return }
    let end = min(period.upperBound.advanced(by: 1), today)
    note(missed(kind, before: end), of: kind)
    let last = period.upperBound
    update(kind) { audit in
      audit.openUntil = last
      audit.overdueSince = due < end ? due : nil
    }
  }

  /// The due days whose grace was over before `day` while the task was open;
  /// the first is that of the open task itself.
  private func missed(_ kind: TaskKind, before day: Day) -> [Day] {
    let last = day.advanced(by: -1 - grace)
    guard let first = due(kind), first <= last, let care = plant.care(kind)
    else { return [] }
    return [first]
      + calendar.repetition(of: care, after: first, through: last)
  }

  private mutating func note(_ missed: some Sequence<Day>, of kind: TaskKind) {
    let missed = missed.filter(period.contains)
    update(kind) { $0.missed += missed }
  }

  /// The day on which the kind's open task counts as due.
  private func due(_ kind: TaskKind) -> Day? {
    guard plant.isPresent, let care = plant.care(kind),
      let task = calendar.openTask(of: care, in: plant)
    else { return nil }
    return max(task.due, fairFrom[kind] ?? task.due)
  }

  private mutating func update(
    _ kind: TaskKind, _ change: (inout CareAudit) -> Void
  ) {
    change(&audits[kind, default: CareAudit(kind: kind, grace: grace)])
  }
}

/// The parts of a schedule that decide when it asks for care.
private struct Rhythm: Hashable {
  let intervalDays: Int
  let seasons: SeasonalIntervals
  let months: MonthSet

  init(of schedule: ScheduleSet) {
    intervalDays = schedule.intervalDays
    seasons = schedule.seasonalIntervalDays
    months = schedule.activeMonths
  }
}

extension PlantState {
  /// The kinds whose open task an event replaces or moves to another day; care
  /// is left out, as it answers the task.
  fileprivate func kinds(replannedBy body: EventBody) -> [TaskKind] {
    switch body {
    case .taskSkipped(let body) where body.task == nil: [body.kind]
    case .taskSnoozed(let body) where body.task == nil: [body.kind]
    case .scheduleSet(let body): [body.kind]
    case .scheduleCleared(let body): [body.kind]
    case .photoReminderSet: [.photo]
    case .plantRemoved, .plantRestored: cares.map(\.kind)
    default: []
    }
  }
}

extension EventBody {
  /// A Boolean value that indicates whether no earlier due day can be late.
  fileprivate var startsAgain: Bool {
    switch self {
    case .scheduleSet, .photoReminderSet, .plantRestored: true
    default: false
    }
  }
}

extension CareAudit {
  fileprivate var isEmpty: Bool {
    given.isEmpty && skipped.isEmpty && missed.isEmpty && openUntil == nil
  }
}
