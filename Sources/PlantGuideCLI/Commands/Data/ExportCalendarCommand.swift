internal import JournalFormats
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let exportCalendar = Command(
    definition: CommandDefinition(
      path: ["export", "ics"],
      summary: "Write the tasks of the coming days as a calendar file",
      options: TaskFilter.options + [
        .lookAhead, .digest, .todos, .remind,
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export ics > care.ics",
        "plantguide export ics --room Kitchen --remind 1 > kitchen.ics",
        "plantguide export ics --digest > days.ics",
      ],
      discussion: """
        The iCalendar file has every open task and its repeats in the next \
        thirty days, or as many as --days says. The number of repeats stays \
        the same, so the last one may lie beyond. Each task fills a whole \
        day, and an overdue task is put on today. Its alarm rings at the \
        task's time, else at the preferred time, else at 09:00. If that has \
        passed, it rings a day later. If the setting 'reminders' is false, no \
        alarm rings.

        If you subscribe to the file or import it again, the entries move \
        when you give care. Entries keep their ids, and a changed entry has a \
        higher sequence number. To-dos, digests and files with --remind have \
        ids of their own, so you can subscribe to each.
        """, section: .data)
  ) { context in
    let arguments = context.arguments
    let filter = try TaskFilter([String](), of: context)
    let length = try arguments[.lookAhead] ?? UpcomingView.standardLength
    let reminderDays = try arguments[.remind]
    let bytes = try context.read {
      try $0.calendar(
        filter, as: arguments[.todos] ? .toDo : .event,
        isDigest: arguments[.digest], length: length,
        reminderDays: reminderDays, program: ProcessFacts.program)
    }
    try context.output.write(bytes: bytes)
  }
}

extension OptionDefinition {
  fileprivate static let digest = Flag(
    "digest", help: "Write one entry per day that lists its tasks")
  fileprivate static let todos = Flag(
    "todos", help: "Write to-dos instead of events; some calendars hide them")
  fileprivate static let remind = Option(
    "remind", value: "DAYS",
    help:
      "Also ring this many days before; the setting reminderDays by default",
    expects: "days from 0 to 30"
  ) { Int($0).flatMap { 0...30 ~= $0 ? $0 : nil } }
}
