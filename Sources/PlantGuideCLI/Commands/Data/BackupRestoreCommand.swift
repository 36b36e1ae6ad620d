internal import Encodings
internal import ErrorKit
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let backupRestore = Command(
    definition: CommandDefinition(
      path: ["backup", "restore"],
      summary: "Replace the journal with a backup",
      arguments: [.backup],
      options: [.onlyPhotos] + GlobalOptions.writing,
      examples: [
        "plantguide backup restore latest --dry-run",
        "plantguide backup restore latest --photos",
        "plantguide backup restore ~/plant-backups/20261121T080000Z --yes",
      ],
      discussion: """
        The backup is copied and checked first, and then replaces the journal \
        in one step. 'plantguide backup restore latest --dry-run' shows what \
        would happen. The old journal becomes a backup itself, and its path \
        is printed; 'latest' never means such a backup. Whatever you erased \
        since the backup is erased in the restored journal, too.

        If remotes hold later events, the next sync brings them back. The \
        command warns you before it restores.

        Photo files that are missing or damaged are restored as well. With \
        --photos, only these files are restored and the journal stays as it \
        is. Like every copy, a restored journal writes as a new writer.
        """,
      section: .data, isWriting: true)
  ) { context in
    let backup = try context.journal.backup(
      named: context.arguments.positional[0])
    let isWhole = !context.arguments[.onlyPhotos]
    if isWhole { context.warnOfLaterEvents(than: backup) }
    if !context.isDryRun, isWhole { try context.confirm(backup) }
    guard isWhole else {
      let photos = try context.tellingSteps {
        try context.journal.restorePhotos(
          of: backup, context.mode, progress: $0)
      }
      context.warn(of: photos, in: backup)
      return try context.report(photos, of: backup)
    }
    let restored = try context.tellingSteps {
      try context.journal.restore(backup, context.mode, progress: $0)
    }
    context.warn(of: restored.photos, in: backup)
    if let remains = restored.remains {
      context.warnings.add(ErrorReport(remains))
    }
    for fault in restored.faults.dropFirst() {
      context.warnings.add(ErrorReport(ErrorFacts(of: fault)))
    }
    if let gravest = restored.faults.first { throw gravest }
    try context.report(backup, restored.photos, replaced: restored.replaced)
  }
}

extension OptionDefinition {
  fileprivate static let onlyPhotos = Flag(
    "photos",
    help: "Only restore photo files that are missing or damaged")
}

extension CommandContext {
  /// Warns of files that the backup lacks although it should hold them.
  fileprivate mutating func warn(
    of photos: BroughtPhotos, in backup: Backup
  ) {
    guard !(photos.missing + photos.damaged).isEmpty else { return }
    warnings.add(
      ErrorReport(
        ErrorFacts(
          of: BackupError.otherPhotos(path: backup.place.path, photos))))
  }

  /// Reports the outcome if only photos were requested.
  fileprivate mutating func report(
    _ photos: BroughtPhotos, of backup: Backup
  ) throws {
    guard !wantsJSON else {
      let (home, isDryRun) = (journal.homePath, isDryRun)
      return try printJSON {
        $0.restored(photos, of: backup, to: home, isDryRun: isDryRun)
      }
    }
    try print(photos.words(isDryRun: isDryRun))
    try printDryRun()
  }

  /// Warns of events that the next sync brings back. What remotes hold must
  /// not prevent a restore, so errors are ignored.
  fileprivate func warnOfLaterEvents(than backup: Backup) {
    let held = backup.manifest.vector.map { branches in
      (branches.writer, branches.tips.map(\.sequence).max() ?? 0)
    }
    let surpluses = try? journal.surpluses(
      over: Dictionary(held, uniquingKeysWith: max))
    guard let surpluses, !surpluses.isEmpty else { return }
    let commands = surpluses.map {
      "plantguide remote remove \($0.remote.name)"
    }
    warnAtOnce(
      ErrorFacts(
        .conflict,
        "the next sync brings back what the backup lacks: \(surpluses.words)",
        .text("to keep to the backup, first: \(commands.joined(by: "; "))")))
  }

  /// Asks before a journal is replaced.
  fileprivate func confirm(_ backup: Backup) throws {
    guard journal.exists, !arguments[.yes] else { return }
    let events = Phrase.count(backup.manifest.events, "event")
    let question =
      "Replace the journal in \(journal.homePath) by the backup of "
      + "\(shown(backup.manifest.createdAt.instant)) with \(events)?"
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  fileprivate mutating func report(
    _ backup: Backup, _ photos: BroughtPhotos, replaced: ReplacedJournal?
  ) throws {
    let home = journal.homePath
    warnOfMissing(in: backup)
    if let replaced, let problem = replaced.problem {
      warnings.add(
        ErrorReport(
          .init(
            .damagedData,
            "no backup of the replaced journal could be made; it is kept as "
              + "it was, and what was erased in it may be back: "
              + ErrorFacts(of: problem).message,
            .useHome(replaced.place.path))))
    }
    let canUndo = replaced.map { $0.problem == nil }
    let isDryRun = isDryRun
    guard !wantsJSON else {
      return try printJSON {
        $0.restored(
          backup, photos, replaced: replaced, to: home, isDryRun: isDryRun)
      }
    }
    let events = Phrase.count(backup.manifest.events, "event")
    try print(
      Verb("restore", "restored").sentence(
        "\(events) of \(shown(backup.manifest.createdAt.instant)) to "
          + SafeText.shown(home), isDryRun: isDryRun))
    if photos.copied > 0 { try print(photos.words(isDryRun: isDryRun)) }
    if let replaced {
      let path = SafeText.shown(replaced.place.path)
      try print("the journal before it is kept in \(path)")
      if let count = replaced.erasedAgain, count > 0 {
        try print(
          "erased again what \(Phrase.count(count, "event")) said, as was done since the backup was made"
        )
      }
      if canUndo == true {
        try print(
          terminal.styled(
            "undo with: plantguide backup restore \(ShellQuoting.quoted(path))",
            .dim))
      }
    }
    try printDryRun()
  }
}
