internal import Encodings
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let logSalvage = Command(
    definition: CommandDefinition(
      path: ["log", "salvage"],
      summary: "Save the events of a damaged journal into a new one",
      arguments: [
        ArgumentDefinition(
          name: "SOURCE", completion: .directory,
          help: "The damaged journal's home, a backup, or a data.mdb"),
        ArgumentDefinition(
          name: "TARGET", completion: .directory,
          help: "The home of the new journal; it must have none yet"),
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide log salvage ~/damaged ~/saved"],
      discussion: """
        Every event that still verifies is saved, wherever it is in the file. \
        The damaged file is only read. Missing events are listed by writer and \
        sequence number.

        An event needs the one before it. So events after a gap go to a \
        separate file. When you have filled the gap from a backup or another \
        replica, load that file with 'import events'.
        """,
      section: .data, isRare: true)
  ) { context in
    let salvage = try context.tellingSteps {
      try Salvage(
        of: context.arguments.positional[0],
        into: context.arguments.positional[1], progress: $0)
    }
    context.journal.noteWriting()
    if try context.printedJSON({ $0.salvage(salvage) }) { return }
    for line in salvage.lines(.commandLine) { try context.print(line) }
  }

  static let logCompact = Command(
    definition: CommandDefinition(
      path: ["log", "compact"],
      summary: "Make the data file smaller by dropping free pages",
      options: GlobalOptions.writing,
      examples: ["plantguide log compact --dry-run", "plantguide log compact"],
      discussion: """
        The command writes a new data file, checks it, and replaces the old \
        one in one step. Commands that begin meanwhile wait. If a command was \
        about to write, it says so; run it again. If commits are missing, the \
        command refuses: see 'plantguide log verify'.
        """,
      section: .data, isWriting: true, isRare: true)
  ) { context in
    let result = try context.journal.compact(context.mode)
    let isDryRun = context.isDryRun
    guard !context.wantsJSON else {
      return try context.printJSON {
        $0.compaction(
          before: result.before, after: result.after, isDryRun: isDryRun)
      }
    }
    try context.print(
      Verb("compact", "compacted").sentence(
        "\(result.before / 1024) KiB to \(result.after / 1024) KiB",
        isDryRun: isDryRun))
    try context.printDryRun()
  }
}
