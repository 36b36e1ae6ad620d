import Glibc
import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalReminders

/// A year of a household whose machine is on now and then: tasks are done late,
/// early, postponed and undone, the clock changes twice, the zone moves, the
/// clock is set back, the program is killed. What is said is compared with what
/// a list of all moments says should be.
@Suite struct ReminderYearTests {
  /// The seeds that `SEEDS` names, `4711` or `1-500`; else the first 20.
  static let seeds: ClosedRange<UInt64> = {
    guard let text = getenv("SEEDS") else { return 1...20 }
    let bounds = String(cString: text).split(separator: "-").compactMap {
      UInt64($0)
    }
    guard let first = bounds.first, let last = bounds.last, first <= last else {
      fatalError("SEEDS must be a number or two with a hyphen between")
    }
    return first...last
  }()

  @Test(arguments: seeds)
  func eachReminderIsGivenOnce(seed: UInt64) throws {
    var year = try HouseholdYear(seed: seed)
    try year.pass(killing: false)
    #expect(year.faults.isEmpty, "seed \(seed)")
    #expect(year.said.count > 20, "seed \(seed) says hardly anything")
  }

  @Test(arguments: seeds)
  func aKilledProgramSaysAtMostOneMessageTwice(seed: UInt64) throws {
    var year = try HouseholdYear(seed: seed)
    try year.pass(killing: true)
    #expect(year.faults.isEmpty, "seed \(seed)")
    #expect(year.kills > 0, "seed \(seed) kills none")
  }
}

/// The household and its machine.
private struct HouseholdYear {
  private var random: SeededGenerator
  private var rules = ReminderRules()
  private var zone: TimeZoneRules
  private let moved: TimeZoneRules
  /// The open task of each plant; a reminder of its own for each due day.
  private var dues: [Day]
  private let intervals: [Int]
  private var given = GivenReminders()
  private var now: Instant
  private let end: Instant
  /// How often each reminder was said, and by what.
  private(set) var said: [Reminder.Key: Int] = [:]
  private(set) var faults: [String] = []
  private(set) var kills = 0
  /// How often the program was killed after a message that names a reminder.
  private var killsAfter: [Reminder.Key: Int] = [:]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    zone = try TimeZoneRules(identifier: "Europe/Berlin")
    moved = try TimeZoneRules(identifier: "America/New_York")
    let start = day("2026-01-10")
    now = zone.startOfDay(start)
    end = zone.startOfDay(start.advanced(by: 366))
    intervals = (0..<12).map { [seed] number in
      2 + Int((seed &* 31 &+ UInt64(number) &* 7) % 19)
    }
    dues = intervals.map { start.advanced(by: $0) }
    rules.time = TimeOfDay(minutesSinceMidnight: random.int(0...1_439))
    rules.daysBefore = random.one(in: 3) ? random.int(1...3) : 0
    rules.form = random.pick(ReminderRules.Form.allCases)
    if random.one(in: 2) {
      rules.quietHours = TimeSpan(
        random.pick(["22:00-07:00", "00:00-06:30", "12:00-14:00"]))
    }
    if random.one(in: 3) { rules.weekdays = [1, 3, 5, 6] }
    if random.one(in: 2) {
      let first = start.advanced(by: random.int(30...200))
      rules.pause = first...first.advanced(by: random.int(3...20))
    }
    if random.one(in: 3) { rules.repeats = random.int(1...3) }
  }

  mutating func pass(killing: Bool) throws {
    while now < end {
      // The machine is called every few minutes to hours, or is off for days.
      let minutes =
        random.one(in: 40) ? random.int(1_440...9_000) : random.int(5...400)
      now = Instant(milliseconds: now.milliseconds + Int64(minutes) * 60_000)
      if random.one(in: 300) {
        // The clock is set back for one call.
        let right = now
        now = Instant(
          milliseconds: now.milliseconds - Int64(random.int(1...3)) * 86_400_000
        )
        call(killing: false)
        now = right
      }
      if random.one(in: 400) { zone = zone == moved ? try berlin : moved }
      live()
      call(killing: killing && random.one(in: 3))
    }
  }

  private var berlin: TimeZoneRules {
    get throws { try TimeZoneRules(identifier: "Europe/Berlin") }
  }

  /// The keeper, or another replica, does or postpones something.
  private mutating func live() {
    let today = zone.localDay(of: now)
    for plant in dues.indices where dues[plant] <= today.advanced(by: 1) {
      if random.one(in: 9) {
        dues[plant] = today.advanced(by: intervals[plant])
      } else if random.one(in: 60) {
        dues[plant] = today.advanced(by: random.int(1...7))
      }
    }
  }

  private var open: [Reminder] {
    let last = zone.localDay(of: now).advanced(by: rules.daysBefore)
    return dues.indices.filter { dues[$0] <= last }.map { plant in
      Reminder(
        DueEntry(
          plant: id(UInt8(plant + 1)),
          task: OpenTask(
            kind: .watering, task: nil, due: dues[plant], snoozedUntil: nil,
            snoozeCount: 0, time: nil, intervalDays: intervals[plant]),
          plantName: "plant \(plant)", room: nil))
    }
  }

  private mutating func call(killing: Bool) {
    let today = zone.localDay(of: now)
    let plan = ReminderPlan(
      open: open, by: rules, given: given, at: now, in: zone)
    if !plan.messages.isEmpty { checkTime() }
    for message in plan.messages {
      for reminder in message.reminders { say(reminder, on: today) }
      if killing {
        // Sent, and not recorded.
        kills += 1
        for reminder in message.reminders {
          killsAfter[reminder.key, default: 0] += 1
        }
        return
      }
      given.give(
        message.reminders.map(\.key), at: now, on: today, as: message.id)
    }
    given.withdraw(plan.withdrawn)
    given.forgetOld(on: today)
    checkNothingIsLost()
  }

  private mutating func say(_ reminder: Reminder, on today: Day) {
    said[reminder.key, default: 0] += 1
    if reminder.due.advanced(by: -rules.daysBefore) > today {
      faults.append("\(reminder.key) was said before its time")
    }
    // Only repeats and what a killed program had sent come again.
    let most = 1 + rules.repeats + killsAfter[reminder.key, default: 0]
    if said[reminder.key, default: 0] > most {
      faults.append("\(reminder.key) was said again on \(today)")
    }
  }

  private mutating func checkTime() {
    let today = zone.localDay(of: now)
    let time = zone.timeOfDay(of: now)
    if let quiet = rules.quietHours?.description.split(separator: "-"),
      let start = TimeOfDay(String(quiet[0])),
      let end = TimeOfDay(String(quiet[1]))
    {
      let isQuiet =
        start < end ? time >= start && time < end : time >= start || time < end
      if isQuiet { faults.append("something was said at \(time)") }
    }
    if rules.pause.map({ $0.contains(today) }) ?? false {
      faults.append("something was said on holiday, \(today)")
    }
    if !rules.weekdays.contains(today.weekday) {
      faults.append("something was said on \(today)")
    }
  }

  /// Whatever is overdue was said, if this moment is one for saying things.
  private mutating func checkNothingIsLost() {
    let today = zone.localDay(of: now)
    guard rules.weekdays.contains(today.weekday),
      !(rules.pause.map { $0.contains(today) } ?? false),
      !(rules.quietHours?.contains(zone.timeOfDay(of: now)) ?? false)
    else { return }
    // A day later even a time that quiet hours moved past midnight is over.
    for reminder in open where reminder.due < today.advanced(by: -1) {
      if said[reminder.key] == nil,
        lastSpokenDay(before: today, since: reminder.due)
      {
        faults.append("\(reminder.key) was not said by \(now.rfc3339)")
      }
    }
  }

  /// Whether a day on which things are said lies between.
  private func lastSpokenDay(before today: Day, since due: Day) -> Bool {
    var day = due.advanced(by: 1)
    while day < today {
      if rules.weekdays.contains(day.weekday),
        !(rules.pause.map { $0.contains(day) } ?? false)
      {
        return true
      }
      day = day.advanced(by: 1)
    }
    return false
  }
}
