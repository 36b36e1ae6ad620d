internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let taskList = Command(
    definition: CommandDefinition(
      path: ["task", "list"],
      summary: "List the open one-off tasks, the soonest first",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.reading,
      examples: ["plantguide task list", "plantguide task list Monty"],
      section: .care)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      followsMerges: true,
      mayBeEmpty: true)
    let list = try context.read { try $0.oneOffTasks(of: selection) }
    let tasks = list.tasks
    if context.wantsJSON {
      try context.printJSON {
        $0.object { $0.tasks("tasks", tasks, in: list.rooms) }
      }
    }
    guard !tasks.isEmpty || !selection.hasFilter else {
      throw NothingMatched(reason: "none of these plants has such a task")
    }
    guard !context.wantsJSON else { return }
    guard !tasks.isEmpty else {
      return try context.print(
        "No open tasks. Plan one: plantguide task add PLANT KIND --due DAY")
    }
    var table = Table([
      .name("PLANT"), .init("TASK", narrowest: 20, excess: .wrapped),
      .init("DUE", narrowest: 16, excess: .wrapped),
      .init(
        "REMARK", narrowest: 20, dropOrder: 1, movesBelow: true,
        excess: .wrapped),
      .init("ID"),
    ])
    for task in tasks { table.add(task.row(on: list.today)) }
    try context.print(table)
  }
}

extension TodayView.Task {
  fileprivate func row(on today: Day) -> [Table.Cell] {
    let remarks = [
      task.snoozedUntil.map { "snoozed until \($0.words(on: today))" },
      task.every?.words, entry.facts.remark, entry.facts.snoozeRemark,
    ]
    let isOfHome = plant == .home
    let late = overdueDays > 0 ? ", \(Phrase.lateness(overdueDays))" : ""
    return [
      .init(isOfHome ? "-" : plantName), .init(task.words),
      .init(
        task.due.words(on: today) + late,
        .standing(of: task.due, on: today, isPostponed: task.isPostponed)),
      .init(
        remarks.compactMap(\.self).map(SafeText.shownNote).joined(by: "; ")),
      .init(task.task.map { ShortID.text(of: $0) } ?? "", .identifier),
    ]
  }
}
