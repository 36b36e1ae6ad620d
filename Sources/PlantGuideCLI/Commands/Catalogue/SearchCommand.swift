internal import CatalogueKit
internal import CatalogueStore
internal import ErrorKit
internal import JournalActions
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import SearchEngine
internal import TerminalKit
internal import TextKit

extension Command {
  static let search = Command(
    definition: CommandDefinition(
      path: ["search"],
      summary: "Find plants in the catalogue by any of their names",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isOptional: true, isRepeatable: true,
          completion: .species,
          help:
            "A name, its beginning or some of its words, even misspelled; "
            + "without NAME, you see this machine's recent searches"
        )
      ],
      options: [
        CatalogueOption.language,
        .limit("At most this many plants; 20 by default"),
        .clearSearches,
      ] + GlobalOptions.inspecting,
      remembering: KeptOptions([CatalogueOption.language]) {
        !$0.positional.isEmpty
      },
      examples: [
        "plantguide search snake plant", "plantguide search philo brasil",
        "plantguide search P. hederaceum", "plantguide search Efeutute",
        "plantguide search gummibaum --language de", "plantguide search",
        "plantguide search --language de --remember",
      ],
      discussion: """
        Case, accents and word order do not matter, and up to two typing \
        errors per word are forgiven. Former scientific names lead to the \
        current ones. The search covers names in all languages; --language \
        limits it to the languages you give and English.

        Once you have a journal, this machine keeps your last 20 searches on \
        a terminal, in searches.json in the journal's home. Searches by \
        scripts are not kept.
        """,
      section: .catalogue)
  ) { context in
    if context.arguments[.clearSearches] {
      return try context.forgetSearches()
    }
    guard !context.arguments.positional.isEmpty else {
      return try context.printRecentSearches()
    }
    let text = context.arguments.positional.joined(separator: " ")
    let limit = try context.arguments[.limit] ?? 20
    let languages = try context.arguments.languages
    let (plants, total) = try context.catalogues.search(
      text, in: languages, limit: limit)
    let groups = try BundledCatalogue.groups(called: text)
    if context.wantsJSON {
      try context.printJSON {
        $0.searchResults(text, plants, total: total, groups: groups)
      }
    } else if context.terminal.isTerminal {
      context.journal.keep(
        RecentSearch(
          query: text, at: try context.now(), total: total,
          best: plants.first?.entry.scientificName ?? groups.first?.group.name))
    }
    guard !plants.isEmpty || !groups.isEmpty else {
      throw CatalogueNameError.unknown(text)
    }
    guard !context.wantsJSON else { return }
    for (grouping, group) in groups {
      try context.print(
        "\(group.name) is a \(grouping) of "
          + "\(Phrase.count(group.entryCount, "plant")): plantguide browse "
          + ShellQuoting.quoted(group.name))
    }
    guard let best = plants.first,
      groups.isEmpty || best.match.level != .fuzzy
    else { return }
    if best.match.level == .fuzzy {
      let shown = SafeText.shown(text)
      try context.print("No plant is called '\(shown)'. Did you mean:")
    }
    try context.print(Table(found: plants, languages))
    try context.printRest(of: total, after: plants.count)
  }
}

extension OptionDefinition {
  fileprivate static let clearSearches = Flag(
    "clear", help: "Forget this machine's recent searches")
}

extension CommandContext {
  fileprivate mutating func printRecentSearches() throws {
    var searches: ArraySlice<RecentSearch> = []
    do {
      searches = try journal.recentSearches().prefix(arguments[.limit] ?? 20)
    } catch  where ErrorFacts(of: error).kind == .damagedData {
      warnings.add(ErrorReport(describing: error))
    }
    guard !wantsJSON else {
      return try printJSONObject { $0.recent(searches) }
    }
    guard !searches.isEmpty else {
      return try print(
        "No recent searches. Search for a plant: plantguide search snake plant")
    }
    var table = Table([
      .init("SEARCH", narrowest: 12, excess: .wrapped),
      .init("FOUND", alignment: .right),
      .init("BEST", narrowest: 18, dropOrder: 1, excess: .wrapped),
    ])
    for search in searches {
      table.add([search.query, "\(search.total)", search.best ?? "-"])
    }
    try print(table)
  }

  fileprivate mutating func forgetSearches() throws {
    guard arguments.positional.isEmpty else {
      throw UsageError("'--clear' forgets all searches and takes no NAME")
    }
    let hadAny = try journal.forgetSearches()
    try report(
      WriteReport(
        isDryRun: false,
        lines: [
          hadAny ? "forgot the recent searches" : "there are no recent searches"
        ]))
  }
}

extension Table.Column {
  /// The common names, as many as fit in the line.
  static let commonNames = Table.Column(
    "COMMON NAMES", narrowest: 28, excess: .wrapped)
  /// The scientific names, including those of cultivars.
  static let scientific = Table.Column(
    "SCIENTIFIC NAME", narrowest: 36, excess: .above)
}

extension Table {
  /// Lists plants with the names that matched, and the part that matched.
  fileprivate init(
    found plants: [FoundPlant], _ languages: [CatalogueLanguage]
  ) {
    // A former name that somebody searched for must stay visible.
    let isFormer = plants.contains { $0.match.kind == .synonym }
    let hasFormer = plants.contains { !$0.formerly.isEmpty }
    self.init(
      [
        .scientific, .commonNames,
        .init("FAMILY", dropOrder: 2), .init("CATEGORY", dropOrder: 3),
      ]
        + (hasFormer
          ? [.init("FORMERLY", narrowest: 14, dropOrder: isFormer ? 1 : 4)]
          : []))
    for plant in plants {
      let entry = plant.entry
      var cells = [
        plant.cell(.scientific, otherwise: entry.scientificName),
        plant.commonCell(languages),
        Cell(entry.family), Cell(entry.category),
      ]
      if hasFormer {
        cells.append(plant.cell(.synonym, otherwise: plant.formerly))
      }
      add(cells)
    }
  }
}

extension FoundPlant {
  /// Returns the common names, with the matching name first.
  fileprivate func commonCell(
    _ languages: [CatalogueLanguage]
  ) -> Table.Cell {
    var names = entry.commonNames(in: languages)
    guard match.kind.language != nil else {
      return Table.Cell(names.joined(separator: ", "))
    }
    names.removeAll { $0 == match.name }
    return Table.Cell(
      ([match.name] + names).joined(separator: ", "), marks: match.marks)
  }

  /// Returns the name that matched, if it is of the kind; otherwise `name`.
  fileprivate func cell(
    _ kind: CatalogueNameKind, otherwise name: String
  ) -> Table.Cell {
    match.kind == kind
      ? Table.Cell(match.name, marks: match.marks) : Table.Cell(name)
  }
}
