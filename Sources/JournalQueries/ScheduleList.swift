public import JournalCare
internal import JournalEvents
public import JournalProjections
public import JournalTime

/// The schedules of plants.
public struct ScheduleList: Sendable {
  /// A schedule of a plant.
  public struct Row: Sendable {
    /// The name of the plant.
    public let name: String
    /// The schedule, with the last care and the next due day.
    public let view: ScheduleView
  }

  /// The schedules, by plant in the requested order.
  public fileprivate(set) var rows: [Row] = []
  /// The day of the view.
  public let today: Day
  /// The units for amounts.
  public let units: MeasurementUnits

  /// The schedules sorted by the names of their plants.
  public var rowsByName: [Row] { rows.sortedByName(\.name) }
}

extension Snapshot {
  /// Returns the schedules of the selected plants; an empty choice selects all
  /// present plants.
  public func schedules(of choice: PlantChoice) throws -> ScheduleList {
    var list = ScheduleList(today: today, units: settings.units)
    func add(_ id: PlantID, _ plant: PlantState, _ calendar: CareCalendar) {
      for care in plant.cares {
        if let view = ScheduleView(care, of: plant, plant: id, in: calendar) {
          list.rows.append(.init(name: plant.displayName, view: view))
        }
      }
    }
    if choice.isEmpty {
      try forEachPlant { id, plant in
        if plant.isPresent { add(id, plant, calendar) }
        return true
      }
    } else {
      for id in try plants(choice) {
        try plant(id).map { add(id, $0, calendar) }
      }
    }
    return list
  }

  /// Returns the open one-off tasks of the selected plants, by due day; an
  /// empty choice selects all.
  public func oneOffTasks(of choice: PlantChoice) throws -> TaskList {
    var entries = try oneOffTasks()
    if !choice.isEmpty {
      let plants = Set(try plants(choice))
      entries.removeAll { !plants.contains($0.plant) }
    }
    return TaskList(
      tasks: entries.map { TodayView.Task(entry: $0, on: today) },
      today: today, rooms: rooms)
  }
}

/// Open one-off tasks.
public struct TaskList: Sendable {
  /// The tasks, by due day.
  public let tasks: [TodayView.Task]
  /// The day of the view.
  public let today: Day
  /// The visible rooms.
  public let rooms: RoomList
}
