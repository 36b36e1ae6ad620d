internal import CatalogueKit
internal import CatalogueStore
internal import TerminalKit

extension Command {
  static let suggest = Command(
    definition: CommandDefinition(
      path: ["suggest"],
      summary: "Suggest plants for an uncertain name",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isRepeatable: true, completion: .species,
          help: "A name, for example from an identification")
      ],
      options: [.confidence, CatalogueOption.language]
        + GlobalOptions.inspecting,
      examples: [
        "plantguide suggest Monstera delicosa --confidence 0.6",
        "plantguide suggest Monstera deliciosa --confidence 0.9",
        "plantguide suggest Einblat --confidence 0.5 --language de",
      ],
      discussion: """
        If the confidence is below 0.7, you see the five plants with the \
        nearest names. Otherwise you see the plant itself and the best known \
        plants of its genus, its own cultivars first. For a cultivar that is \
        not listed, you see its species.
        """,
      section: .catalogue)
  ) { context in
    let name = context.arguments.positional.joined(separator: " ")
    let confidence = try context.arguments[.confidence] ?? Catalogue.certainty
    let languages = try context.arguments.languages
    let found = try BundledCatalogue.suggestions(
      for: name, confidence: confidence)
    if context.wantsJSON {
      try context.printJSON {
        $0.suggestions(name, confidence: confidence, found)
      }
    }
    guard found.exact != nil || !found.others.isEmpty else {
      throw CatalogueNameError.unknown(name)
    }
    guard !context.wantsJSON else { return }
    if let exact = found.exact {
      try context.print(
        context.terminal.styled(exact.scientificName, .heading)
          + (found.isSpeciesOfCultivar ? ", the species of the cultivar" : ""))
    } else {
      try context.print("Did you mean:")
    }
    var table = Table([
      .scientific, .commonNames,
      .init("FAMILY", dropOrder: 2),
    ])
    for entry in found.others {
      table.add([
        entry.scientificName,
        entry.commonNames(in: languages).joined(separator: ", "), entry.family,
      ])
    }
    if !found.others.isEmpty { try context.print(table) }
  }
}

extension OptionDefinition {
  fileprivate static let confidence = Option<Double>(
    "confidence", value: "SHARE",
    help: "How sure the name is, from 0 to 1; 0.7 by default",
    expects: "a share from 0 to 1, such as 0.6"
  ) { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
}
