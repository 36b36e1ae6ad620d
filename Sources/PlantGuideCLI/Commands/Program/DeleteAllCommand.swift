internal import Encodings
internal import ErrorKit
internal import JournalExchange
internal import JournalReports
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
        """,
      section: .program, isWriting: true, mustBeWhole: true)
  ) { context in
    let deletion = try context.journal.deletion()
    guard !context.isDryRun else { return try context.show(deletion, nil) }
    if !context.wantsJSON {
      try context.print(deletion.announcement)
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

  fileprivate mutating func show(
    _ deletion: Deletion, _ backup: Backup?
  ) throws {
    guard !wantsJSON else {
      let restore = backup.map(Self.restoreCommand)
      return try printJSON {
        $0.deletion(deletion, backup, restore: restore)
      }
    }
    guard let backup else {
      try print(deletion.announcement)
      try print("It would be backed up in \(shown(journal.backupsDirectory)).")
      return try print(hint: "dry run: nothing was removed")
    }
    let path = shown(backup.place.path)
    try print("backed up \(backup.contents) to \(path)")
    try print("removed the journal '\(SafeText.shown(deletion.name))'")
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
