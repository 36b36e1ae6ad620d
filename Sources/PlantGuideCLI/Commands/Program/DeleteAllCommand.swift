internal import Encodings
internal import ErrorKit
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit
internal import TextKit

extension Command {
  static let deleteAll = Command(
    definition: CommandDefinition(
      path: ["delete-all"],
      summary: "Delete the whole journal, after a backup",
      options: [.confirm] + GlobalOptions.writing,
      examples: ["plantguide delete-all --dry-run"],
      discussion: """
        You are asked to type the journal's name. The command makes a backup \
        in the home and prints its path. Then it removes the events and the \
        photo files. This machine's settings, hooks and backups stay.

        The backup has the photos, too, beside it in 'photos'. Remotes keep \
        the events and photos that they have, and the command names them. \
        To have photos gone everywhere, erase them first and sync.
        """,
      section: .program, isWriting: true, mustBeWhole: true)
  ) { context in
    let deletion = try context.journal.deletion()
    guard !context.isDryRun else { return try context.show(deletion, nil) }
    if !context.wantsJSON {
      try context.announce(deletion)
      // This comes before the question, which goes to another stream.
      try context.output.flush()
    }
    let name = try context.typedName(of: deletion)
    let backup = try context.tellingSteps {
      try context.journal.delete(named: name, progress: $0)
    }
    context.warnOfMissing(in: backup)
    try context.show(deletion, backup)
  }
}

extension OptionDefinition {
  fileprivate static let confirm = Option(
    "confirm", value: "NAME",
    help: "The journal's name, instead of typing it: the setting "
      + "journalName, else the first 8 characters of the journal's id")
}

extension CommandContext {
  /// Returns the name that confirms the deletion.
  fileprivate func typedName(of deletion: Deletion) throws -> String {
    if let given = try arguments[.confirm] { return given }
    guard process.prompt.isInteractive else {
      throw NotConfirmed(name: deletion.name)
    }
    return try process.prompt.answer(
      "To remove it, type its name, \(deletion.name):") ?? ""
  }

  fileprivate mutating func announce(_ deletion: Deletion) throws {
    try print(deletion.announcement)
    if deletion.photoByteCount > 0 {
      let size = ProgressUnit.bytes.number(deletion.photoByteCount)
      try print(
        "The files of \(Phrase.count(deletion.photos, "photo")), \(size), "
          + "move from \(shown(journal.homePath))/blobs to the backup, in "
          + "\(shown(journal.photosOfBackupsDirectory)).")
    }
    for remote in try journal.remotes() {
      try print(
        "The remote '\(shown(remote.name))' keeps what it has, at "
          + "\(shown(remote.address.description)).")
    }
  }

  fileprivate mutating func show(
    _ deletion: Deletion, _ backup: Backup?
  ) throws {
    let left = try backup == nil ? 0 : journal.photoFileCount()
    guard !wantsJSON else {
      let restore = backup.map(Self.restoreCommand)
      let remotes = try journal.remotes().map(\.name)
      return try printJSON {
        $0.deletion(
          deletion, backup, restore: restore, remotes: remotes, left: left)
      }
    }
    guard let backup else {
      try announce(deletion)
      try print("It would be backed up in \(shown(journal.backupsDirectory)).")
      return try print(hint: "dry run: nothing was removed")
    }
    let path = shown(backup.place.path)
    try print("backed up \(backup.contents) to \(path)")
    try print(
      "removed the journal '\(SafeText.shown(deletion.name))'"
        + (deletion.photoByteCount > 0 ? " and the files of its photos" : ""))
    if left > 0 {
      try print(
        "\(Phrase.count(left, "damaged file")) of photos stayed in "
          + "\(shown(journal.homePath)), as the backup has none of them")
    }
    let restore = SafeText.shown(Self.restoreCommand(backup))
    try print(terminal.styled("restore with: \(restore)", .dim))
  }

  private static func restoreCommand(_ backup: Backup) -> String {
    "plantguide backup restore \(ShellQuoting.quoted(backup.place.path))"
  }

  private func shown(_ path: String) -> String { SafeText.shown(path) }
}

/// A missing confirmation: nobody can type the name, and no option gives it.
struct NotConfirmed: DescribedError {
  let name: String

  var facts: ErrorFacts {
    .init(
      .needsAnswer,
      "removing the journal needs its name typed, and there is no terminal "
        + "to ask on",
      "plantguide delete-all --confirm \(ShellQuoting.quoted(name))",
      outcome: .nothingRemoved)
  }
}
