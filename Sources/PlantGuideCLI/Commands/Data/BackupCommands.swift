internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let backup = Command(
    definition: CommandDefinition(
      path: ["backup"],
      summary: "Copy the whole journal",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", isOptional: true, completion: .directory,
          help:
            "Where backups are kept; 'backups' in the journal's home by default"
        )
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide backup", "plantguide backup ~/plant-backups"],
      discussion:
        "Each backup gets a directory of its own, named by the time in UTC, and is checked before it is done. "
        + "Others may go on writing meanwhile. The files of photos go to 'photos' beside, once for all backups that lie there; those that are there are read each time, and made again where they are damaged. A backup on the same disk does not help when that disk fails.\n\n"
        + "After 'settings set autoBackup weekly' (or daily, monthly) a command that has written starts a backup in the background when the last such one is 7 (1, 30) days old, and does not wait for it. "
        + "'settings set autoBackupDirectory DIRECTORY' names a place for them, best on another disk; it must be there. "
        + "They are called TIME-auto. Those that are the newest of the latest 7 days, 4 weeks (from Monday) or 12 months that have one, in UTC, are kept, and the others of this journal removed; "
        + "one that you rename stays, and so do files of photos. 'doctor' says when and where the last was made, how many are kept, and how the last failed.",
      section: .data)
  ) { context in
    if context.process.environment[AutoBackup.variable] != nil {
      return try context.backUpByItself()
    }
    let backup = try context.tellingSteps {
      try context.journal.backUp(
        to: context.arguments.positional.first, progress: $0)
    }
    context.warnOfMissing(in: backup)
    let path = SafeText.shown(backup.place.path)
    if context.wantsJSON {
      try context.printJSON { $0.backup(backup) }
    } else {
      try context.print(
        "backed up \(backup.contents) to \(path)")
      let mended = backup.photos.mended.count
      if mended > 0 {
        try context.print(
          "made \(Phrase.count(mended, "damaged file")) again that backups share"
        )
      }
      let quoted = ShellQuoting.quoted(path)
      try context.print(
        context.terminal.styled(
          "restore with: plantguide backup restore \(quoted)", .dim))
    }
    guard backup.photos.unmended.isEmpty else {
      throw BackupError.sharedPhotosDamaged(
        path: backup.place.path, backup.photos.unmended)
    }
  }

  static let backupList = Command(
    definition: CommandDefinition(
      path: ["backup", "list"],
      summary: "List the backups there are, the oldest first",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", isOptional: true, completion: .directory,
          help:
            "Where they are kept; in the journal's home, and where automatic ones are, by default"
        )
      ],
      options: GlobalOptions.inspecting,
      examples: [
        "plantguide backup list", "plantguide backup list ~/plant-backups",
      ], section: .data)
  ) { context in
    let chosen = context.arguments.positional.first
    let entries = try context.journal.backups(in: chosen)
    let directory = chosen ?? context.journal.backupsDirectory
    guard !context.wantsJSON else {
      return try context.printJSON { $0.backups(entries, in: directory) }
    }
    guard !entries.isEmpty else {
      return try context.print(
        "There is no backup in \(SafeText.shown(directory)).")
    }
    try context.print(BackupTable.table(of: entries))
  }

  static let backupVerify = Command(
    definition: CommandDefinition(
      path: ["backup", "verify"],
      summary: "Check that a backup is what was copied, to the bit",
      arguments: [.backup], options: GlobalOptions.inspecting,
      examples: ["plantguide backup verify latest"], section: .data)
  ) { context in
    let backup = try context.journal.backup(
      named: context.arguments.positional[0])
    try context.tellingSteps { try backup.verify(progress: $0) }
    context.warnOfMissing(in: backup)
    if try context.printedJSON({ $0.backup(backup) }) { return }
    try context.print(
      "\(backup.contents) of "
        + "\(context.shown(backup.manifest.createdAt.instant)), all as they were written"
    )
  }
}

extension ArgumentDefinition {
  static let backup = ArgumentDefinition(
    name: "BACKUP", completion: .directory,
    help: "A backup's directory, its name, or latest")
}
