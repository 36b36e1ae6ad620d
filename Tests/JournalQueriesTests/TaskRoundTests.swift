import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of tasks in the order in which somebody does them, and of the texts on
/// each task.
struct TaskRoundTests {
  private let journal: Journal
  private let directory: TemporaryDirectory
  private static let now = instant("2026-11-21").instant

  private static let kitchen = StandardRoom.kitchen.id
  private static let bedroom = StandardRoom.bedroom.id

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    // Due on the 20th, the 21st and the 18th.
    try write(
      "2026-11-01",
      [
        (id(1), nil, added("Zora", Self.bedroom)),
        (id(1), nil, schedule(.watering, 19, amount: "250ml")),
        (id(1), "only rainwater", schedule(.fertilizing, 20)),
        (id(2), nil, added("Amy", Self.kitchen)),
        (id(2), nil, schedule(.misting, 17)),
        (id(3), nil, added("Bob", Self.bedroom)),
        (id(3), nil, schedule(.watering, 20)),
      ])
  }

  private func write(
    _ at: String, _ events: [(PlantID, String?, EventBody)]
  ) throws {
    let at = instant(at)
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(
        events.map { ($0.0, EventPayload(at: at, note: $0.1, body: $0.2)) })
    }
  }

  private func added(_ name: String, _ room: RoomID) -> EventBody {
    .plantAdded(
      PlantAdded(scientificName: "Ficus", nickname: name, room: room))
  }

  private func schedule(
    _ kind: TaskKind, _ days: Int, amount: String? = nil
  ) -> EventBody {
    .scheduleSet(ScheduleSet(kind: kind, intervalDays: days, amount: amount))
  }

  private func ask<R>(
    at now: Instant = now, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R { try journal.snapshot(clock: now, body) }

  /// Each group: its subject, and its rows as names with their kinds.
  private func round(_ order: TaskRound.Order) throws -> [String] {
    try ask { try $0.todayView(by: order) }.round.groups.map { group in
      let rows = group.rows.map { row in
        let kinds = row.tasks.map { "\($0.task.kind)" }.joined(separator: "+")
        return "\(row.plantName) \(kinds) \(row.overdueDays)"
      }
      return "\(group.subject): " + rows.joined(separator: ", ")
    }
  }

  @Test func aPlantStandsOnceInItsRoomWithAllThatIsDue() throws {
    #expect(
      try round(.room) == [
        "room(\"Kitchen\"): Amy misting 3",
        "room(\"Bedroom\"): Bob watering 0, Zora watering+fertilizing 1",
      ])
    let groups = try ask { try $0.todayView() }.round.groups
    #expect(groups.map(\.taskCount) == [1, 3])
    #expect(groups.map(\.overdueCount) == [1, 1])
  }

  @Test func otherOrdersHoldTheSameTasks() throws {
    #expect(
      try round(.kind) == [
        "kind(watering): Bob watering 0, Zora watering 1",
        "kind(fertilizing): Zora fertilizing 0", "kind(misting): Amy misting 3",
      ])
    #expect(
      try round(.flat) == [
        "overdue: Amy misting 3, Zora watering 1",
        "today: Bob watering 0, Zora fertilizing 0",
      ])
  }

  private func facts(_ kind: TaskKind) throws -> TaskFacts? {
    try ask { snapshot in
      let view = try snapshot.todayView().view
      let tasks =
        view.overdue + view.today.flatMap(\.tasks) + view.snoozed
      return tasks.first { $0.plant == id(1) && $0.task.kind == kind }?
        .entry.facts
    }
  }

  @Test func remarksAndAmountsFollowTheTask() throws {
    #expect(try facts(.watering) == TaskFacts(amount: "250ml"))
    #expect(try facts(.fertilizing) == TaskFacts(remark: "only rainwater"))
    try write(
      "2026-11-20",
      [
        (
          id(1), "still wet",
          .taskSnoozed(
            TaskSnoozed(
              kind: .fertilizing, settled: nil, until: day("2026-11-23")))
        )
      ])
    #expect(
      try facts(.fertilizing)
        == TaskFacts(remark: "only rainwater", snoozeRemark: "still wet"))
    // A later snooze without a remark takes that of the earlier one away.
    try write(
      "2026-11-20",
      [
        (
          id(1), nil,
          .taskSnoozed(
            TaskSnoozed(
              kind: .fertilizing, settled: nil, until: day("2026-11-24")))
        )
      ])
    #expect(try facts(.fertilizing) == TaskFacts(remark: "only rainwater"))
    // What a rebuild folds is the same.
    let before = try ask { try $0.todayView().view.snoozed }
    _ = try journal.rebuild()
    #expect(try ask { try $0.todayView().view.snoozed } == before)
    // A new schedule replaces the remark.
    try write("2026-11-21", [(id(1), nil, schedule(.fertilizing, 20))])
    #expect(try facts(.fertilizing) == TaskFacts.none)
  }

  @Test func theDayOfTheLastCareIsTold() throws {
    let care = EventBody.taskCompleted(TaskCompleted(kind: .watering))
    try write("2026-10-31", [(id(1), nil, care)])
    #expect(try facts(.watering)?.lastGiven == day("2026-10-31"))
  }

  @Test func theRemarkOfAOneOffTaskEndsWithIt() throws {
    let task: TaskID = id(9)
    func remarks() throws -> [String] {
      try ask { try $0.oneOffTasks(of: PlantChoice()) }
        .tasks.compactMap(\.entry.facts.remark)
    }
    try write(
      "2026-11-02",
      [
        (
          id(1), "the big pot",
          .taskAdded(
            TaskAdded(kind: .repotting, task: task, due: day("2026-12-01")))
        )
      ])
    #expect(try remarks() == ["the big pot"])
    try write(
      "2026-11-03",
      [
        (
          id(1), nil,
          .taskCompleted(TaskCompleted(kind: .repotting, task: task))
        )
      ])
    #expect(try remarks().isEmpty)
    #expect(
      try ask { try $0.plant(id(1)) }?.details.remarks.map(\.kind)
        == [.fertilizing])
  }

  @Test func whatComesNextIsToldOnceAllIsDone() throws {
    #expect(try ask { try $0.todayView() }.next == nil)
    let cares: [(UInt8, TaskKind)] = [
      (1, .watering), (1, .fertilizing), (2, .misting), (3, .watering),
    ]
    try write(
      "2026-11-21",
      cares.map {
        (id($0.0), nil, .taskCompleted(TaskCompleted(kind: $0.1)))
      })
    let next = try ask { try $0.todayView() }.next
    #expect(next?.date == day("2026-12-08"))
    #expect(next?.tasks.map(\.plant) == [id(2)])
  }

  @Test func aDayHoldsWhatItsMonthCounts() throws {
    try write(
      "2026-11-10",
      [
        (id(1), nil, .taskCompleted(TaskCompleted(kind: .pruning))),
        (id(2), nil, .taskCompleted(TaskCompleted(kind: .misting))),
      ])
    for month in ["2026-10-01", "2026-11-01", "2026-12-01"] {
      let month = day(month)
      let view = try ask { try $0.monthView(of: Timed { _ in month }) }
      for offset in 0..<month.lengthOfMonth {
        let day = month.advanced(by: offset)
        let shown = try ask { try $0.dayView(of: Timed { _ in day }) }
        let counts = view.counts[day]
        #expect(shown.done.count == counts?.done ?? 0, "\(day)")
        #expect(shown.due.count == counts?.due ?? 0, "\(day)")
        #expect(shown.overdue.count == counts?.overdue ?? 0, "\(day)")
      }
    }
  }
}
