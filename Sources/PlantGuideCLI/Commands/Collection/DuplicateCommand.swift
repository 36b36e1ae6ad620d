internal import JournalActions
internal import JournalInput
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let duplicate = Command(
    definition: CommandDefinition(
      path: ["duplicate"],
      summary: "Copy a plant, without its nickname and history",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant to copy")
      ],
      options: [
        .copyNickname,
        .room,
      ] + OptionDefinition.writing,
      examples: ["plantguide duplicate Monty --name \"Monty's twin\""],
      section: .collection, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let request = CopyRequest(
      try PlantChoice(
        arguments.positional, of: context, includesRemoved: true,
        takesFilters: false),
      nickname: try arguments[.copyNickname], room: try arguments[.room],
      try context.occasion())
    try context.report(try context.journal.copy(request, context.mode))
  }
}

extension OptionDefinition {
  fileprivate static let copyNickname = Option(
    "name", value: "NICKNAME", help: "The nickname of the new plant",
    read: NameInput.nickname)
}
