internal import JournalFormats
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let exportCalendar = Command(
    definition: CommandDefinition(
      path: ["export", "ics"],
      summary: "Write the tasks of the coming days as an iCalendar file",
      options: TaskFilter.options + [
        .lookAhead, .todos, .remind,
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export ics > care.ics",
        "plantguide export ics --room Kitchen --remind 1 > kitchen.ics",
      ],
      discussion: """
        Thirty days, unless --days says otherwise. \
        Each task is a whole day and rings at its time, else at the preferred \
        one, else at 09:00; none does where the setting 'reminders' is false. \
        A task that has not changed is written as before, \
        so that a calendar that subscribes to the file shows nothing twice. \
        One that has changed has a higher sequence number, which never falls.
        """, section: .data)
  ) { context in
    let arguments = context.arguments
    let filter = try TaskFilter([String](), of: context)
    let length = try arguments[.lookAhead] ?? UpcomingView.standardLength
    let reminderDays = try arguments[.remind]
    let bytes = try context.read {
      try $0.calendar(
        filter, as: arguments[.todos] ? .toDo : .event, length: length,
        reminderDays: reminderDays, program: ProcessFacts.program)
    }
    try context.output.write(bytes: bytes)
  }
}

extension OptionDefinition {
  fileprivate static let todos = Flag(
    "todos", help: "Write to-dos rather than events; some calendars hide them")
  fileprivate static let remind = Option(
    "remind", value: "DAYS",
    help:
      "Ring so many days before, too; else as the setting reminderDays says",
    expects: "days from 0 to 30"
  ) { Int($0).flatMap { 0...30 ~= $0 ? $0 : nil } }
}
