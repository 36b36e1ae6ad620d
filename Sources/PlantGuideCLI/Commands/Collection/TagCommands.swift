internal import JournalActions
internal import JournalFormats
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let tag = Command(
    definition: CommandDefinition(
      path: ["tag"],
      summary: "Add a tag to plants, or remove it",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "TAG", completion: .tag, help: "The tag"),
      ],
      options: [
        .takesAway
      ] + PlantChoice.options + OptionDefinition.writing,
      examples: [
        "plantguide tag Monty gift", "plantguide tag Monty gift --remove",
        "plantguide tag --room Kitchen sunny --yes",
      ],
      section: .collection, isWriting: true)
  ) { context in
    let plants = try PlantChoice(
      context.arguments.positional.dropLast(), of: context)
    let tag = try NameInput.name(
      context.arguments.positional.last ?? "", "a tag")
    var change = PlantEdit()
    if context.arguments[.takesAway] {
      change.untagged = [tag]
    } else {
      change.tagged = [tag]
    }
    try context.confirm(plants)
    try context.edit(plants, change)
  }

  static let tagList = Command(
    definition: CommandDefinition(
      path: ["tag", "list"],
      summary: "List the tags with the number of plants that have each",
      options: GlobalOptions.reading,
      examples: ["plantguide tag list"], section: .collection)
  ) { context in
    let tags = try context.read { try $0.tags() }
    if try context.printedJSON({ $0.tags(tags) }) { return }
    guard !tags.isEmpty else {
      return try context.print(
        "No tags yet. Put one on a plant: plantguide tag PLANT TAG")
    }
    var table = Table([.init("TAG"), .init("PLANTS", alignment: .right)])
    for tag in tags { table.add([tag.name, "\(tag.count)"]) }
    try context.print(table)
  }
}

extension OptionDefinition {
  fileprivate static let takesAway = Flag(
    "remove", help: "Remove the tag instead")
}
