internal import CatalogueKit
internal import CatalogueStore
internal import Encodings
internal import JournalCare
internal import JournalQueries
internal import JournalReports
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension Command {
  static let species = Command(
    definition: CommandDefinition(
      path: ["species"],
      summary: "Show what the catalogue knows about a plant",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isRepeatable: true, completion: .species,
          help: "Any name of the plant")
      ],
      options: [CatalogueOption.language, .online, .verbose]
        + GlobalOptions.inspecting,
      examples: [
        "plantguide species monstera deliciosa",
        "plantguide species african violet",
        "plantguide species Einblatt --language de,fr",
        "plantguide species monstera deliciosa --online",
      ],
      discussion: """
        --online also asks Open Plantbook, else Trefle, and shows their data \
        as care. Needs that they do not know are filled up from the catalogue, \
        and each names its source. If a service fails or has no key, you still \
        see the catalogue's page, and the command ends with the error.
        """, section: .catalogue)
  ) { context in
    let name = context.arguments.positional.joined(separator: " ")
    let languages = try context.arguments.languages
    let page = try context.catalogues.page(of: name, in: languages)
    var finding: SpeciesFinding?
    var failure: (any Error)?
    if context.arguments[.online] {
      do {
        finding = try context.speciesFinding(
          of: page.plant.entry.scientificName)
      } catch {
        // What the catalogue knows is shown all the same.
        failure = error
      }
    }
    let owned = try context.journal.read { snapshot in
      try snapshot.presentPlantCount(called: page.plant.entry.scientificName)
    }
    let units = try context.inputUnits()
    let picture = PictureShelf(ofHomeAt: context.journal.homePath)
      .picture(of: page.plant.entry.scientificName)
    if context.wantsJSON {
      try context.printJSON { writer in
        writer.speciesPage(page, owned: owned) { writer in
          writer.picture(picture)
          guard let finding else { return }
          writer.name("online")
          writer.speciesFinding(finding, filledFrom: page.profile)
        }
      }
    } else {
      try context.print(page, picture, languages, owned: owned, units)
      if let finding {
        try context.print(finding, filledFrom: page.profile, units)
      }
    }
    if let failure { throw failure }
  }
}

extension CommandContext {
  fileprivate mutating func print(
    _ page: SpeciesPage, _ picture: SpeciesPicture?,
    _ languages: [CatalogueLanguage], owned: Int, _ units: MeasurementUnits
  ) throws {
    let entry = page.plant.entry
    try print(
      terminal.styled(SafeText.shown(entry.scientificName), .heading))
    var facts = page.nameFacts(in: languages)
    facts += [
      ("family", entry.family), ("category", entry.category),
    ]
    facts +=
      page.profile?.lines(in: units).map { ($0.need, $0.text) }
      ?? [("care", CareProfile.unknown)]
    facts += [
      ("relatives", page.relatives.joined(separator: ", ")),
      ("you have", owned == 0 ? "none" : "\(owned)"),
      ("picture", picture?.fact ?? ""),
    ]
    for (label, text) in facts where !text.isEmpty {
      let padding = String(repeating: " ", count: max(0, 14 - label.count))
      try print("\(label)\(padding)\(SafeText.shown(text))")
    }
    if let source = page.careSource {
      try print(terminal.styled(source, .dim))
    }
  }
}
