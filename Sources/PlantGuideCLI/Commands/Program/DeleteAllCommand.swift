internal import Encodings
internal import ErrorKit
internal import JournalExchange
internal import TerminalKit
internal import TextKit

extension Command {
  static let deleteAll = Command(
    definition: CommandDefinition(
      path: ["delete-all"],
      summary: "Remove the whole journal, after a backup",
      options: [.confirm] + GlobalOptions.writing,
      examples: ["plantguide delete-all --dry-run"],
      discussion:
        "It asks for the journal's name, makes a backup in the home, says where, and then removes the events and the files of photos. The settings of this machine, hooks and backups stay.",
      section: .program, isWriting: true, mustBeWhole: true)
  ) { context in
    let deletion = try context.journal.deletion()
    guard !context.isDryRun else { return try context.show(deletion, nil) }
    if !context.wantsJSON {
      try context.print(deletion.announcement)
      // Before the question, which goes to another stream.
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
    help: "The journal's name, in place of typing it: the setting "
      + "journalName, else the first 8 characters of the journal's id")
}

extension Deletion {
  fileprivate var announcement: String {
    "The journal '\(SafeText.shown(name))' has "
      + Phrase.count(plants, "plant") + " and "
      + Phrase.count(events, "event") + "."
  }
}

extension CommandContext {
  /// The name by which somebody agrees.
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
      return try printJSON { $0.deletion(deletion, backup) }
    }
    guard let backup else {
      try print(deletion.announcement)
      try print("It would be backed up in \(shown(journal.backupsDirectory)).")
      return try print(
        terminal.styled("dry run: nothing was removed", .hint))
    }
    let path = shown(backup.place.path)
    try print("backed up \(backup.contents) to \(path)")
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
    let path = backup?.place.path
    object { writer in
      writer.member("name", deletion.name)
      writer.member("plants", deletion.plants)
      writer.member("events", deletion.events)
      writer.member("removed", backup != nil)
      writer.member("backup", path)
      writer.member(
        "restore",
        path.map { "plantguide backup restore \(ShellQuoting.quoted($0))" })
    }
  }
}

/// That nobody is there to type the journal's name, and no option gives it.
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
