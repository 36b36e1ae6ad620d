internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
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
        Each task is a whole day and rings at its time, else at the preferred \
        one, else at 09:00; none does where the setting 'reminders' is false. \
        A task that has not changed is written as before, \
        so that a calendar that subscribes to the file shows nothing twice. \
        One that has changed has a higher sequence number, which never falls.
        """, section: .data)
  ) { context in
    let bytes = try context.read(CalendarReading(context: context))
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

private struct CalendarReading: CommandContext.Reading {
  let context: CommandContext

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> [UInt8] {
    let test = try TaskFilter([String](), of: context)
      .test(context, in: snapshot)
    let export = CalendarExport(
      form: context.arguments[.todos] ? .toDo : .event,
      today: snapshot.today,
      length: try context.arguments[.lookAhead]
        ?? UpcomingView.standardLength,
      reminderDays: try context.arguments[.remind]
        ?? snapshot.settings.reminderDays,
      hasAlarms: snapshot.settings.givesReminders)
    var writer = ICalendarWriter()
    try export.write(
      snapshot, program: ProcessFacts.program, to: &writer
    ) { plant, kind in try test.admits(plant, kind, in: snapshot) }
    return writer.bytes
  }
}
