public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// Why a plant's open tasks are due when they are.
public struct WhyView: Sendable {
  /// One open task.
  public struct Task: Sendable, Hashable {
    /// The steps that lead to its own due day.
    public let explanation: DueExplanation
    /// The local day on which its schedule was first set since it was last
    /// cleared; `nil` for a one-off task.
    public let scheduledOn: Day?
    /// The day it is due; where waterings are gathered, its group's.
    public let due: Day
    /// The care profile that its schedule follows; `nil` where somebody set it
    /// otherwise.
    public let profile: CareProfiled?
    /// The remarks on it, and how much is given.
    public let facts: TaskFacts

    /// The group day to which it moved; `nil` where it stayed.
    public var groupDay: Day? { due == explanation.due ? nil : due }
  }

  /// The plant; `StreamID.home` for a task of the home.
  public let plant: PlantID
  /// The name it is shown by.
  public let plantName: String
  /// Whether it left the collection.
  public let isRemoved: Bool
  /// The units in which amounts are told.
  public let units: MeasurementUnits
  /// The day of the view.
  public let day: Day
  /// Its open tasks, by kind, one-off tasks last; none once it left.
  public let tasks: [Task]

  /// Reads the view of a plant on `day`.
  ///
  /// - `kind`: Which tasks; `nil` for all.
  /// - `task`: Which one-off task alone; `nil` for all.
  init(
    _ id: PlantID, _ state: PlantState, kind: TaskKind?, task: TaskID? = nil,
    _ snapshot: borrowing Snapshot, on day: Day
  ) throws {
    plant = id
    plantName = state.displayName
    isRemoved = state.removal != nil
    units = snapshot.settings.units
    self.day = day
    let zone = snapshot.calendar.zone
    // Both lists have the same order.
    let shown = try snapshot.openTasks(
      of: id, state, on: day)
    tasks = zip(snapshot.calendar.explanations(of: state, id: id), shown)
      .map { explanation, entry in
        Task(
          explanation: explanation,
          scheduledOn: explanation.scheduledSince.map(zone.localDay(of:)),
          due: entry.task.due,
          profile: explanation.schedule.flatMap {
            state.profile(advising: $0, snapshot.calendar)
          },
          facts: entry.facts)
      }
      .filter {
        (kind == nil || $0.explanation.kind == kind)
          && (task == nil || $0.explanation.task == task)
      }
  }
}

extension PlantState {
  /// The care profile, if it advises just this schedule.
  fileprivate func profile(
    advising schedule: ScheduleSet, _ calendar: CareCalendar
  ) -> CareProfiled? {
    guard let profile = details.careProfile?.body else { return nil }
    return advice(for: profile, in: calendar.hemisphere).contains {
      $0.schedule == schedule
    } ? profile : nil
  }
}

extension Snapshot {
  /// Why a plant's open tasks, or one of the home's, are due when they are.
  ///
  /// - Parameters:
  ///   - name: The plant, removed or not, or the home's task.
  ///   - naming: How the name is taken.
  ///   - kind: Which tasks; `nil` for all.
  /// - Returns: The view.
  /// - Throws: What a wrong name throws, and what the store throws.
  public func why(
    _ name: String, _ naming: PlantNaming, kind: TaskKind? = nil
  ) throws -> WhyView {
    var naming = naming
    naming.includesRemoved = true
    if case .task(let task, let owner, let state) =
      try taskHolder(named: name, naming)
    {
      return try WhyView(
        owner, state, kind: kind, task: task.id, self, on: today)
    }
    let plant = try anyPlant(named: name, naming)
    return try WhyView(plant.id, plant.state, kind: kind, self, on: today)
  }
}
