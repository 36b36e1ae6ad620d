internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let sitter = Command(
    definition: CommandDefinition(
      path: ["sitter"],
      summary: "Write a care sheet for a plant sitter",
      arguments: [
        ArgumentDefinition(
          name: "FROM", completion: .day, help: "The first day away"),
        ArgumentDefinition(
          name: "UNTIL", completion: .day, help: "The last day away"),
      ],
      options: TaskFilter.options + [.contact, .page, .replacePage]
        + GlobalOptions.reading,
      examples: [
        "plantguide sitter 2026-11-28 2026-12-06",
        "plantguide sitter saturday 2026-12-06 --room Kitchen --contact 'Anna, +49 30 1234'",
        "plantguide sitter 2026-11-28 2026-12-06 --html sitter.html",
      ],
      discussion: """
        The sheet lists the tasks of each day away, room by room. As in \
        'upcoming', later rounds assume that every task is done on its day. \
        If the sheet begins today, an overdue task stands on that day. \
        The sheet has amounts, remarks and warnings about poisonous plants. A \
        plant of unknown toxicity never counts as safe.

        The last part is for you: the tasks that are overdue or due on your \
        last day at home, and waterings that become due while you are away. If you water on that \
        day, plants marked "then enough" need no more water until you are \
        back.
        """,
      section: .views)
  ) { context in
    let arguments = context.arguments
    let filter = try TaskFilter([String](), of: context)
    let texts = arguments.positional
    let days = Timed<ClosedRange<Day>> {
      try DateInput.stay(from: texts[0], to: texts[1], today: $0.today)
    }
    let contact = try arguments[.contact]
    let path = try arguments[.page]
    guard path == nil || !context.wantsJSON else {
      throw UsageError("--html and --json are two forms of the sheet")
    }
    let sheet = try context.read {
      try $0.sitterSheet(days, filter, contact: contact)
    }
    if context.wantsJSON {
      try context.printJSON { $0.sitterSheet(sheet) }
    } else if let path, !sheet.isMatchless {
      try context.write(sheet, to: path)
    } else if !sheet.isMatchless {
      try context.print(sheet)
    }
    guard !sheet.isMatchless else {
      throw NothingMatched(reason: "no plant or task matches")
    }
  }
}

extension OptionDefinition {
  fileprivate static let contact = Option(
    "contact", value: "TEXT",
    help: "The contact for questions; by default the setting sitterContact",
    read: NameInput.note)
  fileprivate static let page = Option(
    "html", value: "FILE", completion: .file,
    help: "Write a page for printing to this file")
  fileprivate static let replacePage = Flag(
    "force", help: "Replace an existing file")
}

extension CommandContext {
  fileprivate mutating func write(
    _ sheet: SitterSheet, to path: String
  ) throws {
    let replaces = arguments[.replacePage]
    try checkPlace(ofFileAt: path, replaces: replaces)
    try File.make(path, replaces: replaces) { try $0.write(sheet.page[...]) }
    try print("wrote \(SafeText.shown(path))")
  }

  fileprivate mutating func print(_ sheet: SitterSheet) throws {
    try print(terminal.styled(sheet.title, .heading))
    if let contact = sheet.contact {
      try print("Ask: \(SafeText.shown(contact))")
    }
    guard !sheet.visits.isEmpty else {
      return try print("Nothing is due on these days.")
    }
    var table = SitterTable(for: terminal, sheet)
    table.addVisits()
    for room in sheet.rooms { table.add(room.name, room.plants) }
    if !sheet.home.isEmpty { table.add("Home", sheet.home) }
    for (room, tasks) in sheet.earlyByRoom {
      table.add("Before leaving, \(room.isEmpty ? "home" : room)", tasks)
    }
    try print(table.table)
  }
}

/// The sheet's table: name, what to do, on which days, remarks; the name's
/// warnings stand with the remarks.
private struct SitterTable {
  private(set) var table = Table(
    [
      .name(), .init(narrowest: 14, excess: .wrapped),
      .init(narrowest: 14, dropOrder: 1, movesBelow: true, excess: .wrapped),
      .init(narrowest: 20, dropOrder: 2, movesBelow: true, excess: .wrapped),
    ], indent: 2)
  private let terminal: Terminal
  private let sheet: SitterSheet

  init(for terminal: Terminal, _ sheet: SitterSheet) {
    self.terminal = terminal
    self.sheet = sheet
  }

  /// Adds the days on which something is to be done.
  mutating func addVisits() {
    table.add(heading: [.init("Days (\(sheet.visits.count))", .heading)])
    for visit in sheet.visits {
      let rooms = visit.rooms.map(\.name).enumerated().map { index, room in
        Table.Cell(room + (index + 1 < visit.rooms.count ? "," : ""), .dim)
      }
      table.add([
        .init(visit.day.words(on: sheet.today)),
        .init(Phrase.count(visit.taskCount, "task")), .init(parts: rooms),
        .init(""),
      ])
    }
  }

  mutating func add(_ name: String, _ plants: [SitterSheet.Plant]) {
    let count = plants.reduce(0) { $0 + $1.tasks.count }
    table.add(heading: [.init("\(name) (\(count))", .heading)])
    for plant in plants {
      for (index, task) in plant.tasks.enumerated() {
        var remarks = task.remarks.map { Table.Cell(SafeText.shownNote($0)) }
        if index == 0, let toxicity = plant.toxicity,
          let warning = toxicity.warning
        {
          let end = remarks.isEmpty ? "" : ";"
          remarks.insert(
            .init(warning + end, toxicity.isToxic ? .attention : .dim), at: 0)
        }
        table.add([
          .init(index == 0 ? plant.name : ""), what(task.first),
          days(task), remarks.isEmpty ? .init("") : .init(parts: remarks),
        ])
      }
    }
  }

  mutating func add(_ heading: String, _ tasks: [SitterSheet.Early]) {
    table.add(heading: [.init("\(heading) (\(tasks.count))", .heading)])
    for early in tasks {
      table.add([
        .init(early.task.plantName), what(early.task),
        .init(
          early.task.task.due.words(on: sheet.today),
          early.task.overdueDays > 0 ? .overdue : .plain),
        .init(early.words, .dim),
      ])
    }
  }

  private func what(_ task: TodayView.Task) -> Table.Cell {
    let time = task.task.unusualTime.map { " at \($0)" } ?? ""
    guard task.plant != .home else {
      return .init(task.task.every?.words ?? "", .dim)
    }
    return Table.Cell(
      task.task.request(task.entry.facts.amount, in: sheet.units) + time,
      sign: task.task.kind.sign(for: terminal))
  }

  private func days(_ task: SitterSheet.Task) -> Table.Cell {
    let late = task.first.overdueDays
    let length = sheet.days.lowerBound.distance(to: sheet.days.upperBound) + 1
    if task.days.count > 2, task.days.count == length {
      return Table.Cell("every day")
    }
    return Table.Cell(
      parts: task.days.enumerated().map { index, day in
        var text = day.words(on: sheet.today)
        if index == 0, late > 0 { text += " (late)" }
        if index + 1 < task.days.count { text += "," }
        return Table.Cell(text, index == 0 && late > 0 ? .overdue : .plain)
      })
  }
}
