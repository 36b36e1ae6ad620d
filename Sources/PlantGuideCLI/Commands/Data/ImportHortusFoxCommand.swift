internal import JournalActions
internal import JournalExchange
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension OptionDefinition {
  fileprivate static let zone = Option(
    "zone", value: "AREA/CITY",
    help: "The backup's time zone; by default the journal's",
    read: { try TimeZoneRules(identifier: $0) })
  fileprivate static let older = Flag(
    "older", help: "Accept a backup older than the last imported one")
}

extension Command {
  static let importHortusFox = Command(
    definition: CommandDefinition(
      path: ["import", "hortusfox"],
      summary: "Import a backup of HortusFox, or a later one",
      arguments: [
        ArgumentDefinition(
          name: "PATH", completion: .file,
          help: "The ZIP archive, or its unpacked directory")
      ],
      options: [.zone, .older] + GlobalOptions.writing,
      examples: [
        "plantguide import hortusfox hf_backup.zip --dry-run",
        "plantguide import hortusfox hf_backup.zip --zone Europe/Berlin",
        "plantguide import hortusfox ~/hf_backup",
      ],
      discussion: """
        You get plants with tags, notes, parents and the day you got them, \
        rooms, past care, open tasks and photos. Other data is counted. If two \
        plants share a name, the second is called 'Monty 2'. A task goes to \
        the plant in its title, else to the home. For schedules, run 'adopt \
        --all' afterwards.

        A later backup adds what is new and changes what changed in HortusFox. \
        If you changed the same data here, your data stays and the conflict is \
        reported. Nothing is removed. A backup that is older than the last one \
        is refused without --older. Before data changes you are asked; in a \
        pipe only --yes allows it. One 'undo' takes the import back.

        If you import into a new journal without --zone, a terminal asks for \
        the zone. Elsewhere the machine's zone is used.
        """,
      section: .data, isWriting: true)
  ) { context in
    try context.importHortusFox(from: context.arguments.positional[0])
  }
}

extension CommandContext {
  /// Imports a backup of HortusFox. It shows the changes first and asks; if
  /// nobody can answer, it makes only the additions.
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
