internal import CatalogueKit
internal import ErrorKit
public import HTMLKit
public import JournalCare
public import JournalEvents
public import JournalQueries
internal import JournalReports
internal import SearchEngine
internal import TextKit

/// The plants of the collection, or some of them.
public struct CollectionPage: Page {
  /// The conditions that can be chosen.
  public struct Choices: Sendable {
    /// The rooms with their numbers of plants.
    public var rooms: [(room: RoomList.Room, count: Int)]
    /// The families with their numbers of plants.
    public var families: [(name: String, count: Int)]
    /// The tags.
    public var tags: [TagCount]
    /// The saved filters: their names and the fields they stand for.
    public var saved: [SavedFilter]
    /// The number of plants in the collection.
    public var total: Int

    /// Creates the conditions.
    public init(
      rooms: [(room: RoomList.Room, count: Int)],
      families: [(name: String, count: Int)], tags: [TagCount],
      saved: [SavedFilter], total: Int
    ) {
      self.rooms = rooms
      self.families = families
      self.tags = tags
      self.saved = saved
      self.total = total
    }
  }

  /// A saved filter.
  public struct SavedFilter: Sendable {
    let name: String
    let fields: [(name: String, value: String)]

    /// Creates a filter.
    public init(name: String, fields: [(name: String, value: String)]) {
      self.name = name
      self.fields = fields
    }
  }

  /// The arrangement of the plants.
  public enum View: String, CaseIterable, Sendable {
    case grid, list
  }

  private let listing: Listing
  private let words: [String]
  private let query: PageQuery
  private let view: View
  private let choices: Choices
  private let pictures: [PlantID: PlantPicture]
  private let namesakes: Set<PlantID>

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - listing: The plants.
  ///   - words: The words they were searched for.
  ///   - query: The fields of the page.
  ///   - view: The arrangement.
  ///   - choices: The conditions that can be chosen.
  ///   - pictures: The pictures of the plants.
  public init(
    _ listing: Listing, words: [String], query: PageQuery, view: View,
    choices: Choices, pictures: [PlantID: PlantPicture]
  ) {
    self.listing = listing
    self.words = words
    self.query = query
    self.view = view
    self.choices = choices
    self.pictures = pictures
    namesakes = JournalPages.namesakes(
      among: listing.rows.map { ($0.id, $0.state.displayName) })
  }

  public var title: String { "Collection" }
  public var tab: PageTab? { .collection }
  public var isWide: Bool { true }

  private static let all = PagePath("plants")

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    head(&html, context)
    guard choices.total > 0 || isNarrowed else {
      return html.empty(
        .sprout, "No plants yet", EmptyWords.firstPlant,
        in: context, links: addition(context))
    }
    finder(&html, context)
    chips(&html, context)
    saving(&html, context)
    guard !listing.rows.isEmpty else { return nothing(&html, context) }
    if listing.rows[0].match?.level == .fuzzy {
      html.element(.p, text: Listing.nearWords)
    }
    switch view {
    case .grid: cards(&html, context)
    case .list: rows(&html, context)
    }
    if selects(in: context) { selectionBar(&html, context) }
    if listing.wasCut {
      html.element(
        .a, .class("button", "is-soft"), .href(query.setting("whole", "true")),
        text: "Show all")
    }
    if let unknown = listing.unknownToxicityWords {
      html.element(.p, .class("note"), text: unknown)
    }
  }

  private func addition(
    _ context: PageContext
  ) -> [(text: String, path: PagePath)] {
    context.may(.changeAll) ? [("Add a plant", PagePath("plants", "new"))] : []
  }

  // MARK: The head

  private func head(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1, text: title)
        if choices.total > 0 || isNarrowed {
          html.element(.p, .data("count", ""), text: countWords)
        }
      }
      html.element(.div, .class("inline")) { html in
        if listing.rows.count > 1, context.may(.giveCare),
          query["select"] == nil
        {
          html.element(
            .a, .class("button", "is-plain"),
            .href(query.setting("select", "true")), text: "Select")
        }
        if !listing.rows.isEmpty {
          html.element(
            .a, .class("icon-button"),
            .href(labels), .text(.ariaLabel, "Print labels")
          ) { $0.icon(.printer, in: context) }
        }
        if context.may(.changeAll) {
          html.element(
            .a, .class("button"), .href(PagePath("plants", "new"))
          ) { html in
            html.icon(.plus, in: context)
            html.text("Add")
          }
        }
      }
    }
  }

  /// The labels of the plants that are shown.
  private var labels: PagePath {
    query.without(["view", "whole", "sort", "select"]).reduce(
      PagePath("labels")
    ) {
      $0.with($1.name, $1.value)
    }
  }

  private var countWords: String {
    let shown = Phrase.count(listing.rows.count, "plant")
    if listing.wasCut { return "the first \(shown)" }
    return isNarrowed && query["removed"] == nil && query["all"] == nil
      ? "\(listing.rows.count) of \(Phrase.count(choices.total, "plant"))"
      : shown
  }

  // MARK: Selecting

  private static let selection: HTMLID = "selection"

  private func selects(in context: PageContext) -> Bool {
    query["select"] != nil && context.may(.giveCare)
  }

  /// Writes what can be done with the plants that are selected.
  private func selectionBar(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let back = query.setting("select", nil)
    html.form(
      PageAction("care"), in: context, id: Self.selection, back: back
    ) { html in
      html.element(.div, .class("inline", "selection")) { html in
        html.element(
          .button, .class("button"), .word(.fieldName, "kind"),
          .value(TaskKind.watering.name), .data("counts", "Water"),
          text: "Water")
        if context.may(.changeAll) {
          html.fold("Move to", group: "selection", in: context) { html in
            html.element(.div, .class("inline")) { html in
              for (room, _) in choices.rooms {
                html.selectionButton(
                  "move", room.name, name: "to", value: room.id.description)
              }
            }
          }
          if !choices.tags.isEmpty {
            html.fold("Tag", group: "selection", in: context) { html in
              html.element(.div, .class("inline")) { html in
                for tag in choices.tags {
                  html.selectionButton(
                    "tags", tag.name, name: "add", value: tag.name)
                }
              }
            }
          }
        }
        html.selectionEnd(back, in: context)
      }
    }
  }

  private func box(
    for row: ListRow, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard row.state.removal == nil else { return }
    html.element(.label, .class("check")) { html in
      html.element(.span, .class("hidden-label")) { html in
        html.text("Select: ")
        html.isolated(row.state.displayName)
      }
      html.void(
        .input, .word(.type, "checkbox"), .word(.fieldName, "plant"),
        .value(row.id.description), .reference(.form, Self.selection))
    }
  }

  // MARK: Searching and filtering

  private static let ofSheet: Set<String> = [
    "room", "family", "light", "watering", "due", "tag", "toxic", "favorite",
    "schedule", "removed", "sort", "location",
  ]

  private func finder(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.search) { html in
      html.element(
        .form, .class("finder"), .word(.method, "get"),
        .path(.action, Self.all), .data("live", "plants")
      ) { html in
        html.kept(
          query.without(Self.ofSheet.union(["query", "whole"])))
        html.element(.div, .class("finder-line")) { html in
          html.searchField(
            "Search the collection", "query", value: query["query"],
            in: context)
          views(&html, context)
        }
        html.element(.details, .class("fold"), .data("sheet", "filters")) {
          html in
          html.element(.summary) { html in
            html.icon(.chevron, in: context)
            html.text("Filters and order")
            if chosen.count > 0 {
              html.text(" ")
              html.element(.span, .class("count"), text: "\(chosen.count)")
            }
          }
          html.element(.div, .class("sheet")) { html in
            sheet(&html)
            html.element(.div, .class("inline")) { html in
              html.element(.button, .class("button"), text: "Show plants")
              html.element(
                .a, .class("button", "is-plain"), .href(Self.all),
                text: "Clear")
            }
          }
        }
      }
    }
  }

  private func views(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.div, .class("views")) { html in
      for (view, icon, name) in [
        (View.grid, Icon.grid, "As cards"), (.list, .list, "As a list"),
      ] {
        html.element(
          .a, .class("icon-button"),
          .href(query.setting("view", view == .grid ? nil : view.rawValue)),
          .text(.ariaLabel, name),
          view == self.view ? .word(.ariaCurrent, "true") : .absent
        ) { $0.icon(icon, in: context) }
      }
    }
  }

  private func sheet(_ html: inout HTMLWriter) {
    html.choices(
      "Room", "room",
      choices.rooms.filter { $0.count > 0 }.map {
        ($0.room.id.description, $0.room.name, $0.count)
      }
    ) { id in
      query.has("room", id)
        || choices.rooms.contains {
          $0.room.id.description == id && query.has("room", $0.room.name)
        }
    }
    html.choices(
      "Needs", "due",
      [
        ("", "anything or nothing", nil), ("today", "due today", nil),
        ("7d", "due within a week", nil),
      ], type: "radio"
    ) { $0 == query["due"] ?? "" }
    html.choices(
      "Only", "favorite", [("true", "favourites", nil)]
    ) { query.has("favorite", $0) }
    html.choices(
      "Schedules", "schedule", [("none", "without a schedule", nil)]
    ) { query.has("schedule", $0) }
    html.choices(
      "Light", "light", LightClass.allCases.map { ($0.rawValue, $0.words, nil) }
    ) { query.has("light", $0) }
    html.choices(
      "Watering", "watering",
      Frequency.allCases.map { ($0.rawValue, $0.intervalWords, nil) }
    ) { query.has("watering", $0) }
    html.choices(
      "Poisonous to", "toxic",
      CareProfile.Toxicity.Eater.allCases.map {
        ($0.rawValue, $0.rawValue, nil)
      }
    ) { query.has("toxic", $0) }
    html.choices(
      "Tag", "tag", choices.tags.map { ($0.name, $0.name, $0.count) }
    ) { query.has("tag", $0) }
    html.choices(
      "Family", "family", choices.families.map { ($0.name, $0.name, $0.count) }
    ) { query.has("family", $0) }
    html.choices(
      "Left the collection", "removed", [("true", "removed plants", nil)]
    ) { query.has("removed", $0) }
    html.field("Order", "sort") { html in
      html.element(.select, .id("sort"), .word(.fieldName, "sort")) { html in
        for (value, text) in Self.orders {
          html.element(
            .option, .value(value),
            .flag(.selected, if: value == query["sort"] ?? ""), text: text)
        }
        if let own = query["sort"],
          !Self.orders.contains(where: { $0.0 == own }
          )
        {
          html.element(
            .option, .value(own), .flag(.selected), text: own)
        }
      }
    }
  }

  private static let orders = [
    ("", "by name"), ("next", "what is due first"), ("room", "by room"),
    ("newest", "newest first"), ("-age", "oldest first"),
    ("scientific", "by scientific name"), ("family", "by family"),
    ("favorite", "favourites first"), ("light", "by light"),
    ("watering", "by watering"),
  ]

  // MARK: What is chosen

  /// The conditions, without those that only lay the page out.
  private var chosen: [(name: String, value: String)] {
    query.without([
      "query", "view", "whole", "sort", "near", "limit", "select",
    ])
  }

  private var isNarrowed: Bool { !chosen.isEmpty || query["query"] != nil }

  private func chips(_ html: inout HTMLWriter, _ context: PageContext) {
    let chosen = chosen
    if !chosen.isEmpty {
      html.element(.nav, .text(.ariaLabel, "Active filters")) { html in
        html.element(.ul, .class("filters")) { html in
          for field in chosen {
            html.element(.li) { html in
              html.element(
                .a, .class("filter"), .word(.ariaCurrent, "true"),
                .href(query.toggling(field.name, field.value))
              ) { html in
                html.element(.span, .class("hidden-label"), text: "Remove: ")
                html.isolated(words(of: field.name, field.value))
                html.icon(.cross, in: context)
              }
            }
          }
        }
      }
    }
    guard !choices.saved.isEmpty, chosen.isEmpty, query["query"] == nil else {
      return
    }
    html.element(.nav, .text(.ariaLabel, "Saved filters")) { html in
      html.element(.ul, .class("filters")) { html in
        for filter in choices.saved {
          html.element(.li) { html in
            html.element(
              .a, .class("filter"),
              .href(
                filter.fields.reduce(Self.all) { $0.with($1.name, $1.value) })
            ) { html in
              html.icon(.filter, in: context)
              html.isolated(filter.name)
            }
          }
        }
      }
    }
  }

  /// Writes the forms that save the present conditions, or forget saved ones.
  private func saving(_ html: inout HTMLWriter, _ context: PageContext) {
    guard context.may(.changeAll) else { return }
    guard !isNarrowed else {
      html.fold("Save this filter", in: context) { html in
        html.form(PageAction("filters"), in: context) { html in
          html.kept(query.without(["view", "whole", "near", "limit"]))
          html.element(.div, .class("beside-field")) { html in
            html.textField(
              "Its name", "name", "filter-name", hint: "thirsty",
              isRequired: true)
            html.button("Save", "the filter", style: "is-soft")
          }
        }
      }
      return
    }
    guard !choices.saved.isEmpty else { return }
    html.fold("Delete saved filters", in: context) { html in
      html.element(.ul, .class("group")) { html in
        for filter in choices.saved {
          html.element(.li, .class("tag-row")) { html in
            html.element(.span) { $0.isolated(filter.name) }
            html.form(
              PageAction("filters", filter.name, method: .delete), in: context
            ) { html in
              html.button(
                "Delete", "the filter \(filter.name)",
                style: "is-plain is-compact")
            }
          }
        }
      }
    }
  }

  /// Returns a condition in words.
  private func words(of name: String, _ value: String) -> String {
    switch name {
    case "room":
      choices.rooms.first { $0.room.id.description == value }?.room.name
        ?? value
    case "light": LightClass(rawValue: value)?.words ?? value
    case "watering":
      Frequency(named: value).map { "water \($0.intervalWords)" } ?? value
    case "toxic": "poisonous to \(value)"
    case "favorite": "favourites"
    case "removed": "removed plants"
    case "all": "with removed plants"
    case "schedule": "without a schedule"
    case "due":
      value == "today"
        ? "due today" : value == "7d" ? "due within a week" : "due by \(value)"
    case "tag": "tag \(value)"
    case "added-since": "added since \(value)"
    case "added-until": "added until \(value)"
    default: value
    }
  }

  private func nothing(_ html: inout HTMLWriter, _ context: PageContext) {
    let isSearch = listing.isSearch
    let error = listing.nothingFound(words)
    let names = listing.nearNames
    html.empty(
      .search,
      isSearch
        ? error.reason.capitalizedSentence : EmptyWords.noMatch,
      isSearch
        ? names.isEmpty
          ? EmptyWords.otherWords : "Did you mean \(names.alternatives)?"
        : "Remove some of them.", in: context,
      links: (chosen.isEmpty || !isSearch
        ? [] : [("Search all plants", searchOnly)])
        + [("Show the whole collection", Self.all)])
  }

  private var searchOnly: PagePath {
    query["query"].map { Self.all.with("query", $0) } ?? Self.all
  }

  // MARK: Plants

  private func cards(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(
      .ul, .class("cards", listing.rows.count > 60 ? "is-long" : nil)
    ) { html in
      for row in listing.rows {
        html.element(
          .li, .class("card", row.state.removal == nil ? nil : "is-gone"),
          .data("plant", row.id.description)
        ) { html in
          html.element(
            .div, .class("tile", row.id.tint), .word(.ariaHidden, "true")
          ) { html in
            html.picture(
              pictures[row.id], of: row.id, in: context)
          }
          html.element(.div, .class("card-text")) { html in
            name(of: row, "card-name", &html)
            details(of: row, &html, context)
          }
          mark(row, &html, context)
        }
      }
    }
  }

  private func rows(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(
      .ul, .class("group", listing.rows.count > 20 ? "is-long" : nil)
    ) { html in
      for row in listing.rows {
        html.element(
          .li, .class("row", row.state.removal == nil ? nil : "is-gone"),
          .data("plant", row.id.description)
        ) { html in
          html.tile(pictures[row.id], of: row.id, in: context)
          html.element(.div, .class("row-main")) { html in
            name(of: row, "row-name", &html)
            details(of: row, &html, context)
          }
          html.element(.div, .class("row-actions")) { html in
            mark(row, &html, context)
          }
        }
      }
    }
  }

  private func mark(
    _ row: ListRow, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    if selects(in: context) {
      box(for: row, &html, context)
    } else {
      favorite(row, &html, context)
    }
  }

  private func name(
    of row: ListRow, _ style: StaticString, _ html: inout HTMLWriter
  ) {
    let name = row.state.displayName
    html.element(
      .a, .class(style), .href(.plant(row.id)),
      .text(.ariaLabel, label(of: row))
    ) { html in
      html.marked(name, row.match?.text == name ? row.match?.marks ?? [] : [])
    }
  }

  /// Returns what assistive technology reads of a plant: name, species,
  /// favourite, and what is due.
  private func label(of row: ListRow) -> String {
    var parts = [row.state.displayName]
    if namesakes.contains(row.id) { parts.append(ShortID.text(of: row.id)) }
    if let species = species(of: row) { parts.append(species) }
    if row.state.isFavorite { parts.append("favourite") }
    if let words = row.departure ?? row.dueWords { parts.append(words) }
    return parts.joined(separator: ", ")
  }

  private func species(of row: ListRow) -> String? {
    row.state.profile.flatMap {
      $0.scientificName == row.state.displayName ? nil : $0.scientificName
    }
  }

  private func details(
    of row: ListRow, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    if namesakes.contains(row.id) {
      html.element(.p, .class("note"), text: ShortID.text(of: row.id))
    }
    if let species = species(of: row) {
      let isFound = row.match?.text == species
      html.element(.p, .class("note", "species")) { html in
        html.marked(species, isFound ? row.match?.marks ?? [] : [])
      }
    }
    if let match = row.match, match.text != row.state.displayName,
      match.text != species(of: row)
    {
      let excerpt = match.excerpt
      html.element(.p, .class("note")) { html in
        html.marked(excerpt.text, excerpt.marks)
      }
    }
    if let words = row.departure {
      html.element(.p, .class("note"), text: words)
    } else if let words = row.dueWords, let next = row.next {
      let isLate = next.due < row.today
      html.element(
        .p,
        .class(
          "tag",
          next.due > row.today
            ? nil : isLate ? "is-overdue" : next.kind.style)
      ) { html in
        html.icon(next.kind.icon, in: context)
        html.element(.span) { $0.isolated(words) }
      }
    }
  }

  private func favorite(
    _ row: ListRow, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard context.may(.changeAll), row.state.removal == nil else { return }
    html.favoriteButton(row.state, row.id, style: "star", in: context)
  }
}
