internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let deleteAll = Command(
    definition: CommandDefinition(
      path: ["delete-all"],
      summary: "Remove the whole journal, after a backup",
      options: [.confirm] + GlobalOptions.writing,
      examples: ["plantguide delete-all --dry-run"],
      discussion:
        "It asks for the journal's name, makes a backup in the home, says where, and then removes the events. The settings of this machine, hooks and backups stay.",
      section: .program, isWriting: true, mustBeWhole: true)
  ) { context in
    let deletion = try Deletion(context)
    guard !context.isDryRun else { return try context.show(deletion, nil) }
    if !context.wantsJSON {
      try context.print(deletion.announcement)
      // Before the question, which goes to another stream.
      try context.output.flush()
    }
    try context.confirm(deletion)
    let backup = try context.delete(deletion.journal)
    try context.show(deletion, backup)
  }
}

extension OptionDefinition {
  fileprivate static let confirm = Option(
    "confirm", value: "NAME",
    help: "The journal's name, in place of typing it: the setting "
      + "journalName, else the first 8 characters of the journal's id")
}

/// What is about to be deleted.
private struct Deletion {
  let journal: Journal
  /// The name that must be typed.
  let name: String
  let plants: Int
  let events: Int

  init(_ context: CommandContext) throws {
    guard context.home.exists else {
      throw StorageError.noJournal(path: context.home.path)
    }
    let journal = try context.openJournal(.readWrite)
    self = try journal.read { transaction in
      let databases = journal.projections
      let settings = try databases.journalSettings(in: transaction)
      guard let id = try databases.journalIDs(in: transaction).first else {
        throw StorageError.noJournal(path: context.home.path)
      }
      return Deletion(
        journal: journal,
        name: settings.journalName ?? String(id.description.prefix(8)),
        plants: try databases.count(of: .total, in: transaction),
        events: try journal.log.count(in: transaction))
    }
  }

  private init(journal: Journal, name: String, plants: Int, events: Int) {
    self.journal = journal
    self.name = name
    self.plants = plants
    self.events = events
  }

  var announcement: String {
    "The journal '\(SafeText.shown(name))' has "
      + Phrase.count(plants, "plant") + " and "
      + Phrase.count(events, "event") + "."
  }
}

extension CommandContext {
  fileprivate func confirm(_ deletion: Deletion) throws {
    let typed: String
    if let given = try arguments[.confirm] {
      typed = given
    } else {
      guard process.prompt.isInteractive else {
        throw DeletionError.notConfirmed(name: deletion.name)
      }
      typed =
        try process.prompt.answer(
          "To remove it, type its name, \(deletion.name):") ?? ""
    }
    guard typed == deletion.name else {
      throw DeletionError.otherName(typed, name: deletion.name)
    }
  }

  /// Makes a backup and removes the journal, where that still holds what was
  /// backed up; else makes another.
  fileprivate func delete(_ journal: Journal) throws -> Backup {
    for _ in 0..<Self.mostBackups {
      let progress = BackupProgress(progress())
      let backup = try Backup.make(
        of: journal, in: home.backupsDirectory, at: try backupTime(),
        program: ProcessFacts.program, progress: progress.advance)
      progress.end()
      let isRemoved = try journal.remove { transaction in
        try backup.manifest.covers(journal, in: transaction)
      }
      if isRemoved { return backup }
    }
    throw DeletionError.keepsChanging
  }

  /// How often others may write between the backup and the removal.
  private static let mostBackups = 5

  fileprivate mutating func show(
    _ deletion: Deletion, _ backup: Backup?
  ) throws {
    guard !wantsJSON else {
      return try printJSON { $0.deletion(deletion, backup) }
    }
    guard let backup else {
      try print(deletion.announcement)
      try print("It would be backed up in \(shown(home.backupsDirectory)).")
      return try print(
        terminal.styled("dry run: nothing was removed", .hint))
    }
    let path = shown(backup.place.path)
    let events = Phrase.count(backup.manifest.events, "event")
    try print("backed up \(events) to \(path)")
    try print("removed the journal '\(SafeText.shown(deletion.name))'")
    let quoted = ShellQuoting.quoted(backup.place.path)
    let restore = "plantguide backup restore \(SafeText.shown(quoted))"
    try print(terminal.styled("restore with: \(restore)", .dim))
  }

  private func shown(_ path: String) -> String { SafeText.shown(path) }
}

extension JSONWriter {
  fileprivate mutating func deletion(
    _ deletion: Deletion, _ backup: Backup?
  ) {
    object { writer in
      writer.member("name") { $0.string(deletion.name) }
      writer.member("plants") { $0.integer(deletion.plants) }
      writer.member("events") { $0.integer(deletion.events) }
      writer.member("removed") { $0.bool(backup != nil) }
      writer.member("backup") { writer in
        writer.optional(backup) { $0.string($1.place.path) }
      }
      writer.member("restore") { writer in
        writer.optional(backup) {
          let path = ShellQuoting.quoted($1.place.path)
          $0.string("plantguide backup restore \(path)")
        }
      }
    }
  }
}

/// Why the journal was not removed.
enum DeletionError: DescribedError, Sendable, Hashable {
  /// Nobody is there to type its name, and no option gives it.
  case notConfirmed(name: String)
  /// Another name was typed.
  case otherName(String, name: String)
  /// Others wrote between each backup and the removal.
  case keepsChanging

  var facts: ErrorFacts {
    switch self {
    case .notConfirmed(let name):
      .init(
        .needsAnswer,
        "removing the journal needs its name typed, and there is no terminal "
          + "to ask on",
        "plantguide delete-all --confirm \(ShellQuoting.quoted(name))",
        outcome: .nothingRemoved)
    case .otherName(let typed, let name):
      .init(
        .invalidInput, "'\(typed)' is not the journal's name, '\(name)'",
        outcome: .nothingRemoved)
    case .keepsChanging:
      .init(
        .system, "others keep writing to the journal",
        "end other plantguide processes, then try again",
        outcome: .nothingRemoved, title: "Delete Failed")
    }
  }
}
