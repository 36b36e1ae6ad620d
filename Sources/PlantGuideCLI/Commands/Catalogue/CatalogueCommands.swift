internal import Catalogue
internal import CatalogueStore
internal import Encodings
internal import JournalLog
internal import JournalQueries
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

extension Command {
  static let catalogueStatus = Command(
    definition: CommandDefinition(
      path: ["catalogue", "status"],
      summary: "Show what the catalogues hold, and check the imported one",
      options: GlobalOptions.inspecting,
      examples: ["plantguide catalogue status"], section: .catalogue)
  ) { context in
    var rows = [
      CatalogueSummary("bundled", try BundledCatalogue.catalogue())
    ]
    let imported = try context.importedCatalogue.read { catalogue in
      try catalogue.checkSum()
      return CatalogueSummary("imported", catalogue)
    }
    if let imported { rows.append(imported) }
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          for row in rows {
            writer.name(row.title)
            row.write(to: &writer)
          }
        }
      }
    }
    var table = Table([
      .init("CATALOGUE"), .init("PLANTS", alignment: .right),
      .init("NAMES", alignment: .right), .init("SIZE", alignment: .right),
    ])
    for row in rows {
      table.add([
        row.title, "\(row.plants)", "\(row.names)", "\(row.bytes / 1024) KiB",
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
    let image = try CatalogueFile.image(
      at: context.arguments.positional[0])
    try context.home.create()
    try context.importedCatalogue.replace(with: image)
    let catalogue = try Catalogue(image.span.bytes)
    let summary = CatalogueSummary("imported", catalogue)
    guard !context.wantsJSON else {
      return try context.printJSON { summary.write(to: &$0) }
    }
    try context.print(
      "imported \(Wording.count(summary.plants, "plant")) with "
        + Wording.count(summary.names, "name"))
  }

  static let catalogueRemove = Command(
    definition: CommandDefinition(
      path: ["catalogue", "remove"],
      summary: "Remove the imported catalogue",
      options: GlobalOptions.inspecting,
      examples: ["plantguide catalogue remove"], section: .catalogue)
  ) { context in
    guard try context.importedCatalogue.remove() else {
      throw NothingMatched(reason: "no catalogue was imported")
    }
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { $0.member("removed") { $0.bool(true) } }
      }
    }
    try context.print("removed the imported catalogue")
  }
}

/// A catalogue in numbers.
private struct CatalogueSummary {
  let title: String
  let plants: Int
  let names: Int
  let bytes: Int

  init(_ title: String, _ catalogue: borrowing Catalogue) {
    self.title = title
    plants = catalogue.count
    names = catalogue.nameCount
    bytes = catalogue.byteCount
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("plants") { $0.integer(plants) }
      writer.member("names") { $0.integer(names) }
      writer.member("bytes") { $0.integer(bytes) }
    }
  }
}
