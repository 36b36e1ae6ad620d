public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// A query for schedules that fit the user's habits.
public struct SuggestionQuery: Sendable {
  /// The plants; an empty choice selects all present plants.
  public var plants: PlantChoice
  /// The kind of care; `nil` for all.
  public var kind: TaskKind?
  /// The days to examine.
  public var period: TypedPeriod
  /// The number of days by which care may be late and still count as on time;
  /// `nil` for the setting.
  public var grace: Int?

  /// Creates a query.
  public init(
    _ plants: PlantChoice, kind: TaskKind? = nil, period: TypedPeriod,
    grace: Int? = nil
  ) {
    self.plants = plants
    self.kind = kind
    self.period = period
    self.grace = grace
  }
}

/// The intervals of care and the schedules that would fit them.
public struct ScheduleSuggestions: Sendable {
  /// A habit of one plant.
  public struct Row: Sendable {
    /// The plant.
    public let plant: PlantName
    /// The habit of one kind of its care.
    public let habit: CareHabit
  }

  /// The examined days.
  public let period: ClosedRange<Day>
  /// The number of days by which care may be late and still count as on time.
  public let grace: Int
  /// The habits by plant name, then by kind, base intervals before seasonal
  /// ones.
  public let rows: [Row]

  /// The habits that suggest another interval.
  public var changes: [Row] { rows.filter { $0.habit.suggestion != nil } }
}

extension Snapshot {
  /// Returns the intervals of care, and the schedules that would fit them.
  ///
  /// Unscheduled care is left out if too little of it is known. Photo reminders
  /// are left out because they have no interval.
  ///
  /// - Throws: The error of a wrong name, or an error of the store.
  /// - Complexity: O(*n* log *n*) for the *n* events of these plants.
  public func scheduleSuggestions(
    _ query: SuggestionQuery
  ) throws -> ScheduleSuggestions {
    let view = try auditView(
      query.plants, kind: query.kind, period: query.period, grace: query.grace)
    let calendar = calendar
    let rows = view.plantsByName.flatMap { plant in
      plant.kinds.flatMap { audit -> [ScheduleSuggestions.Row] in
        let care = plant.state.care(audit.kind)
        guard plant.state.isPresent, care?.reminder == nil else { return [] }
        return CareHabit.all(in: audit, care?.schedule, calendar)
          .filter { $0.present != nil || $0.fitting != nil }
          .map { habit in
            ScheduleSuggestions.Row(
              plant: PlantName(plant.id, plant.state.displayName), habit: habit)
          }
      }
    }
    return ScheduleSuggestions(
      period: view.period, grace: view.grace, rows: rows)
  }
}
