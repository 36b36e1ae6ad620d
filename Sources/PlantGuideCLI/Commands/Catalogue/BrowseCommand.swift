internal import CatalogueKit
internal import CatalogueStore
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension Command {
  static let browse = Command(
    definition: CommandDefinition(
      path: ["browse"],
      summary: "Browse the catalogue by category, family or letter",
      arguments: [
        ArgumentDefinition(
          name: "GROUP", isOptional: true, completion: .catalogueGroup,
          help: "A category, family, genus or letter whose plants to list")
      ],
      options: [CatalogueOption.by] + CatalogueOption.all + [.limit]
        + GlobalOptions.inspecting,
      remembering: KeptOptions(CatalogueOption.all + [.limit]) {
        // With --by, the counts cover the whole catalogue.
        !$0.contains(CatalogueOption.by)
      },
      examples: [
        "plantguide browse", "plantguide browse --by family",
        "plantguide browse Fern", "plantguide browse Hoya",
        "plantguide browse --safe-for cats,dogs --light low --query palm",
        "plantguide browse --query palme --language de",
        "plantguide browse --safe-for cats --remember",
      ],
      discussion: """
        Without GROUP or a filter, you see how many plants each category has. \
        --by counts by family, genus or letter instead. \
        'plantguide browse Fern' lists the plants of one group.

        --safe-for leaves out plants whose toxicity is unknown: unknown does \
        not mean safe.
        """,
      section: .catalogue)
  ) { context in
    let limit = try context.arguments[.limit]
    var query = try BrowseQuery(context.arguments)
    query.limit = limit
    guard query.isNarrowed else {
      let grouping = try context.arguments[CatalogueOption.by] ?? .category
      return try context.printCounts(by: grouping, limit: limit)
    }
    guard !context.arguments.contains(CatalogueOption.by) else {
      throw UsageError(
        "--by counts all plants; it lists none", usage: context.command.usage)
    }
    let group = try BundledCatalogue.plants(query)
    guard !context.wantsJSON else {
      return try context.printJSON {
        $0.cataloguePlants(group.group, group.plants, total: group.total)
      }
    }
    guard group.total > 0 else {
      throw NothingMatched(reason: "no plant in the catalogue matches")
    }
    let total = Phrase.count(group.total, "plant")
    let heading = group.group.map { "\($0): \(total)" } ?? total
    try context.print(context.terminal.styled(heading, .heading))
    var table = Table([
      .scientific, .commonNames,
      .init("FAMILY", dropOrder: 5), .init("CATEGORY", dropOrder: 4),
      .init("LIGHT", dropOrder: 3), .init("TOXIC TO", dropOrder: 2),
    ])
    for plant in group.plants {
      let entry = plant.entry
      table.add([
        entry.scientificName,
        entry.commonNames(in: query.languages).joined(separator: ", "),
        entry.family, entry.category,
        plant.profile.map { LightClass(level: $0.light).words } ?? "",
        PlantToxicity(plant.profile?.toxicity).text,
      ])
    }
    try context.print(table)
    try context.printRest(of: group.total, after: group.plants.count)
  }
}

/// The options of `browse` that choose plants.
enum CatalogueOption {
  static let all: [OptionDefinition] = [safeFor, light, query, language]

  static let by = Option<BrowseGrouping>(
    "by", value: "WHAT",
    help: "Count plants by category, family, genus or letter",
    expects: "category, family, genus or letter")

  static let language = RepeatableOption(
    "language", value: "CODE",
    completion: .choice(CatalogueLanguage.allCases.map(\.rawValue)),
    help: "Common names in these languages and English: de,fr,es,it,nl,pl"
  ) { text in
    try SelectionInput.values(
      text, among: CatalogueLanguage.allCases.map(\.rawValue)
    ) { CatalogueLanguage($0) }
  }

  fileprivate static let safeFor = Option<[CareProfile.Toxicity.Eater]>(
    "safe-for", value: "WHOM",
    completion: .choice(CareProfile.Toxicity.Eater.allCases.map(\.rawValue)),
    help: "Only plants known to be safe for cats, dogs, humans",
    read: { try SelectionInput.cases($0) })
  fileprivate static let light = Option(
    "light", value: "LIGHT", completion: .choice(SelectionInput.lightWords),
    help: "Only plants that need this light: low, or such as partialSun",
    read: SelectionInput.lights)
  fileprivate static let query = Option(
    "query", value: "TEXT", help: "Only plants with this name or a similar one")
}

extension ParsedArguments {
  /// The languages of common names; empty for any.
  var languages: [CatalogueLanguage] {
    get throws { try self[CatalogueOption.language].flatMap(\.self) }
  }
}

extension BrowseQuery {
  /// Reads the options of the command line.
  fileprivate init(_ arguments: ParsedArguments) throws {
    self.init()
    group = arguments.positional.first
    safeFor = try arguments[CatalogueOption.safeFor] ?? []
    light = try arguments[CatalogueOption.light] ?? []
    text = try arguments[CatalogueOption.query]
    languages = try arguments.languages
  }
}

extension CommandContext {
  fileprivate mutating func printCounts(
    by grouping: BrowseGrouping, limit: Int?
  ) throws {
    let (groups, total) = try BundledCatalogue.groups(by: grouping)
    let shown = groups.prefix(limit ?? groups.count)
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

  /// Prints how many lines of a list are left out.
  mutating func printRest(of total: Int, after shown: Int) throws {
    guard shown < total else { return }
    try print("… and \(total - shown) more; see --limit")
  }
}
