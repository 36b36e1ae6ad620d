internal import Encodings
internal import JournalExchange
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let exportPhotos = Command(
    definition: CommandDefinition(
      path: ["export", "photos"],
      summary: "Write photos to folders, with an index",
      arguments: [exchanged, PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.inspecting,
      examples: [
        "plantguide export photos ~/pictures",
        "plantguide export photos ~/pictures Monty",
      ],
      discussion:
        "Each plant has a folder, in which files are named by day and time; photos.json says what is known of them, and 'plantguide import photos' reads it. Without plants all are written, those of plants that left too. "
        + "What is there is not written over: an export that ended early is repeated.",
      section: .data)
  ) { context in
    let plants = try PlantChoice(
      context.arguments.positional.dropFirst(), of: context,
      includesRemoved: true, mayBeEmpty: true)
    let directory = context.arguments.positional[0]
    let photos = try context.tellingSteps {
      try context.journal.exportPhotos(
        of: plants.isEmpty ? nil : plants, to: directory, progress: $0)
    }
    try context.report(photos, Verb("export", "exported"))
  }

  static let importPhotos = Command(
    definition: CommandDefinition(
      path: ["import", "photos"],
      summary: "Take over photos that 'export photos' wrote",
      arguments: [exchanged], options: GlobalOptions.writing,
      examples: ["plantguide import photos ~/pictures"],
      discussion:
        "Files are taken as they are, with their dates, remarks, favourites and covers. A plant is known by its id, else by its nickname. What is there is passed over. A file that is not the one that photos.json names, or no picture, is refused, as is a photo of which it says what cannot be; all others come. Photos of any other kind 'photo add' takes.",
      section: .data, isWriting: true)
  ) { context in
    let studio = PhotoStudio(program: CommandContext.photoProgram)
    let photos = try context.tellingSteps {
      try context.journal.importPhotos(
        from: context.arguments.positional[0], context.mode,
        opening: { try studio.thumbnail(of: $0, taken: $1) }, progress: $0)
    }
    try context.report(photos, Verb("import", "imported"))
  }

  private static let exchanged = ArgumentDefinition(
    name: "DIRECTORY", completion: .directory,
    help: "Where the folders and photos.json are")
}

extension CommandContext {
  fileprivate mutating func report(
    _ photos: ExchangedPhotos, _ verb: Verb
  ) throws {
    let isDryRun = isDryRun
    if wantsJSON {
      try printJSON { $0.exchanged(photos, isDryRun: isDryRun) }
    } else {
      let there =
        photos.there > 0 ? "; \(photos.there) there already" : ""
      try print(
        verb.sentence(
          Phrase.count(photos.brought, "photo") + there, isDryRun: isDryRun))
      try printDryRun()
    }
    guard photos.refused.isEmpty else {
      throw PhotosLeft(refused: photos.refused)
    }
  }
}
