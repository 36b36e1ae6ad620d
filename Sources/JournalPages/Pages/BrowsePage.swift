public import CatalogueKit
public import CatalogueStore
public import HTMLKit
internal import JournalQueries
internal import JournalReports
package import PlantServices
internal import SearchEngine
internal import TextKit

/// The plants of the catalogue: its groups, or the plants of one.
public struct BrowsePage: Page {
  /// The plants or groups that are shown.
  public enum Content: Sendable {
    /// The groups of a kind.
    case groups([CatalogueGroup], by: BrowseGrouping)
    /// Plants: the name of their group, those that are shown, and their number.
    case plants(group: String?, [BrowsedPlant], total: Int)
  }

  private let content: Content
  private let total: Int
  private let letters: [CatalogueGroup]
  private let query: PageQuery
  private let isSearch: Bool
  /// The kept pictures of plants, by scientific name.
  package var pictures: [String: SpeciesPicture] = [:]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - content: The plants or groups.
  ///   - total: The number of plants in the catalogue.
  ///   - letters: The initial letters of plants.
  ///   - query: The fields of the page.
  public init(
    _ content: Content, total: Int, letters: [CatalogueGroup],
    query: PageQuery
  ) {
    self.content = content
    self.total = total
    self.letters = letters
    self.query = query
    isSearch = query["query"] != nil
  }

  public var title: String {
    if case .plants(let group?, _, _) = content { group } else { "Browse" }
  }
  public var tab: PageTab? { .browse }
  public var isWide: Bool { true }

  private static let all = PagePath("browse")

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, countWords)
    html.element(.search) { html in
      html.element(
        .form, .class("finder"), .word(.method, "get"),
        .path(.action, Self.all), .data("live", "browse")
      ) { html in
        html.kept(query.without(["query", "whole", "by"]))
        html.searchField(
          "Search the catalogue", "query", value: query["query"], in: context)
      }
    }
    filters(&html, context)
    switch content {
    case .groups(let groups, let grouping):
      self.groups(groups, grouping, &html, context)
    case .plants(_, let plants, let total):
      self.plants(plants, total, &html, context)
    }
  }

  private var countWords: String {
    switch content {
    case .groups: "\(Phrase.count(total, "plant")) in the catalogue"
    case .plants(_, _, let total): Phrase.count(total, "plant")
    }
  }

  // MARK: Filters

  private func filters(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.nav, .text(.ariaLabel, "Filters")) { html in
      html.element(.ul, .class("filters")) { html in
        if case .plants = content {
          html.element(.li) { html in
            html.element(.a, .class("filter"), .href(Self.all)) { html in
              html.icon(.book, in: context)
              html.text("whole catalogue")
            }
          }
        }
        for eater in CareProfile.Toxicity.Eater.allCases {
          html.filter(
            "safe for \(eater.rawValue)",
            query.toggling("safe-for", eater.rawValue),
            isOn: query.has("safe-for", eater.rawValue))
        }
        if case .groups(_, let grouping) = content {
          for other in [BrowseGrouping.category, .family, .genus] {
            html.filter(
              "by \(other.rawValue)",
              query.setting(
                "by", other == .category ? nil : other.rawValue),
              isOn: other == grouping)
          }
        }
      }
    }
    if query["safe-for"] != nil {
      html.element(
        .p, .class("note"),
        text:
          "Plants whose toxicity is unknown are left out: unknown does not mean safe."
      )
    }
  }

  // MARK: Groups

  private func groups(
    _ groups: [CatalogueGroup], _ grouping: BrowseGrouping,
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    html.element(
      .ul,
      .class(grouping == .category ? "categories" : "group", "is-of-groups")
    ) { html in
      for group in groups {
        html.element(.li) { html in
          html.element(
            .a, .class("group-link"),
            .href(Self.all.with("group", group.name))
          ) { html in
            if grouping == .category {
              html.tile(ofCategory: group.name, in: context)
            }
            html.element(.span, .class("group-name")) { html in
              for (place, part) in group.name.split(separator: "/").enumerated()
              {
                if place > 0 {
                  html.text("/")
                  html.void(.wbr)
                }
                html.text(String(part))
              }
              html.text(" ")
              html.element(.span, .class("count"), text: "\(group.entryCount)")
            }
          }
        }
      }
    }
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "letters")
    ) { html in
      html.element(.h2, .id("letters"), text: "By first letter")
      html.element(.ul, .class("letters")) { html in
        for letter in letters {
          html.element(.li) { html in
            html.element(
              .a, .href(Self.all.with("group", letter.name)),
              .text(
                .ariaLabel,
                "\(letter.name), \(Phrase.count(letter.entryCount, "plant"))"),
              text: letter.name)
          }
        }
      }
    }
  }

  // MARK: Plants

  private func plants(
    _ plants: [BrowsedPlant], _ total: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    guard !plants.isEmpty else {
      return html.empty(
        .search, "No plant in the catalogue matches.",
        "Try fewer or other words, or fewer filters.", in: context,
        links: [("Whole catalogue", Self.all)]
          + (isSearch && context.may(.changeAll)
            ? [
              (
                "Add a plant of another name",
                PagePath("plants", "new").with("query", query["query"] ?? "")
              )
            ] : []))
    }
    if isSearch {
      rows(plants[...], &html, context)
    } else {
      var start = 0
      while start < plants.count {
        let letter = plants[start].letter
        let end =
          plants[start...].firstIndex { $0.letter != letter } ?? plants.count
        let heading = HTMLID("letter", letter)
        html.element(
          .section, .class("room"), .reference(.ariaLabelledby, heading)
        ) { html in
          html.element(.h2, .id(heading), text: letter)
          rows(plants[start..<end], &html, context)
        }
        start = end
      }
    }
    if plants.count < total {
      html.element(
        .a, .class("button", "is-soft"), .href(query.setting("whole", "true")),
        text: "Show all \(total)")
    }
    html.credits(of: pictures)
  }

  private func rows(
    _ plants: ArraySlice<BrowsedPlant>, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    html.element(.ul, .class("group", plants.count > 20 ? "is-long" : nil)) {
      html in
      for plant in plants {
        html.row(
          of: plant.entry, to: .entry(plant.entry), in: context,
          picture: pictures[plant.entry.scientificName])
      }
    }
  }

}

extension BrowsedPlant {
  /// The initial letter in a list.
  fileprivate var letter: String {
    guard let first = FoldedText(entry.scientificName).bytes.first,
      first < 0x80
    else { return "#" }
    return String(UnicodeScalar(first & 0xdf))
  }
}

extension PagePath {
  /// The page of a plant of the catalogue.
  static func entry(_ entry: CatalogueEntry) -> PagePath {
    PagePath("browse", entry.scientificName)
  }
}

extension HTMLWriter {
  /// Writes a plant of the catalogue as a row that leads to `path`.
  ///
  /// - Parameters:
  ///   - entry: The plant.
  ///   - path: The page behind its name.
  ///   - context: The page.
  ///   - match: The name that a search found; `nil` for none.
  ///   - picture: The kept picture of the plant; `nil` for a symbol.
  mutating func row(
    of entry: CatalogueEntry, to path: PagePath, in context: PageContext,
    match: CatalogueMatch? = nil, picture: SpeciesPicture? = nil
  ) {
    element(.li, .class("row")) { html in
      html.tile(ofCategory: entry.category, in: context, picture: picture)
      html.element(.div, .class("row-main")) { html in
        let isScientific = match?.kind == .scientific
        html.element(.a, .class("row-name", "is-whole"), .href(path)) { html in
          html.marked(
            entry.scientificName, isScientific ? match?.marks ?? [] : [])
        }
        html.element(.p, .class("note")) { html in
          var names = entry.commonNames
          if let match, !isScientific {
            names.removeAll { $0 == match.name }
            html.marked(match.name, match.marks)
            if !names.isEmpty { html.text(", ") }
          }
          html.text(names.prefix(3).joined(separator: ", "))
        }
        html.element(.p, .class("note"), text: entry.family)
      }
      html.element(.div, .class("row-actions")) { html in
        html.icon(.chevron, in: context)
      }
    }
  }
}
