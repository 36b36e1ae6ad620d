public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// Whose habits are looked at for better schedules, and which of them.
public struct SuggestionQuery: Sendable {
  /// The plants; an empty choice means all that are there.
  public var plants: PlantChoice
  /// Only this kind of care; `nil` for all.
  public var kind: TaskKind?
  /// The days that count.
  public var period: TypedPeriod
  /// How many days late still count as on time; `nil` for the setting.
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

/// How often plants get care, and the schedules that would fit that.
public struct ScheduleSuggestions: Sendable {
  /// A habit of one plant.
  public struct Row: Sendable {
    /// The plant.
    public let plant: PlantName
    /// How often its care was given.
    public let habit: CareHabit
  }

  /// The days that count.
  public let period: ClosedRange<Day>
  /// How many days late still count as on time.
  public let grace: Int
  /// The habits, by the plants' names, then by kind; the base interval before
  /// those of seasons.
  public let rows: [Row]

  /// The habits that ask for another interval.
  public var changes: [Row] { rows.filter { $0.habit.suggestion != nil } }
}

extension Snapshot {
  /// How often plants get care, and which intervals would fit that.
  ///
  /// Care that no schedule asks for is left out where too little of it is
  /// known; so are reminders of photos, which have no interval.
  ///
  /// - Throws: What a wrong name throws, and what the store throws.
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
