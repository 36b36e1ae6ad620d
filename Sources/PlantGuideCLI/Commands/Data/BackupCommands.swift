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
      summary: "Back up the whole journal",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", isOptional: true, completion: .directory,
          help:
            "Where backups go; 'backups' in the journal's home by default"
        )
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide backup", "plantguide backup ~/plant-backups"],
      discussion: """
        Each backup has its own directory, named by the time in UTC, and is \
        checked at the end. You can go on writing meanwhile. Photo files go \
        to 'photos' beside it, once for all backups there; damaged ones are \
        replaced. A backup on the same disk does not help when that disk fails.

        For backups in the background, type 'plantguide settings set \
        autoBackup weekly', or daily or monthly. A command that writes then \
        starts a backup if the last one is 7, 1 or 30 days old. Set \
        autoBackupDirectory to an existing directory, best on another disk. \
        Old automatic backups are removed; the newest of each of the last 7 \
        days, 4 weeks and 12 months stays. To keep one, rename it. 'doctor' \
        reports the last backup and why it failed.
        """,
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
      summary: "List the backups, the oldest first",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", isOptional: true, completion: .directory,
          help:
            "The directory to list; by default that in the journal's home and "
            + "that of automatic backups"
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
      summary: "Check that a backup is complete and undamaged",
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
    help: "A backup's directory or name, or latest")
}
