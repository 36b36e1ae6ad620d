internal import Encodings
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let status = Command(
    definition: CommandDefinition(
      path: ["status"],
      summary: "Show in a line how much is to be done, and what is next",
      options: [.format, .ifDue] + GlobalOptions.reading,
      examples: [
        "plantguide status",
        "plantguide status --format '{due} due, next: {next}'",
        "plantguide status --if-due --format '{overdue}/{due}'",
      ],
      discussion: #"""
        The line is for a prompt, tmux, waybar or i3. --format sets its text, \#
        in which these words in braces are replaced:

          {due}       tasks that are due or overdue.
          {overdue}   tasks that were due on an earlier day.
          {today}     tasks that are due today.
          {upcoming}  tasks of the seven days after today.
          {next}      the next task, such as 'water Monty'.
          {plant}     the plant of the next task.
          {room}      the room of that plant.
          {when}      its day, such as '2 days late', 'today' or 'in 3 d'.
          {state}     overdue, due or clear.

        Any other word of small letters in braces is an error; other braces \#
        stay as they are. A new line is \n, a tabulator \t, a backslash \\, \#
        and a brace \{.
        """#,
      section: .views)
  ) { context in
    let format = try context.arguments[.format]
    guard format == nil || !context.wantsJSON else {
      throw UsageError(
        "--format and --json are two forms", usage: context.command.usage)
    }
    let view = try context.read { try $0.statusView() }
    guard view.dueCount > 0 || !context.arguments[.ifDue] else { return }
    if try context.printedJSON({ $0.status(view, state: view.state) }) {
      return
    }
    try context.print(format?.text(of: view) ?? view.words)
  }
}

extension OptionDefinition {
  fileprivate static let format = Option(
    "format", value: "TEXT", help: "The text, with words in braces replaced"
  ) { try StatusFormat($0) }
  fileprivate static let ifDue = Flag(
    "if-due", help: "Print nothing unless something is due or overdue")
}
