public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The reasons for the due days of a plant's open tasks.
public struct WhyView: Sendable {
  /// An open task.
  public struct Task: Sendable, Hashable {
    /// The explanation of its own due day.
    public let explanation: DueExplanation
    /// The local day on which its schedule was first set after it was last
    /// cleared; `nil` for a one-off task.
    public let scheduledOn: Day?
    /// The due day, or the group day if waterings are grouped.
    public let due: Day
    /// The care profile that its schedule follows; `nil` if the schedule
    /// differs.
    public let profile: CareProfiled?
    /// The task's notes and amount.
    public let facts: TaskFacts

    /// The group day to which the task was moved, if any.
    public var groupDay: Day? { due == explanation.due ? nil : due }
  }

  /// The plant; `StreamID.home` for a task of the home.
  public let plant: PlantID
  /// The display name.
  public let plantName: String
  /// A Boolean value that indicates whether the plant was removed.
  public let isRemoved: Bool
  /// The units for amounts.
  public let units: MeasurementUnits
  /// The day of the view.
  public let day: Day
  /// The open tasks by kind, one-off tasks last; none for a removed plant.
  public let tasks: [Task]

  /// Creates the view of a plant on `day`.
  ///
  /// - `kind`: The kind of the tasks; `nil` for all.
  /// - `task`: The only one-off task; `nil` for all.
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
  /// Returns the care profile, if it advises exactly this schedule.
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
  /// Returns the reasons for the due days of the open tasks of a plant, or of a
  /// task of the home.
  ///
  /// - Parameters:
  ///   - name: The plant, even if it is removed, or the home's task.
  ///   - naming: The way to resolve the name.
  ///   - kind: The kind of the tasks; `nil` for all.
  /// - Returns: The view.
  /// - Throws: The error of a wrong name, or an error of the store.
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
