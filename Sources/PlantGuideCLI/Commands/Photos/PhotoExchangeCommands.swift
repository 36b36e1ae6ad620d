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
      summary: "Write photos to a folder per plant, with an index",
      arguments: [exchanged, PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.inspecting,
      examples: [
        "plantguide export photos ~/pictures",
        "plantguide export photos ~/pictures Monty",
      ],
      discussion: """
        Each plant gets a folder with its photos, named by day and time. \
        photos.json has everything known about them, and 'plantguide import \
        photos' reads it. If you name no plants, all photos are written, also \
        those of plants that left. Existing files are not overwritten, so you \
        can repeat an interrupted export.
        """,
      section: .data)
  ) { context in
    let plants = try PlantChoice(
      context.arguments.positional.dropFirst(), of: context,
      includesRemoved: true, followsMerges: true, mayBeEmpty: true)
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
      summary: "Import photos that 'export photos' wrote",
      arguments: [exchanged], options: GlobalOptions.writing,
      examples: ["plantguide import photos ~/pictures"],
      discussion: """
        Files are imported unchanged, with their dates, remarks, favourites \
        and covers. Plants are found by id, else by nickname. Photos already \
        in the journal are skipped. A file is refused if it is no picture, or \
        if it does not match photos.json. Entries with impossible values are \
        refused, too. All other photos are imported. For photos from \
        elsewhere, use 'plantguide photo add'.
        """,
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
    help: "The directory with the folders and photos.json")
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
