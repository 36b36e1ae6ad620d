public import JournalEvents
public import JournalTime

/// Walks through a plant's events and holds each care against the task that
/// was open just before it.
///
/// The walk goes by the days on which things happened, not by when they were
/// recorded: care noted down late was given in time. A task is never late
/// before its schedule was set or the plant came back.
public struct CareAuditor {
  private let calendar: CareCalendar
  private let period: ClosedRange<Day>
  private let today: Day
  private let grace: Int
  private var plant = PlantState()
  private var audits: [TaskKind: CareAudit] = [:]
  /// The day before which no task of a kind counts as due.
  private var fairFrom: [TaskKind: Day] = [:]

  /// Creates an auditor.
  ///
  /// - `period`: The days that count.
  /// - `today`: The day of the audit, on which nothing is missed yet.
  /// - `grace`: How many days late still count as on time, 0 or more.
  public init(
    calendar: CareCalendar, period: ClosedRange<Day>, today: Day, grace: Int
  ) {
    self.calendar = calendar
    self.period = period
    self.today = today
    self.grace = grace
  }

  /// Audits the events of one plant, given in canonical order and without
  /// those that were undone.
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
    for care in plant.cares where plant.isPresent {
      passTime(
        of: care.kind,
        through: min(period.upperBound, today.advanced(by: -1)), isEnd: true)
    }
    return audits.values.filter { !$0.isEmpty }.sorted { $0.kind < $1.kind }
  }

  private mutating func take(_ payload: EventPayload, by writer: WriterID) {
    let day = calendar.zone.localDay(of: payload.at.instant)
    switch payload.body {
    case .taskCompleted(let body):
      complete(body.kind, on: day, by: writer)
    case .taskSkipped(let body) where body.task == nil:
      skip(body.kind, on: day)
    case .plantRemoved:
      for care in plant.cares { passTime(of: care.kind, through: day) }
    case .plantRestored:
      for care in plant.cares { fairFrom[care.kind] = day }
    case .scheduleSet(let body): fairFrom[body.kind] = day
    default: break
    }
    plant.evolve(payload)
  }

  private mutating func complete(
    _ kind: TaskKind, on day: Day, by writer: WriterID
  ) {
    passTime(of: kind, through: day.advanced(by: -1))
    guard period.contains(day), audits[kind]?.given.last?.day != day else {
      return
    }
    let given = CareAudit.Given(day: day, due: due(kind), writer: writer)
    update(kind) { $0.given.append(given) }
  }

  private mutating func skip(_ kind: TaskKind, on day: Day) {
    passTime(of: kind, through: day.advanced(by: -1))
    guard period.contains(day), due(kind) != nil else { return }
    update(kind) { $0.skipped.append(day) }
  }

  /// Notes the due days that passed by `day` while the task was open; the
  /// first of them is the open task itself, which counts as missed only at
  /// the end.
  private mutating func passTime(
    of kind: TaskKind, through day: Day, isEnd: Bool = false
  ) {
    guard let first = due(kind), let schedule = plant.care(kind)?.schedule
    else { return }
    var missed: [Day] = isEnd && first <= day ? [first] : []
    missed += ScheduleRepetition(
      of: schedule, after: first, through: day, in: calendar)
    missed.removeAll { !period.contains($0) }
    let end = period.upperBound
    update(kind) { audit in
      audit.missed += missed
      guard isEnd else { return }
      audit.openUntil = end
      audit.overdueSince = first <= day ? first : nil
    }
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

extension CareAudit {
  fileprivate var isEmpty: Bool {
    given.isEmpty && skipped.isEmpty && missed.isEmpty && openUntil == nil
  }
}
