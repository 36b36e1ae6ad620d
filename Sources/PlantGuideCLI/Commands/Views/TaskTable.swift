internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

/// The table of tasks for all views of a day, so that the columns of all
/// sections line up: name, what to do, room, when, last given, remarks, short
/// id.
struct TaskTable {
  var table = Table(
    [
      .name(), .init(narrowest: 20, excess: .wrapped),
      .init(narrowest: 14, dropOrder: 2),
      .init(narrowest: 14, dropOrder: 1, movesBelow: true),
      .init(narrowest: 14, dropOrder: 3),
      .init(narrowest: 20, dropOrder: 4, movesBelow: true, excess: .wrapped),
      .init(dropOrder: 5),
    ], indent: 2)
  private let terminal: Terminal
  private let today: Day
  private let units: MeasurementUnits
  /// A Boolean value that indicates whether tasks show their rooms.
  var hasRooms = false

  init(for terminal: Terminal, on today: Day, in units: MeasurementUnits) {
    self.terminal = terminal
    self.today = today
    self.units = units
  }

  /// Adds a heading with the number of tasks below it.
  mutating func add(
    heading: String, _ count: Int, _ style: Style = .heading, late: Int = 0
  ) {
    let title = Table.Cell("\(heading) (\(count))", style)
    let lateness = Table.Cell("\(late) late", .overdue)
    table.add(heading: late > 0 ? [title, lateness] : [title])
  }

  mutating func add(_ groups: [TaskRound.Group]) {
    for group in groups {
      let (count, late) = (group.taskCount, group.overdueCount)
      switch group.subject {
      case .room(let name): add(heading: name, count, late: late)
      case .kind(let kind): add(heading: kind.words, count, late: late)
      case .home: add(heading: "Home", count, late: late)
      case .overdue: add(heading: "OVERDUE", count, .overdue)
      case .today: add(heading: "TODAY", count, .due)
      }
      for row in group.rows { add(row) }
    }
  }

  /// Adds the tasks for a plant, or for the home.
  mutating func add(_ row: TaskRound.Row) {
    let overdue = row.overdueDays
    let time = row.tasks[0].task.unusualTime.map { "at \($0)" }
    let when =
      overdue > 0
      ? Table.Cell(Phrase.lateness(overdue), .overdue)
      : Table.Cell(time ?? "", .due)
    add(row, when: when)
  }

  /// Adds a snoozed task.
  mutating func add(snoozed row: TaskRound.Row) {
    let until = row.tasks[0].task.snoozedUntil?.words(on: today) ?? ""
    add(row, when: Table.Cell("until \(until)", .snoozed))
  }

  /// Adds care that was given.
  mutating func add(_ done: TodayView.Done, in zone: TimeZoneRules) {
    let by = done.recorder.flatMap { $0.isSamePerson ? nil : "by \($0.shown)" }
    table.add([
      .init(done.plantName),
      done.plant == .home
        ? .init("")
        : .init(
          done.title ?? done.kind.verb, sign: done.kind.sign(for: terminal)),
      .init(""),
      .init("at \(zone.timeOfDay(of: done.at))", .done), .init(""),
      .init(by ?? "", .done),
      .init(
        done.plant == .home ? "" : ShortID.text(of: done.plant), .identifier),
    ])
  }

  /// Adds the number of lines that are left out, and how to see them.
  mutating func fold(_ count: Int, _ hint: String) {
    table.add([
      Table.Cell("and \(count) more", .dim), Table.Cell(hint, .hint),
    ])
  }

  private mutating func add(_ row: TaskRound.Row, when: Table.Cell) {
    let last = row.lastGiven.map { day in
      day > today ? "" : "last \(day.distance(from: today))"
    }
    table.add([
      .init(row.plantName), what(row),
      .init(hasRooms ? row.room : "", .dim), when, .init(last ?? "", .dim),
      remarks(row), .init(row.shortID, .identifier),
    ])
  }

  /// The tasks, with the days of those that are not as late as the first, and
  /// the ids of those that only these tell apart.
  private func what(_ row: TaskRound.Row) -> Table.Cell {
    // The name of a task of the home says what to do.
    guard !row.isOfHome else {
      return .init(row.tasks[0].task.every?.words ?? "once", .dim)
    }
    let parts = row.tasks.enumerated().map { index, task in
      var text = task.task.request(task.entry.facts.amount, in: units)
      let alike = row.tasks.count {
        $0.task.kind == task.task.kind && $0.task.title == task.task.title
      }
      if alike > 1, let id = task.task.task {
        text += " \(ShortID.text(of: id))"
      }
      if task.overdueDays != row.overdueDays {
        text +=
          task.overdueDays == 0
          ? " (today)" : " (\(Phrase.lateness(task.overdueDays)))"
      }
      if index + 1 < row.tasks.count { text += "," }
      return Table.Cell(text, sign: task.task.kind.sign(for: terminal))
    }
    return parts.count == 1 ? parts[0] : Table.Cell(parts: parts)
  }

  private func remarks(_ row: TaskRound.Row) -> Table.Cell {
    let texts = row.remarks.map(SafeText.shownNote)
    guard row.isOftenSnoozed else {
      return texts.isEmpty ? .init("") : .init(texts.joined(by: "; "))
    }
    let often = Table.Cell(
      "often snoozed" + (texts.isEmpty ? "" : ";"), .attention)
    return Table.Cell(
      parts: [often]
        + (texts.isEmpty ? [] : [.init(texts.joined(by: "; "))]))
  }
}
