internal import CatalogueKit
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The instructions for a plant sitter: the tasks by room, each with its due
/// days as in the look-ahead and, for the keeper, the tasks to do before
/// leaving.
public struct SitterSheet: Sendable {
  /// A task of a plant and the days on which it becomes due.
  public struct Task: Sendable {
    /// The task as it first becomes due.
    public let first: TodayView.Task
    /// The days, ascending; if the sheet begins today, an overdue task falls on
    /// that day.
    public let days: [Day]
    /// The notes on the task, without repetitions.
    public let remarks: [String]
  }

  /// A plant with its tasks, or a task of the home.
  public struct Plant: Sendable {
    /// The plant; `StreamID.home` for a task of the home.
    public let id: PlantID
    /// The displayed name of a plant, or the title of a task of the home.
    public let name: String
    /// The plant's scientific name.
    public let species: String?
    /// The toxicity of the plant; `nil` for a task of the home.
    public let toxicity: PlantToxicity?
    /// The tasks, the standard kinds first.
    public let tasks: [Task]
  }

  /// The plants of a room.
  public struct Room: Sendable {
    /// The room's id, which stays when the room is renamed.
    public let id: RoomID
    /// The room's name.
    public let name: String
    /// The room's plants that have tasks, by name.
    public let plants: [Plant]
  }

  /// A task that the keeper may do before leaving.
  public struct Early: Sendable {
    /// The task.
    public let task: TodayView.Task
    /// The name of the plant's room; empty for a task of the home.
    public let room: String
    /// A Boolean value that indicates whether the task is due by the last day
    /// at home; if not, it is a watering due while the keeper is away.
    public let isDue: Bool
    /// A Boolean value that indicates whether the task, done early, does not
    /// become due again while the keeper is away.
    public let lasts: Bool
  }

  /// A day that has tasks.
  public struct Visit: Sendable {
    /// The day.
    public let day: Day
    /// The number of tasks.
    public let taskCount: Int
    /// The rooms that have tasks, with the names of their plants.
    public let rooms: [(name: String, plants: [String])]
  }

  /// The days away, without past days.
  public let days: ClosedRange<Day>
  /// The day of the view.
  public let today: Day
  /// The person to ask; `nil` if nobody was named.
  public let contact: String?
  /// The name of the journal; `nil` if it has none.
  public let journalName: String?
  /// The tasks that the keeper may do before leaving: those due by the last day
  /// at home or overdue today, unless the days away begin today, and the
  /// waterings that first become due while the keeper is away. By room and
  /// name, home tasks last.
  public let early: [Early]
  /// The rooms that have tasks, in room order.
  public let rooms: [Room]
  /// The tasks of the home, by title.
  public let home: [Plant]
  /// The days that have tasks.
  public let visits: [Visit]
  /// The units of amounts.
  public let units: MeasurementUnits
  /// A Boolean value that indicates whether the filter can match nothing at
  /// all.
  public let isMatchless: Bool

  /// The last day at home: the day before `days`, or today.
  public var eve: Day { max(days.lowerBound.advanced(by: -1), today) }

  /// The tasks that the keeper may do before leaving, by room; the tasks of the
  /// home come last, with an empty room name.
  public var earlyByRoom: [(room: String, tasks: [Early])] {
    early.reduce(into: []) { rooms, task in
      if rooms.last?.room == task.room, !rooms.isEmpty {
        rooms[rooms.count - 1].tasks.append(task)
      } else {
        rooms.append((task.room, [task]))
      }
    }
  }
}

extension Snapshot {
  /// Returns the tasks on `days`, which must not end before today.
  ///
  /// - Parameters:
  ///   - days: The days away; past days are left out.
  ///   - filter: The plants and kinds of care.
  ///   - contact: The person to ask; `nil` for the person in the settings.
  /// - Returns: The sheet.
  /// - Throws: The error of a wrong name, ``NothingMatched`` if all days are
  ///   past, or an error of the store.
  public func sitterSheet(
    _ days: Timed<ClosedRange<Day>>, _ filter: TaskFilter = TaskFilter(),
    contact: String? = nil
  ) throws -> SitterSheet {
    let asked = try days.value(by: clock)
    guard asked.upperBound >= today else {
      throw NothingMatched(reason: "those days are past")
    }
    let days = max(asked.lowerBound, today)...asked.upperBound
    let eve = max(days.lowerBound.advanced(by: -1), today)
    let test = try TaskTest(filter, in: self)
    let open = try TodayView(self, on: today).filtered {
      try test.admits($0, $1, in: self)
    }
    let coming = try UpcomingView(
      self, after: today, length: today.distance(to: days.upperBound)
    ) { try test.admits($0, $1, in: self) }
    let all =
      (open.overdue + open.due).map { (today, $0) }
      + coming.days.flatMap { day in day.tasks.map { (day.date, $0) } }
    let away = all.filter { days.contains($0.0) }
    var onEve: [TodayView.Task] = []
    if days.lowerBound > today {
      // The look-ahead has what is overdue today, before the keeper leaves.
      onEve = all.filter { $0.0 == eve }.map(\.1)
      let due = Set(onEve.map(Occurring.init))
      onEve += open.overdue.filter { !due.contains(Occurring($0)) }
    }
    let givenOnEve = Set(onEve.map(Occurring.init))
    var waterings: [TodayView.Task] = []
    var seen = givenOnEve
    for (_, task) in away where task.task.kind == .watering {
      if seen.insert(Occurring(task)).inserted { waterings.append(task) }
    }
    return SitterSheet(
      days: days, today: today,
      contact: contact ?? settings.sitterContact,
      journalName: settings.journalName,
      early: try early(onEve, waterings, before: days, on: eve),
      rooms: try sitterRooms(away.filter { $0.1.plant != .home }),
      home: sitterHome(away.filter { $0.1.plant == .home }),
      visits: visits(away),
      units: settings.units, isMatchless: try away.isEmpty && !canMatch(filter))
  }

  /// Returns the tasks by room and name, with a value that says whether each is
  /// not due again while the keeper is away, if all are done on the eve.
  private func early(
    _ due: [TodayView.Task], _ waterings: [TodayView.Task],
    before days: ClosedRange<Day>, on eve: Day
  ) throws -> [SitterSheet.Early] {
    // The tasks done through the eve, and their successors.
    var done: [Occurring: Day] = [:]
    for coming in try comingTasks(through: eve, on: today) {
      done[Occurring(coming.entry)] =
        coming.days.last ?? max(coming.entry.task.due, today)
    }
    for task in due + waterings
    where task.task.settlesFrom.map({ $0 <= eve }) ?? true {
      done[Occurring(task)] = eve
    }
    let coming = try comingTasks(
      through: days.upperBound, on: eve,
      changing: { entry in
        guard let day = done[Occurring(entry)] else { return entry }
        return try successor(of: entry, doneOn: day)
      })
    let left = Set(coming.map { Occurring($0.entry) })
    return (due.map { ($0, true) } + waterings.map { ($0, false) })
      .sorted { $0.0.entry.isBefore($1.0.entry) }
      .sortedByName(\.0.plantName).enumerated()
      .sorted {
        (place(of: $0.element.0), $0.offset)
          < (place(of: $1.element.0), $1.offset)
      }.map { _, early in
        SitterSheet.Early(
          task: early.0, room: roomName(of: early.0), isDue: early.1,
          lasts: !left.contains(Occurring(early.0)))
      }
  }

  private func sitterRooms(
    _ tasks: [(Day, TodayView.Task)]
  ) throws -> [SitterSheet.Room] {
    let byPlant = Dictionary(grouping: tasks) { $0.1.plant }
    var plants: [RoomID: [SitterSheet.Plant]] = [:]
    for (id, tasks) in byPlant.sorted(by: { $0.key < $1.key }) {
      guard let first = tasks.first?.1 else { continue }
      let state = try plant(id)
      let kinds = sitterTasks(tasks)
      plants[rooms.effective(first.entry.room), default: []].append(
        SitterSheet.Plant(
          id: id, name: first.plantName,
          species: state?.profile?.scientificName,
          toxicity: PlantToxicity((try? state?.listedCare())?.toxicity),
          tasks: kinds.sorted {
            let (left, right) = ($0.first.task, $1.first.task)
            return left.kind == right.kind
              ? $0.first.entry.isBefore($1.first.entry)
              : left.kind.isShownBefore(right.kind)
          }))
    }
    return rooms.rooms.compactMap { room in
      plants[room.id].map {
        SitterSheet.Room(
          id: room.id, name: room.name, plants: $0.sortedByName(\.name))
      }
    }
  }

  private func sitterTasks(
    _ tasks: [(Day, TodayView.Task)]
  ) -> [SitterSheet.Task] {
    Dictionary(grouping: tasks) { Occurring($0.1) }
      .values.compactMap { occurrences in
        occurrences.first.map { first in
          SitterSheet.Task(
            first: first.1, days: occurrences.map(\.0),
            remarks: occurrences.reduce(into: []) { remarks, occurrence in
              let facts = occurrence.1.entry.facts
              for remark in [facts.remark, facts.snoozeRemark] {
                if let remark, !remarks.contains(remark) {
                  remarks.append(remark)
                }
              }
            })
        }
      }
  }

  private func sitterHome(
    _ tasks: [(Day, TodayView.Task)]
  ) -> [SitterSheet.Plant] {
    sitterTasks(tasks)
      .sorted { $0.first.entry.isBefore($1.first.entry) }
      .map {
        SitterSheet.Plant(
          id: .home, name: $0.first.plantName, species: nil, toxicity: nil,
          tasks: [$0])
      }.sortedByName(\.name)
  }

  private func visits(_ tasks: [(Day, TodayView.Task)]) -> [SitterSheet.Visit] {
    Dictionary(grouping: tasks, by: \.0).sorted { $0.key < $1.key }.map {
      day, tasks in
      let plants = Dictionary(
        grouping: tasks.map(\.1).filter { $0.plant != .home }
      ) { rooms.effective($0.entry.room) }
      return SitterSheet.Visit(
        day: day, taskCount: tasks.count,
        rooms: rooms.rooms.compactMap { room in
          plants[room.id].map { tasks in
            let names = Dictionary(tasks.map { ($0.plant, $0.plantName) }) {
              name, _ in name
            }
            return (room.name, names.values.sortedByName(\.self))
          }
        })
    }
  }

  private func place(of task: TodayView.Task) -> Int {
    task.plant == .home
      ? .max : rooms.place(of: rooms.effective(task.entry.room))
  }

  private func roomName(of task: TodayView.Task) -> String {
    guard task.plant != .home else { return "" }
    return rooms[rooms.effective(task.entry.room)]?.name ?? ""
  }
}

/// A recurring task: a schedule's kind of care of a plant, or a one-off task.
private struct Occurring: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let task: TaskID?

  init(_ task: TodayView.Task) { self.init(task.entry) }

  init(_ entry: DueEntry) {
    plant = entry.plant
    kind = entry.task.kind
    task = entry.task.task
  }
}
