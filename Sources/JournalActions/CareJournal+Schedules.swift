public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// The changed fields of a schedule. The others stay as they are, or follow
/// from the plant's needs.
public struct ScheduleChange: Sendable {
  /// The kind of care.
  public var kind: TaskKind
  /// The days from care to care.
  public var intervalDays: Int?
  /// Other intervals in some seasons.
  public var seasons: [Season: Int] = [:]
  /// The months in which care falls due.
  public var activeMonths: MonthSet?
  /// The amount given.
  public var amount: String?
  /// The kind of fertilizer.
  public var fertilizer: FertilizerType?
  /// The time of day.
  public var time: TimeOfDay?
  /// The first due day.
  public var startOn: Timed<Day>?
  /// A Boolean value that indicates whether the change replaces the present
  /// schedule as a whole.
  public var replaces = false

  /// Creates a change without any field.
  public init(of kind: TaskKind) { self.kind = kind }
}

/// A request to change plants' schedules.
public struct ScheduleRequest: Sendable {
  /// A change of a schedule.
  public enum Way: Sendable {
    /// Sets fields of the schedule.
    case set(ScheduleChange)
    /// Ends the schedule.
    case clear(TaskKind)
  }

  /// The plants of the schedules.
  public var plants: PlantChoice
  /// The change.
  public var way: Way
  /// A remark.
  public var note: String?
  /// The summary of the schedule as it was shown;
  /// `nil` to change whatever is set.
  public var shown: String?

  /// Creates a request.
  public init(_ plants: PlantChoice, _ way: Way, note: String? = nil) {
    self.plants = plants
    self.way = way
    self.note = note
  }
}

/// An error of setting or ending a schedule.
public enum ScheduleError: DescribedError {
  /// The change names no field of an existing schedule.
  case emptyChange(TaskKind)
  /// No interval is given or known.
  case noInterval(TaskKind)
  /// The plant has no schedule of the kind; `nil` if none of several has.
  case noSchedule(TaskKind, plant: String?)

  public var facts: ErrorFacts {
    switch self {
    case .emptyChange(let kind):
      ErrorFacts(
        .invalidInput, "nothing to change was given for \(kind)",
        .giveInterval(orField: true))
    case .noInterval(let kind):
      ErrorFacts(
        .invalidInput, "no interval was given for \(kind)",
        .giveInterval(orField: false))
    case .noSchedule(let kind, let plant?):
      ErrorFacts(
        .nothingMatched, "'\(plant)' has no schedule for \(kind)",
        outcome: .nothingWritten)
    case .noSchedule(_, nil):
      ErrorFacts(
        .nothingMatched, "none of these plants has such a schedule",
        outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Sets or ends schedules, as one action.
  ///
  /// - Returns: ``Change/scheduled(_:_:advice:next:)`` or
  ///   ``Change/scheduleCleared(_:_:)`` for each plant.
  /// - Throws: ``ScheduleError``, `CareError` and errors of choosing plants.
  public func changeSchedules(
    _ request: ScheduleRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let plants = try session.snapshot().plants(request.plants)
      try session.action { session in
        for id in plants {
          try request.check(try session.plant(id))
          let change: Change?
          switch request.way {
          case .set(let fields):
            change = try session.set(
              fields, of: id, at: at, note: request.note)
          case .clear(let kind):
            change = try session.clear(
              kind, of: id, at: at, note: request.note,
              isNamed: !request.plants.hasFilter)
          }
          if let change { receipt.changes.append(change) }
        }
        if receipt.changes.isEmpty, case .clear(let kind) = request.way {
          throw ScheduleError.noSchedule(kind, plant: nil)
        }
      }
    }
  }
}

extension CareJournal {
  /// Sets the intervals that habits suggest, as one action.
  ///
  /// - Returns: ``Change/scheduled(_:_:advice:next:)`` for each schedule, or
  ///   ``Notice/nothingChanged``.
  /// - Throws: `CareError` and errors of choosing plants.
  public func acceptSuggestions(
    _ query: SuggestionQuery, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let changes = try session.snapshot().scheduleSuggestions(query).changes
      guard !changes.isEmpty else {
        receipt.notices = [.nothingChanged]
        return
      }
      try session.action { session in
        for (plant, change) in ScheduleChange.all(of: changes) {
          receipt.changes.append(
            try session.set(change, of: plant, at: at, note: nil))
        }
      }
    }
  }
}

extension ScheduleRequest {
  /// Throws if the schedule is not as it was shown.
  fileprivate func check(_ plant: PlantState) throws(ChangedMeanwhile) {
    let kind =
      switch way {
      case .set(let change): change.kind
      case .clear(let kind): kind
      }
    let now = plant.care(kind)?.schedule?.summary ?? ""
    guard [nil, now].contains(shown) else {
      throw ChangedMeanwhile("the schedule", now: now)
    }
  }
}

extension ScheduleSet {
  /// The fields of the schedule in one text, such as `7d, 250ml`.
  public var summary: String {
    let seasons = seasonalIntervalDays.entries.map {
      "\($0.season.rawValue) \($0.days)d"
    }
    let others: [String?] = [
      activeMonths == .all ? nil : activeMonths.text, amount,
      fertilizer?.rawValue, time?.description,
      startOn.map { "from \($0)" },
    ]
    return (["\(intervalDays)d"] + seasons + others.compactMap(\.self))
      .joined(separator: ", ")
  }
}

extension ScheduleChange {
  /// Returns one change for each plant and kind of care, for any seasons.
  fileprivate static func all(
    of rows: [ScheduleSuggestions.Row]
  ) -> [(plant: PlantID, change: ScheduleChange)] {
    var changes: [(plant: PlantID, change: ScheduleChange)] = []
    for row in rows {
      let habit = row.habit
      if changes.last?.plant != row.plant.id
        || changes.last?.change.kind != habit.kind
      {
        changes.append((row.plant.id, ScheduleChange(of: habit.kind)))
      }
      let last = changes.count - 1
      if let season = habit.season {
        changes[last].change.seasons[season] = habit.suggestion
      } else {
        changes[last].change.intervalDays = habit.suggestion
      }
    }
    return changes
  }
}

extension ActionSession {
  fileprivate mutating func set(
    _ fields: ScheduleChange, of id: PlantID, at: OffsetInstant,
    note: String?
  ) throws -> Change {
    let before = try plant(id)
    let (schedule, advice) = try fields.schedule(
      of: before, calendar, clock, hasRemark: note != nil)
    // If the schedule is replaced, so is its remark; otherwise it stays.
    let remark = fields.replaces ? nil : before.remark(on: schedule.kind)
    try perform(
      .setSchedule(schedule), on: id, at: at, note: note ?? remark)
    let after = try plant(id)
    let next = after.care(schedule.kind).flatMap {
      calendar.openTask(of: $0, in: after)
    }
    return .scheduled(
      PlantName(id, before.displayName), schedule, advice: advice,
      next: next?.due)
  }

  /// Ends a schedule. If there is none, it returns `nil` for a plant chosen by
  /// a filter, and throws for a named plant.
  fileprivate mutating func clear(
    _ kind: TaskKind, of id: PlantID, at: OffsetInstant, note: String?,
    isNamed: Bool
  ) throws -> Change? {
    let name = try name(id)
    guard try plant(id).care(kind)?.schedule != nil else {
      guard isNamed else { return nil }
      throw ScheduleError.noSchedule(kind, plant: name.displayName)
    }
    try perform(.clearSchedule(kind), on: id, at: at, note: note)
    return .scheduleCleared(name, kind)
  }
}

extension ScheduleChange {
  /// Returns the schedule after the change, and the advice for fields that
  /// nobody gave.
  fileprivate func schedule(
    of plant: PlantState, _ calendar: CareCalendar, _ clock: LocalClock,
    hasRemark: Bool
  ) throws -> (schedule: ScheduleSet, advice: ScheduleAdvice?) {
    let present = replaces ? nil : plant.care(kind)?.schedule
    guard present == nil || !isEmpty || hasRemark else {
      throw ScheduleError.emptyChange(kind)
    }
    // If you give an interval for a new schedule, you want no advice.
    let advice =
      present == nil && intervalDays == nil
      ? plant.scheduleAdvice(for: kind, calendar) : nil
    let base = present ?? advice?.schedule
    guard let days = intervalDays ?? base?.intervalDays else {
      throw ScheduleError.noInterval(kind)
    }
    var seasons = self.seasons
    for entry in base?.seasonalIntervalDays.entries ?? []
    where seasons[entry.season] == nil {
      seasons[entry.season] = entry.days
    }
    let schedule = ScheduleSet(
      kind: kind, intervalDays: days,
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: activeMonths ?? base?.activeMonths ?? .all,
      amount: amount ?? base?.amount,
      fertilizer: fertilizer ?? base?.fertilizer, time: time ?? base?.time,
      startOn: try startOn?.value(by: clock) ?? base?.startOn)
    return (schedule, advice)
  }

  private var isEmpty: Bool {
    intervalDays == nil && seasons.isEmpty && activeMonths == nil
      && amount == nil && fertilizer == nil && time == nil && startOn == nil
  }
}

extension PlantState {
  fileprivate func scheduleAdvice(
    for kind: TaskKind, _ calendar: CareCalendar
  ) -> ScheduleAdvice? {
    guard let profile = details.careProfile?.body else { return nil }
    return advice(for: profile, in: calendar.hemisphere).first {
      $0.schedule.kind == kind
    }
  }
}
