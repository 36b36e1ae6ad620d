internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let edit = Command(
    definition: CommandDefinition(
      path: ["edit"],
      summary: "Change the details of plants",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isRepeatable: true, completion: .plant,
          help: "Plants, by name or short id; - reads names from standard input"
        )
      ],
      options: EditOptions.all + OptionDefinition.writing,
      examples: [
        "plantguide edit Monty --name \"Old Monty\" --tag gift",
        "plantguide edit Monty --clear family --location balcony",
        "plantguide edit Monty --set price=12.50",
      ],
      discussion:
        "Without options an editor ($VISUAL, else $EDITOR, else vi) opens on "
        + "the plant's fields. A form that cannot be taken is kept in a file, "
        + "which --form reads again; all that changes then stands in it.",
      section: .collection, isWriting: true)
  ) { context in
    let plants = try PlantChoice(
      context.arguments.positional, of: context, takesFilters: false)
    if let path = try context.arguments[EditOptions.form] {
      try EditOptions.checkFormAlone(context)
      var dialog = try EditDialog(of: plants, context)
      return try dialog.take(path, &context)
    }
    let change = try context.plantChange()
    guard !change.isEmpty else {
      guard context.process.prompt.isInteractive, !context.wantsJSON else {
        throw UsageError(
          "say what changes",
          hint: "such as --name Monty or --clear family",
          usage: context.command.usage)
      }
      var dialog = try EditDialog(of: plants, context)
      return try dialog.run(&context)
    }
    guard change.fields.nickname == .keep || plants.names.count == 1 else {
      throw UsageError(
        "--name is given for several plants, and a nickname is one plant's")
    }
    try context.confirm(plants)
    try context.edit(plants, change)
  }

  static let rename = Command(
    definition: CommandDefinition(
      path: ["rename"],
      summary: "Give a plant another nickname",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant,
          help: "The plant, by name or short id"),
        ArgumentDefinition(name: "NICKNAME", help: "What you call it now"),
      ],
      options: OptionDefinition.writing,
      examples: ["plantguide rename Monty \"Old Monty\""],
      section: .collection, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    let plants = try PlantChoice(
      words.prefix(1), of: context, takesFilters: false)
    var change = PlantEdit()
    change.fields.nickname = .set(try NameInput.nickname(words[1]))
    try context.edit(plants, change)
  }
}

extension CommandContext {
  /// Changes plants as one action and reports it.
  mutating func edit(_ plants: PlantChoice, _ change: PlantEdit) throws {
    let request = EditRequest(
      plants, change, in: catalogues, try occasion())
    try report(try journal.edit(request, mode))
  }
}
