internal import CatalogueStore
internal import Encodings
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension Command {
  static let catalogueStatus = Command(
    definition: CommandDefinition(
      path: ["catalogue", "status"],
      summary: "Show the size of the catalogues, and check the imported one",
      options: GlobalOptions.inspecting,
      examples: ["plantguide catalogue status"], section: .catalogue)
  ) { context in
    var rows = [(title: "bundled", summary: try BundledCatalogue.summary())]
    if let imported = try context.catalogues.imported.checkedSummary() {
      rows.append(("imported", imported))
    }
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        for row in rows {
          writer.name(escaping: row.title)
          writer.catalogueSummary(row.summary)
        }
      }
    }
    var table = Table([
      .init("CATALOGUE"), .init("PLANTS", alignment: .right),
      .init("NAMES", alignment: .right), .init("SIZE", alignment: .right),
    ])
    for row in rows {
      table.add([
        row.title, "\(row.summary.plants)", "\(row.summary.names)",
        "\(row.summary.bytes / 1024) KiB",
      ])
    }
    try context.print(table)
  }

  static let catalogueImport = Command(
    definition: CommandDefinition(
      path: ["catalogue", "import"],
      summary: "Import a larger catalogue that 'search' uses as well",
      arguments: [
        ArgumentDefinition(
          name: "FILE", completion: .file,
          help: "A JSON list, a table, or a Darwin Core archive")
      ],
      options: GlobalOptions.inspecting,
      examples: [
        "plantguide catalogue import checklist.csv",
        "plantguide catalogue import checklist/",
      ],
      discussion: """
        A table is separated by commas, tabs or semicolons, and its first \
        line names the columns. The column scientific_name is required; \
        common_names, family, category and synonyms are optional.

        For a Darwin Core archive, give its ZIP file, its directory, or only \
        its file of taxa.

        The import replaces a catalogue that you imported before. It is not \
        part of backups, and other replicas do not receive it.
        """, section: .catalogue)
  ) { context in
    let summary = try context.catalogues.imported.importCatalogue(
      at: context.arguments.positional[0])
    context.journal.noteWriting()
    if try context.printedJSON({ $0.catalogueSummary(summary) }) { return }
    try context.print(
      "imported \(Phrase.count(summary.plants, "plant")) with "
        + Phrase.count(summary.names, "name"))
  }

  static let catalogueRemove = Command(
    definition: CommandDefinition(
      path: ["catalogue", "remove"],
      summary: "Remove the imported catalogue",
      options: GlobalOptions.inspecting,
      examples: ["plantguide catalogue remove"], section: .catalogue)
  ) { context in
    guard try context.catalogues.imported.remove() else {
      throw NothingMatched(reason: "no catalogue was imported")
    }
    context.journal.noteWriting()
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { $0.member("removed", true) }
      }
    }
    try context.print("removed the imported catalogue")
  }
}
