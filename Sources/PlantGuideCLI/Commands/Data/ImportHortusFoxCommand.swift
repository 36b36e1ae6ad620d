internal import JournalActions
internal import JournalExchange
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension OptionDefinition {
  fileprivate static let zone = Option(
    "zone", value: "AREA/CITY", help: "The time zone of the backup's times",
    read: { try TimeZoneRules(identifier: $0) })
  fileprivate static let older = Flag(
    "older", help: "Also take back what a later backup brought")
}

extension Command {
  static let importHortusFox = Command(
    definition: CommandDefinition(
      path: ["import", "hortusfox"],
      summary: "Take over a backup of HortusFox, or a later one of it",
      arguments: [
        ArgumentDefinition(
          name: "PATH", completion: .file,
          help: "Its ZIP archive, or the directory where that was unpacked")
      ],
      options: [.zone, .older] + GlobalOptions.writing,
      examples: [
        "plantguide import hortusfox hf_backup.zip --dry-run",
        "plantguide import hortusfox hf_backup.zip --zone Europe/Berlin",
        "plantguide import hortusfox ~/hf_backup",
      ],
      discussion: """
        Taken over are plants with names, tags, notes, the day they were got and the plant they were cloned from; \
        locations as rooms; the last watering, repotting and fertilising; the log of plants, its entries as notes and the dates of \
        care that it tells of; open tasks, those that recur among them; and photos, of the gallery and those that stand for \
        plants, dated by their cameras, else by HortusFox. What else the backup holds is counted.

        If several plants have one name, the second is called 'Monty 2'. A backup does not tell for which plant a task is. \
        If its title names one plant, as 'Repot the Monstera' does, it is that plant's; else it is the home's. HortusFox has \
        no schedules: 'adopt --all' takes them from the catalogue.

        A later backup of the same HortusFox brings what is new: plants, care, notes, tasks and photos are added \
        once. What is said of a plant or a room changes where it changed in HortusFox since the import before and \
        not here; what changed in both is told and stays as it is here. What is missing from a later backup is kept. A backup that is \
        older than one before, by the times in its rows, is refused where it would change anything, unless --older is given. You see \
        the difference and are asked; in a pipe what is there changes with --yes alone. All of it is one action for 'undo'.

        The backup does not tell its time zone. Without --zone its times are those of the journal; where there is no journal yet you are asked for the zone on a terminal, and elsewhere it is this machine's.
        """,
      section: .data, isWriting: true)
  ) { context in
    try context.importHortusFox(from: context.arguments.positional[0])
  }
}

extension CommandContext {
  /// Takes a backup of HortusFox over. Shows first what changes, and asks;
  /// where nobody can answer, additions alone are taken.
  mutating func importHortusFox(from path: String) throws {
    let archive = try HortusFoxArchive(at: path)
    var request = HortusFoxImport(archive, zone: try zoneOfBackup())
    request.takesOlder = arguments.contains(.older)
    func take(_ mode: ActionMode) throws -> ImportReceipt {
      try tellingSteps {
        try journal.importHortusFox(
          request, photosBy: Self.photoProgram, mode, progress: $0)
      }
    }
    if !arguments[.yes], !isDryRun {
      let imported = try take(.rehearse)
      let rehearsed = WriteReport(imported, .commandLine)
      if !rehearsed.actions.isEmpty,
        process.prompt.isInteractive || imported.changesWhatIsThere
      {
        if !wantsJSON { for line in rehearsed.lines { try print(line) } }
        try confirm("Take this over?")
      }
    }
    try report(WriteReport(try take(mode), .commandLine))
  }

  /// The zone that is named, or that somebody is asked for: a journal that
  /// does not exist yet has none of its own.
  private func zoneOfBackup() throws -> TimeZoneRules? {
    if arguments.contains(.zone), let zone = try arguments[.zone] {
      return zone
    }
    guard !journal.exists, process.prompt.isInteractive, !arguments[.yes]
    else { return nil }
    let answer = try process.prompt.answer(
      "In which time zone was the backup made? "
        + "[\(try journal.zone().identifier)]")
    let name = answer?.filter { !$0.isWhitespace } ?? ""
    return name.isEmpty ? nil : try TimeZoneRules(identifier: name)
  }
}
