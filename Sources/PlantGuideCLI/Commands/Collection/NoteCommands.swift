internal import JournalActions
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let noteEdit = Command(
    definition: CommandDefinition(
      path: ["note", "edit"],
      summary: "Correct a note; history keeps the old text",
      arguments: [
        notedPlant, ArgumentDefinition(name: "TEXT", help: "The new text"),
      ],
      options: [.notedAction, .at] + GlobalOptions.writing,
      examples: ["plantguide note edit Monty \"Two new leaves\""],
      discussion: """
        This corrects the note of the plant that you recorded last, whatever \
        its day, or the note you name with --id. The note keeps its day \
        unless you give another with --at.
        """,
      section: .collection, isWriting: true)
  ) { context in
    try context.correctNote(
      NameInput.note(context.arguments.positional[1]),
      at: context.arguments[.at] == nil ? nil : context.moment())
  }

  static let noteRemove = Command(
    definition: CommandDefinition(
      path: ["note", "remove"],
      summary: "Remove a note; history keeps it",
      arguments: [notedPlant],
      options: [.notedAction] + GlobalOptions.writing,
      examples: ["plantguide note remove Monty"], section: .collection,
      isWriting: true)
  ) { context in
    try context.correctNote("", at: nil)
  }

  private static let notedPlant = ArgumentDefinition(
    name: "PLANT", completion: .plant,
    help: "The plant; its note that was recorded last is meant")
}

extension OptionDefinition {
  fileprivate static let notedAction = Option(
    "id", value: "ACTION",
    help: "An earlier note: the id at the end of its line in 'history'")
}

extension CommandContext {
  /// Replaces a plant's note by `text`, or removes it if `text` is empty.
  fileprivate mutating func correctNote(
    _ text: String, at: Moment?
  ) throws {
    let plant = try PlantChoice(
      [arguments.positional[0]], of: self, takesFilters: false)
    let request = NoteRequest(
      plant, text: text, action: try arguments[.notedAction], at: at)
    try report(try journal.correctNote(request, mode))
  }
}
