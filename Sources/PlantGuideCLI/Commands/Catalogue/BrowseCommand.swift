internal import CatalogueKit
internal import CatalogueStore
internal import TerminalKit

extension Command {
  static let browse = Command(
    definition: CommandDefinition(
      path: ["browse"],
      summary: "Look through the catalogue by category, family or letter",
      arguments: [
        ArgumentDefinition(
          name: "GROUP", isOptional: true, completion: .catalogueGroup,
          help: "A category, a family, a genus or a letter, to list its plants")
      ],
      options: [.by, .limit] + GlobalOptions.inspecting,
      examples: [
        "plantguide browse", "plantguide browse --by family",
        "plantguide browse Fern", "plantguide browse Hoya",
      ], section: .catalogue)
  ) { context in
    let limit = try context.arguments[.limit]
    guard let name = context.arguments.positional.first else {
      let grouping = try context.arguments[.by] ?? .category
      return try context.printCounts(by: grouping, limit: limit)
    }
    let group = try BundledCatalogue.group(named: name, limit: limit)
    guard !context.wantsJSON else {
      return try context.printJSON {
        $0.catalogueGroup(group.name, group.plants, total: group.total)
      }
    }
    let total = Phrase.count(group.total, "plant")
    try context.print(
      context.terminal.styled("\(group.name): \(total)", .heading))
    var table = Table([
      .init("SCIENTIFIC NAME"), .init("COMMON NAME"),
      .init("FAMILY", dropOrder: 3), .init("CATEGORY", dropOrder: 2),
    ])
    for plant in group.plants {
      table.add([
        plant.scientificName, plant.commonNames.first ?? "", plant.family,
        plant.category,
      ])
    }
    try context.print(table)
    try context.printRest(of: group.total, after: group.plants.count)
  }
}

extension OptionDefinition {
  fileprivate static let by = Option<BrowseGrouping>(
    "by", value: "WHAT", help: "Count by category, family, genus or letter",
    expects: "category, family, genus or letter")
}

/// By what `browse` counts.
private enum BrowseGrouping: String, CaseIterable, Sendable {
  case category
  case family
  case genus
  case letter
}

extension CommandContext {
  fileprivate mutating func printCounts(
    by grouping: BrowseGrouping, limit: Int?
  ) throws {
    let catalogue = try BundledCatalogue.catalogue()
    let groups =
      switch grouping {
      case .category: try catalogue.groups(by: .category)
      case .family: try catalogue.groups(by: .family)
      case .genus: try catalogue.groups(by: .genus)
      case .letter: try catalogue.letters()
      }
    let shown = groups.prefix(limit ?? groups.count)
    let total = catalogue.count
    guard !wantsJSON else {
      return try printJSON {
        $0.catalogueGroups(shown, by: grouping.rawValue, total: total)
      }
    }
    var table = Table([
      .init(grouping.rawValue.uppercased()),
      .init("PLANTS", alignment: .right),
    ])
    for group in shown { table.add([group.name, "\(group.entryCount)"]) }
    if shown.count == groups.count { table.add(["all", "\(total)"]) }
    try print(table)
    try printRest(of: groups.count, after: shown.count)
  }

  /// Says how many lines of a list are left out.
  mutating func printRest(of total: Int, after shown: Int) throws {
    guard shown < total else { return }
    try print("… and \(total - shown) more; see --limit")
  }
}
