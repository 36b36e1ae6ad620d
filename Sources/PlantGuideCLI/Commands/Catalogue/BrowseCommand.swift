internal import Catalogue
internal import CatalogueStore
internal import Encodings
internal import ErrorKit
internal import JournalQueries
internal import SearchEngine
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
    let catalogue = try BundledCatalogue.catalogue()
    let limit = try context.arguments[.limit]
    guard let name = context.arguments.positional.first else {
      let grouping = try context.arguments[.by] ?? .category
      let counts = try grouping.counts(in: catalogue)
      return try context.printCounts(
        counts, by: grouping, total: catalogue.count, limit: limit)
    }
    let (title, numbers) = try catalogue.entries(inGroupNamed: name)
    var entries: [CatalogueEntry] = []
    for number in numbers.prefix(limit ?? numbers.count) {
      entries.append(try catalogue.entry(number))
    }
    try context.printEntries(entries, title: title, total: numbers.count)
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

  /// The groups by name, and how many plants each has.
  func counts(
    in catalogue: borrowing Catalogue
  ) throws -> [(name: String, count: Int)] {
    switch self {
    case .category: try catalogue.counts(by: .category)
    case .family: try catalogue.counts(by: .family)
    case .genus: try catalogue.counts(by: .genus)
    case .letter: try catalogue.letterCounts()
    }
  }
}

extension Catalogue {
  fileprivate func counts(
    by grouping: Grouping
  ) throws -> [(name: String, count: Int)] {
    try groups(by: grouping).map { ($0.name, $0.entryCount) }
  }

  fileprivate func letterCounts() throws -> [(name: String, count: Int)] {
    var counts: [Character: Int] = [:]
    for number in 0..<count {
      counts[try firstLetter(of: number), default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) }
  }

  /// The entries of the category, family, genus or letter of a name, in any
  /// case.
  fileprivate func entries(
    inGroupNamed name: String
  ) throws -> (title: String, entries: [Int]) {
    let folded = FoldedText(name).bytes
    var names: [String] = []
    for grouping in [Grouping.category, .family, .genus] {
      for group in try groups(by: grouping) {
        names.append(group.name)
        guard FoldedText(group.name).bytes == folded else { continue }
        return (group.name, try entries(in: group, by: grouping))
      }
    }
    if name.count == 1, let letter = name.uppercased().first {
      var found: [Int] = []
      for number in 0..<count where try firstLetter(of: number) == letter {
        found.append(number)
      }
      return (String(letter), found)
    }
    let nearest = Suggestion.nearest(to: name, among: names)
    throw UnknownGroup(name: name, suggestions: nearest)
  }
}

/// That nothing in the catalogue is grouped under a name.
struct UnknownGroup: DescribedError {
  let name: String
  let suggestions: [String]

  var facts: ErrorFacts {
    .init(
      .nothingMatched,
      "no category, family or genus of the catalogue is called '\(name)'",
      suggestions.isEmpty
        ? "'plantguide browse --by family' shows what there is"
        : .didYouMean([suggestions[0]]))
  }
}

extension CommandContext {
  fileprivate mutating func printCounts(
    _ counts: [(name: String, count: Int)], by grouping: BrowseGrouping,
    total: Int, limit: Int?
  ) throws {
    let shown = counts.prefix(limit ?? counts.count)
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.object { writer in
          writer.member("by") { $0.string(grouping.rawValue) }
          writer.member("total") { $0.integer(total) }
          writer.member("groups") { writer in
            writer.array { writer in
              for group in shown {
                writer.object { writer in
                  writer.member("name") { $0.string(group.name) }
                  writer.member("count") { $0.integer(group.count) }
                }
              }
            }
          }
        }
      }
    }
    var table = Table([
      .init(grouping.rawValue.uppercased()),
      .init("PLANTS", alignment: .right),
    ])
    for group in shown { table.add([group.name, "\(group.count)"]) }
    if shown.count == counts.count { table.add(["all", "\(total)"]) }
    try print(table)
    if shown.count < counts.count {
      try print("… and \(counts.count - shown.count) more; see --limit")
    }
  }

  fileprivate mutating func printEntries(
    _ entries: [CatalogueEntry], title: String, total: Int
  ) throws {
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.object { writer in
          writer.member("group") { $0.string(title) }
          writer.member("total") { $0.integer(total) }
          writer.member("plants") { writer in
            writer.array { writer in
              for entry in entries { writer.object { $0.species(entry) } }
            }
          }
        }
      }
    }
    let noun = total == 1 ? "plant" : "plants"
    try print(terminal.styled("\(title): \(total) \(noun)", .heading))
    var table = Table([
      .init("SCIENTIFIC NAME"), .init("COMMON NAME"),
      .init("FAMILY", dropOrder: 3), .init("CATEGORY", dropOrder: 2),
    ])
    for entry in entries {
      table.add([
        entry.scientificName, entry.commonNames.first ?? "", entry.family,
        entry.category,
      ])
    }
    try print(table)
    if entries.count < total {
      try print("… and \(total - entries.count) more; see --limit")
    }
  }
}
