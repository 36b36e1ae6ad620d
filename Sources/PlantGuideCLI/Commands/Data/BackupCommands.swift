internal import ErrorKit
internal import JournalExchange
internal import JournalLog
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

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
        + "Others may go on writing meanwhile. A backup on the same disk does not help when that disk fails.",
      section: .data)
  ) { context in
    guard context.home.exists else {
      try context.home.checkLinks()
      throw StorageError.noJournal(path: context.home.path)
    }
    let directory =
      context.arguments.positional.first ?? context.home.backupsDirectory
    let journal = try context.openJournal(.readOnly)
    let progress = BackupProgress(context.progress())
    let backup = try Backup.make(
      of: journal, in: directory, at: try context.backupTime(),
      program: ProcessFacts.program, progress: progress.advance)
    progress.end()
    guard !context.wantsJSON else {
      return try context.printJSON { $0.backup(backup) }
    }
    let path = SafeText.shown(backup.place.path)
    try context.print(
      "backed up \(Phrase.count(backup.manifest.events, "event")) to \(path)")
    let quoted = ShellQuoting.quoted(path)
    try context.print(
      context.terminal.styled(
        "restore with: plantguide backup restore \(quoted)", .dim))
  }

  static let backupList = Command(
    definition: CommandDefinition(
      path: ["backup", "list"],
      summary: "List the backups there are, the oldest first",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", isOptional: true, completion: .directory,
          help:
            "Where they are kept; 'backups' in the journal's home by default")
      ],
      options: GlobalOptions.inspecting,
      examples: [
        "plantguide backup list", "plantguide backup list ~/plant-backups",
      ], section: .data)
  ) { context in
    if context.arguments.positional.isEmpty { try context.home.checkLinks() }
    let directory =
      context.arguments.positional.first ?? context.home.backupsDirectory
    let entries = try BackupList.entries(in: directory)
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
    let backup = try context.namedBackup()
    try context.verify(backup)
    guard !context.wantsJSON else {
      return try context.printJSON { $0.backup(backup) }
    }
    try context.print(
      "\(Phrase.count(backup.manifest.events, "event")) of "
        + "\(context.shown(backup.manifest.createdAt)), all as they were written"
    )
  }
}

extension ArgumentDefinition {
  static let backup = ArgumentDefinition(
    name: "BACKUP", completion: .directory,
    help: "A backup's directory, its name, or latest")
}

extension CommandContext {
  /// Checks a backup.
  func verify(_ backup: Backup) throws {
    let progress = BackupProgress(progress(), backup.manifest)
    try backup.verify(progress: progress.advance)
    progress.end()
  }

  /// Now, as manifests tell it: in UTC, to the second.
  func backupTime() throws -> OffsetInstant {
    let seconds = try now().milliseconds / 1_000
    return OffsetInstant(
      instant: Instant(milliseconds: seconds * 1_000), offsetMinutes: 0)
  }

  /// A time of a manifest as people read it.
  func shown(_ instant: OffsetInstant) -> String {
    let zone = (try? inputZone()) ?? .utc
    return
      "\(zone.localDay(of: instant.instant)) \(zone.timeOfDay(of: instant.instant))"
  }

  /// The backup that the first argument names: a path, a name in the home's
  /// own directory of backups, or `latest` of those there that no restore put
  /// away.
  func namedBackup() throws -> Backup {
    let name = arguments.positional[0]
    let directory = home.backupsDirectory
    if name == "latest" {
      let entries = try BackupList.entries(in: directory)
        .filter { !$0.place.isReplaced }
      let backups = entries.compactMap { try? $0.result.get() }
      guard let latest = backups.max(by: Backup.isEarlier) else {
        if let error = entries.last(where: \.isUnreadable)?.error {
          throw error
        }
        throw NothingMatched(
          reason: "there is no backup in \(directory)",
          remedy:
            "'plantguide backup list' shows what else is there, which can be named"
        )
      }
      return latest
    }
    let own = "\(directory)/\(name)"
    let isOwnName = !name.contains("/") && !process.isDirectory(name)
    return try Backup(at: BackupPlace(path: isOwnName ? own : name))
  }
}

extension BackupList.Entry {
  /// Why it is no backup that can be used; `nil` for one that can.
  fileprivate var error: BackupError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// Whether it is a finished backup that this program cannot read.
  fileprivate var isUnreadable: Bool {
    switch error {
    case .badManifest, .newerFormat: true
    default: false
    }
  }
}

extension Backup {
  /// Whether `left` was made before `right`.
  fileprivate static func isEarlier(_ left: Backup, _ right: Backup) -> Bool {
    (left.manifest.createdAt.instant, left.place.name)
      < (right.manifest.createdAt.instant, right.place.name)
  }
}
