import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of foretold care against Today's once its day has come.
struct LookAheadTests {
  private let journal: Journal
  private let directory: TemporaryDirectory
  private static let today = day("2026-08-20")
  private static let length = 60

  /// A task of a plant on a day.
  private struct Asked: Hashable {
    let day: Day
    let plant: PlantID
    let kind: TaskKind

    init(_ day: Day, _ entry: DueEntry) {
      self.day = day
      plant = entry.plant
      kind = entry.task.kind
    }
  }

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
  }

  private func write(on day: Day, _ events: [(StreamID, EventBody)]) throws {
    let at = instant(day.description)
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(
        events.map { ($0.0, EventPayload(at: at, body: $0.1)) })
    }
  }

  private func ask<R>(
    on day: Day = today, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try journal.snapshot(clock: instant(day.description).instant, body)
  }

  private func gather(_ value: SettingValue) -> (StreamID, EventBody) {
    let change = SettingChanged(key: "groupWateringDays", value: value)
    return (.journal, .settingChanged(change))
  }

  private func added(_ number: UInt8) -> (StreamID, EventBody) {
    let room =
      number.isMultiple(of: 2)
      ? StandardRoom.kitchen.id : StandardRoom.bedroom.id
    return (
      id(number),
      .plantAdded(
        PlantAdded(
          scientificName: "Hoya", nickname: "P\(number)", room: room))
    )
  }

  private func cared(_ number: UInt8, _ kind: TaskKind = .watering) -> (
    StreamID, EventBody
  ) { (id(number), .taskCompleted(TaskCompleted(kind: kind))) }

  private func schedule(
    _ number: UInt8, _ kind: TaskKind = .watering, every days: Int
  ) -> (StreamID, EventBody) {
    (id(number), .scheduleSet(ScheduleSet(kind: kind, intervalDays: days)))
  }

  /// Every five days, watered on Thursday 20 August 2026.
  @Test func whatIsForetoldOnDaysOfTheWeekIsAskedForThen() throws {
    try write(
      on: Self.today,
      [gather(.text("Wed,Sat")), added(1), schedule(1, every: 5), cared(1)])
    let upcoming = try ask { try $0.upcomingView(length: 20) }.days.map(\.date)
    #expect(
      upcoming == [
        day("2026-08-25"), day("2026-08-29"), day("2026-09-02"),
        day("2026-09-07"),
      ])
    #expect(try asked(through: 20).map(\.day) == upcoming)
  }

  @Test func whatComesNextIsOnTheDayOfItsRound() throws {
    try write(
      on: Self.today,
      [
        gather(.text("Wed,Sat")), added(1), schedule(1, every: 10), cared(1),
        added(2), schedule(2, .misting, every: 11),
      ])
    // Due on Sunday the 30th.
    let next = try ask { try $0.todayView() }.next
    #expect(next?.date == day("2026-08-29"))
    #expect(next?.tasks.map(\.plant) == [id(1)])
    #expect(
      try ask { try $0.upcomingView(length: 10) }.days.first?.date
        == next?.date)
  }

  @Test func aDayGoesFromRoomToRoom() throws {
    let task = TaskAdded(
      kind: .other, task: id(9), due: day("2026-08-22"), title: "Air")
    try write(
      on: Self.today,
      [
        added(1), added(2), added(3), added(4), schedule(1, every: 2),
        schedule(2, every: 2), schedule(3, every: 2), schedule(4, every: 2),
        (.home, .taskAdded(task)),
      ])
    // The even ones are in the kitchen, the others in the bedroom.
    let rows = try ask { snapshot in
      try snapshot.upcomingView().days[0].rows(in: snapshot.rooms)
    }
    #expect(rows.map(\.plantName) == ["P2", "P4", "P1", "P3", "Air"])
    #expect(
      rows.map(\.room) == ["Kitchen", "Kitchen", "Bedroom", "Bedroom", ""])
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func whatIsForetoldIsWhatTodayAsksFor(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try fill(using: &random)
    let (foretold, firsts, rounds, dueSoon) = try ask { snapshot in
      let view = try UpcomingView(
        snapshot, after: Self.today, length: Self.length)
      // Others are looked at alone in no other way.
      for room in [StandardRoom.kitchen, .bedroom] {
        var plants = PlantChoice()
        plants.rooms = [room.name]
        let part = try snapshot.upcomingView(
          TaskFilter(plants: plants), length: Self.length)
        let whole = Self.asked(view).filter { asked in
          (asked.plant.bytes.last ?? 0).isMultiple(of: 2)
            == (room == .kitchen)
        }
        #expect(Self.asked(part) == whole, "seed \(seed)")
      }
      let rounds = try snapshot.rounds(length: Self.length) { _, _ in true }
        .map { Asked($0.task.task.due, $0.task.entry) }
      var plants: [PlantID] = []
      try snapshot.forEachPlant { plant, _ in
        plants.append(plant)
        return true
      }
      let firsts = try plants.flatMap { plant in
        try snapshot.why(plant.description, PlantNaming()).tasks.map { task in
          (plant, task.explanation.kind, max(task.due, Self.today))
        }
      }
      return (
        Self.asked(view), firsts, rounds,
        try snapshot.statistics().upcomingTasks
      )
    }
    let now = try ask { try TodayView($0) }
    let todays = (now.overdue + now.due).map { Asked(Self.today, $0.entry) }
    let followed = try asked(through: Self.length)
    #expect(
      Set(followed) == Set(foretold + todays), "seed \(seed)")
    #expect(followed.count == foretold.count + todays.count, "seed \(seed)")
    // Each entry of a calendar is on one of these days.
    let last = Self.today.advanced(by: Self.length)
    #expect(
      Set(rounds.filter { $0.day > Self.today && $0.day <= last })
        == Set(foretold), "seed \(seed)")
    for (plant, kind, due) in firsts {
      let first = followed.first { $0.plant == plant && $0.kind == kind }
      if let first {
        #expect(first.day == due, "seed \(seed)")
      } else {
        #expect(due > last, "seed \(seed)")
      }
    }
    let month = Self.today.advanced(by: 30)
    #expect(
      dueSoon
        == now.todayCount
        + firsts.count { $0.2 > Self.today && $0.2 <= month }, "seed \(seed)")
  }

  private static func asked(_ view: UpcomingView) -> [Asked] {
    view.days.flatMap { day in day.tasks.map { Asked(day.date, $0.entry) } }
  }

  /// The care that each day asks for once the care of the days before is done.
  private func asked(through length: Int) throws -> [Asked] {
    var asked: [Asked] = []
    for offset in 0...length {
      let day = Self.today.advanced(by: offset)
      let view = try ask(on: day) { try TodayView($0) }
      let entries = (view.overdue + view.due).map(\.entry)
      guard !entries.isEmpty else { continue }
      asked += entries.map { Asked(day, $0) }
      try write(
        on: day,
        entries.map { entry in
          (
            entry.plant,
            .taskCompleted(
              TaskCompleted(kind: entry.task.kind, task: entry.task.task))
          )
        })
    }
    return asked
  }

  /// Plants with what bears on when they are due.
  private func fill(using random: inout SeededGenerator) throws {
    var events: [(day: Day, stream: StreamID, body: EventBody)] = []
    let (stream, body) = gather(
      random.one(in: 2)
        ? .bool(true) : .text(random.pick(["Wed,Sat", "Sun", "Mon,Thu"])))
    events.append((Self.today, stream, body))
    for number in 1...UInt8(random.int(3...14)) {
      func near(_ days: ClosedRange<Int>) -> Day {
        Self.today.advanced(by: random.int(days))
      }
      let (first, care) = (near(-40 ... -20), near(-15...0))
      var bodies: [(Day, EventBody)] = [
        (first, added(number).1),
        (
          first,
          .scheduleSet(
            ScheduleSet(
              kind: .watering, intervalDays: random.int(1...20),
              seasonalIntervalDays: SeasonalIntervals(
                random.maybe { [.autumn: $0.int(1...25)] } ?? [:]),
              activeMonths: random.maybe { random in
                MonthSet([8] + (9...12).filter { _ in random.one(in: 2) })
              }.flatMap(\.self) ?? .all,
              startOn: random.one(in: 4) ? near(-3...30) : nil))
        ),
        (care, cared(number).1),
      ]
      if random.one(in: 3) {
        let days = random.int(1...9)
        bodies.append((first, schedule(number, .misting, every: days).1))
      }
      if random.one(in: 3) {
        let until = near(1...15)
        bodies.append(
          (
            care,
            .taskSnoozed(
              TaskSnoozed(kind: .watering, settled: care, until: until))
          ))
      }
      events += bodies.map { ($0.0, id(number), $0.1) }
    }
    let options = ActionSession.Options(
      now: instant(Self.today.description).instant, program: "test",
      timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(
        events.map { day, stream, body in
          (
            stream,
            EventPayload(at: instant(day.description), body: body)
          )
        })
    }
  }
}
