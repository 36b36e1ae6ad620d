internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension Command {
  static let show = Command(
    definition: CommandDefinition(
      path: ["show"],
      summary: "Show all that is known of plants",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.pictures] + GlobalOptions.reading,
      examples: [
        "plantguide show Monty", "plantguide show --room Kitchen",
      ],
      discussion: "JSON of several plants is one object a line.",
      section: .collection)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true)
    let shown = try context.read { try $0.plantPages(of: selection) }
    for (index, plant) in shown.enumerated() {
      let picture = try context.journal.speciesPicture(
        of: plant.plant.id, in: context.catalogues)
      if context.wantsJSON {
        try context.printJSON { $0.page(plant) { $0.picture(picture) } }
      } else {
        if index > 0 { try context.print() }
        try context.printPlant(plant, picture)
      }
    }
  }
}

extension PlantPage {
  /// The style for the day of a task.
  fileprivate func style(of task: OpenTask?) -> Style {
    task.map {
      .standing(of: $0.due, on: today, isPostponed: $0.isPostponed)
    } ?? .plain
  }
}

extension CommandContext {
  fileprivate mutating func printPlant(
    _ shown: PlantPage, _ picture: SpeciesPicture?
  ) throws {
    let plant = shown.plant
    let state = plant.state
    try print(
      terminal.styled(SafeText.shown(state.displayName), .heading)
        + terminal.styled(" (\(ShortID.text(of: plant.id)))", .identifier)
        + (state.isFavorite ? " *" : ""))
    if let cover = shown.photos.cover, let pictures = try PhotoPictures(self) {
      try pictures.print([cover], on: &output) { cover, _ in
        [.init(cover.at.localDay.words(on: shown.today), .dim)]
      }
    }
    var fields = shown.facts
    if let picture { fields.append(("picture", picture.fact)) }
    let widest =
      fields.filter { $0.text?.isEmpty == false }
      .map { TextWidth.columns(of: $0.label) }.max() ?? 0
    try print(fields: fields, width: max(widest, 12))
    try printTasks(shown)
    try printDetails(of: shown)
    try printNotes(plant.observations, shown)
  }

  private mutating func printNotes(
    _ notes: [NoteView], _ shown: PlantPage
  ) throws {
    guard !notes.isEmpty else { return }
    try print()
    try print(terminal.styled("NOTES", .heading))
    for note in notes.suffix(Self.notesShown) {
      let day = shown.zone.localDay(of: note.at.instant)
        .words(on: shown.today)
      let lines = SafeText.shownLines(ofNote: note.text)
      try print("  \(terminal.styled(day, .dim))  \(lines[0])")
      for line in lines.dropFirst() {
        let indent = String(repeating: " ", count: day.count + 4)
        try print(line.isEmpty ? "" : indent + line)
      }
    }
    if notes.count > Self.notesShown {
      try print(
        "  and \(notes.count - Self.notesShown) older; see 'plantguide history'"
      )
    }
  }

  private static let notesShown = 10

  private mutating func printTasks(_ shown: PlantPage) throws {
    if !shown.plant.schedules.isEmpty {
      try print()
      try print(terminal.styled("SCHEDULES", .heading))
      try printSchedules(shown)
    }
    let oneOff = shown.tasks.filter { $0.task.task != nil }
    guard !oneOff.isEmpty else { return }
    try print()
    try print(terminal.styled("TASKS", .heading))
    var table = Table(
      [
        .init(narrowest: 14, excess: .wrapped), .init(narrowest: 14),
        Self.remarks, .init(dropOrder: 2),
      ],
      indent: 2)
    for entry in oneOff {
      let task = entry.task
      table.add([
        .init(
          task.words + (task.every.map { ", \($0.words)" } ?? ""),
          sign: task.kind.sign(for: terminal)),
        .init("due \(task.due.words(on: shown.today))", shown.style(of: task)),
        .init(entry.remarkText),
        .init(
          task.task.map { ShortID.text(of: $0) } ?? "", .identifier),
      ])
    }
    try print(table)
  }

  private mutating func printSchedules(_ shown: PlantPage) throws {
    var table = Table(
      [
        .init(),
        .init(
          narrowest: 20, dropOrder: 2, movesBelow: true, excess: .wrapped),
        .init(narrowest: 15, dropOrder: 1, movesBelow: true),
        .init(narrowest: 15, excess: .wrapped), Self.remarks,
      ], indent: 2)
    for view in shown.plant.schedules {
      let entry = shown.openEntry(of: view)
      let open = entry?.task
      let snoozed = open?.snoozedUntil.map {
        ", snoozed until \($0.words(on: shown.today))"
      }
      let next = view.nextDue?.words(on: shown.today) ?? "-"
      let kind = view.schedule.kind
      table.add([
        .init(kind.words, sign: kind.sign(for: terminal)),
        .init(view.schedule.text(in: shown.units, on: shown.today)),
        .init("last \(shown.lastCare(of: view))"),
        .init("next \(next)\(snoozed ?? "")", shown.style(of: open)),
        .init(entry?.remarkText ?? ""),
      ])
    }
    try print(table)
  }

  private static var remarks: Table.Column {
    .init(narrowest: 20, dropOrder: 3, movesBelow: true, excess: .wrapped)
  }
}
