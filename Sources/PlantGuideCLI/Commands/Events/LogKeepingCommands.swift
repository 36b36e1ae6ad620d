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
          help: "The home of the new journal, where none may be yet"),
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide log salvage ~/damaged ~/saved"],
      discussion:
        "Every event that still verifies is saved, wherever in the file it lies; the damaged file is only read. "
        + "An event is held only after the one before it, so what follows a gap is kept apart, in a file that 'import events' takes once the gap is filled from a backup or another replica. "
        + "What is missing is listed by writer and sequence.",
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
      summary: "Give back the space of pages that are free",
      options: GlobalOptions.writing,
      examples: ["plantguide log compact --dry-run", "plantguide log compact"],
      discussion:
        "The data file is written anew, checked, and takes the old one's place in one step. Commands that begin meanwhile wait; one that was about to write says so and has to be run again. Where commits are missing, it refuses: see 'plantguide log verify'.",
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
