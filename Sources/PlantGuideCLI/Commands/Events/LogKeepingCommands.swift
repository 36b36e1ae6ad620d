internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit

/// No backup and no remote has the missing events.
private struct EventsMissing: DescribedError {
  var facts: ErrorFacts {
    .init(
      .damagedData,
      "the journal works again, but no backup or remote has the missing events",
      "repeat the command when another remote or backup is in reach")
  }
}

extension OptionDefinition {
  fileprivate static let repairSource = RepeatableOption(
    "from", value: "SOURCE", completion: .directory,
    help: "A remote, a backup, or a data.mdb that may have missing events")
}

extension Command {
  static let logRepair = Command(
    definition: CommandDefinition(
      path: ["log", "repair"],
      summary: "Repair a damaged journal, and fetch what it has lost",
      options: [.repairSource] + GlobalOptions.writing,
      examples: [
        "plantguide log repair --dry-run",
        "plantguide log repair",
        "plantguide log repair --from stick --from latest",
      ],
      discussion: """
        Saves every event that still verifies into a new journal, and puts it \
        in place. It does so for any damage, also if all events are whole. The \
        damaged journal is kept among the backups. Then missing events are \
        fetched: from all backups and by a sync with all remotes, or from \
        those that you name.

        At the end you see what nobody has. You can run the command again, for \
        example when a remote is in reach. With --dry-run it looks into the \
        backups, and asks no remote.
        """,
      section: .data, isWriting: true, isRare: true)
  ) { context in
    let named = try context.arguments[.repairSource]
    let known = try context.journal.remotes()
    let remotes =
      named.isEmpty ? known : known.filter { named.contains($0.name) }
    let ofRemotes = Set(remotes.map(\.name))
    let backups =
      named.isEmpty
      ? try context.journal.backups().map(\.place.path)
      : try named.filter { !ofRemotes.contains($0) }.map {
        $0.contains("/") ? $0 : try context.journal.backup(named: $0).place.path
      }
    let (journal, request) = (context.journal, context.syncRequest())
    var outcomes: [SyncOutcome] = []
    let repair = try context.tellingSteps { progress in
      try journal.repair(from: backups, context.mode, progress: progress) {
        outcomes = remotes.map { remote in
          SyncOutcome(
            remote, Result { try journal.sync(with: remote, request) })
        }
      }
    }
    for fault in repair.faults { context.warnings.add(ErrorReport(fault)) }
    let names = context.afterStoring(or: NewsNames()) {
      try journal.names(in: outcomes.compactMap(\.report))
    }
    let isDryRun = context.isDryRun
    if context.wantsJSON {
      try context.printJSONObject { writer in
        if isDryRun { writer.member("dryRun", true) }
        writer.repair(repair)
        writer.list("remotes", outcomes) {
          $0.outcome($1, names, .commandLine)
        }
      }
    } else {
      for line in repair.savedLines(isDryRun: isDryRun) {
        try context.print(line)
      }
      for outcome in outcomes {
        for line in outcome.lines(names, .commandLine, isDryRun: false) {
          try context.print(line)
        }
      }
      if isDryRun {
        for remote in remotes { try context.print("would ask \(remote.name)") }
      }
      for line in repair.missingLines { try context.print(line) }
      try context.printDryRun()
    }
    guard repair.isComplete || isDryRun else { throw EventsMissing() }
  }

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
