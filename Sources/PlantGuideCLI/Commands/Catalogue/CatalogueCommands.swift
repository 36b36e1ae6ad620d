internal import CatalogueStore
internal import Encodings
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension Command {
  static let catalogueStatus = Command(
    definition: CommandDefinition(
      path: ["catalogue", "status"],
      summary: "Show what the catalogues hold, and check the imported one",
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
      summary: "Load a larger catalogue, which 'search' looks through, too",
      arguments: [
        ArgumentDefinition(
          name: "FILE", completion: .file,
          help: "A list as JSON, a table, or a Darwin Core archive")
      ],
      options: GlobalOptions.inspecting,
      examples: [
        "plantguide catalogue import checklist.csv",
        "plantguide catalogue import checklist/",
      ],
      discussion: """
        A table is CSV, or has tabs or semicolons, with a heading: \
        scientific_name must be there; common_names, family, category and \
        synonyms may.

        An archive is its ZIP file, its directory, or its file of taxa alone.

        What was imported before is replaced. Backups and other replicas do \
        not get it.
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
