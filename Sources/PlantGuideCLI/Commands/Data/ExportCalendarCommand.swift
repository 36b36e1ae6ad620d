internal import JournalFormats
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let exportCalendar = Command(
    definition: CommandDefinition(
      path: ["export", "ics"],
      summary: "Write the tasks of the coming days as an iCalendar file",
      options: TaskFilter.options + [
        .lookAhead, .digest, .todos, .remind,
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export ics > care.ics",
        "plantguide export ics --room Kitchen --remind 1 > kitchen.ics",
        "plantguide export ics --digest > days.ics",
      ],
      discussion: """
        Every open task, and those that come round after it in thirty days, \
        or so many as --days says; to keep their number the same, one may lie \
        beyond. \
        Each task is a whole day, what is overdue stands on today, and rings \
        at its time, else at the preferred one, else at 09:00; where that is \
        past, a day later. None rings where the setting 'reminders' is false. \
        With --digest each of the days is one entry that lists its tasks.

        A calendar that subscribes to the file, or imports it again, moves \
        the entry of a task when care was given: an entry keeps its name, \
        and a changed one has a higher sequence number, which never falls. \
        To-dos, digests and calendars with --remind name their entries apart, \
        so that each can be subscribed to.
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
    "digest", help: "One entry a day, which lists all tasks of that day")
  fileprivate static let todos = Flag(
    "todos", help: "Write to-dos rather than events; some calendars hide them")
  fileprivate static let remind = Option(
    "remind", value: "DAYS",
    help:
      "Ring so many days before, too; else as the setting reminderDays says",
    expects: "days from 0 to 30"
  ) { Int($0).flatMap { 0...30 ~= $0 ? $0 : nil } }
}
