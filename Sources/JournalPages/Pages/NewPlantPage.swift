internal import CatalogueKit
public import CatalogueStore
public import HTMLKit
package import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import SearchEngine
internal import TextKit

/// The first step of adding a plant: which plant it is.
public struct PlantSearchPage: Page {
  private let text: String?
  private let found: [FoundPlant]
  private let total: Int
  private let recent: [String]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - text: The text that was searched for; `nil` for none.
  ///   - found: The plants of the catalogue.
  ///   - total: The number of all plants found.
  ///   - recent: The recent searches of this machine.
  public init(
    _ text: String?, found: [FoundPlant], total: Int, recent: [String]
  ) {
    self.text = text
    self.found = found
    self.total = total
    self.recent = recent
  }

  public var title: String { "Add a plant" }
  public var tab: PageTab? { .collection }

  private static let here = PagePath("plants", "new")

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Which plant is it? Its scientific or common name:")
    html.element(.search) { html in
      html.element(
        .form, .class("finder"), .word(.method, "get"),
        .path(.action, Self.here), .data("live", "catalogue")
      ) { html in
        html.searchField(
          "Search the catalogue", "query", value: text, in: context)
      }
    }
    if let text {
      results(for: text, &html, context)
    } else {
      suggestions(&html, context)
    }
  }

  private func results(
    for text: String, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    if found.isEmpty {
      html.element(.p, .class("note")) { html in
        html.text("The catalogue does not know ")
        html.isolated(text)
        html.text(".")
      }
    } else {
      if found[0].match.level == .fuzzy {
        html.element(.p, text: Listing.nearWords)
      }
      html.element(
        .ul, .class("group", found.count > 20 ? "is-long" : nil)
      ) { html in
        for plant in found {
          html.row(
            of: plant.entry,
            to: Self.here.with("species", plant.entry.scientificName),
            in: context, match: plant.match)
        }
      }
      if total > found.count {
        html.element(
          .p, .class("note"),
          text: "And \(total - found.count) more: add words to see them.")
      }
    }
    html.element(
      .a, .class("button", "is-soft"),
      .href(Self.here.with("species", text).with("as-typed", "true"))
    ) { html in
      html.element(.span) { html in
        html.text("Add as ")
        html.isolated(text)
      }
    }
  }

  private func suggestions(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    if !recent.isEmpty {
      html.element(.nav, .text(.ariaLabel, "Recent searches")) { html in
        html.element(.ul, .class("filters")) { html in
          for text in recent {
            html.element(.li) { html in
              html.element(
                .a, .class("filter"), .href(Self.here.with("query", text))
              ) { html in
                html.icon(.clock, in: context)
                html.isolated(text)
              }
            }
          }
        }
      }
    }
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-plain"), .href(PagePath("browse")),
        text: "Browse the catalogue")
      html.element(
        .a, .class("button", "is-plain"), .href(IdentifyPage.here),
        text: "Identify it in a photo")
    }
  }
}

/// The second step of adding a plant: everything else about it.
public struct NewPlantPage: Page {
  private let species: String
  private let reading: NameReading?
  private let rooms: [RoomList.Room]
  private let plants: [PlantOption]
  private let tags: [String]
  private let units: MeasurementUnits

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - species: The name of the plant.
  ///   - reading: What the catalogue makes of it; `nil` to keep it as typed.
  ///   - rooms: The rooms.
  ///   - plants: The plants from which it may have been grown.
  ///   - tags: The tags of other plants.
  ///   - units: The units of measures.
  package init(
    _ species: String, _ reading: NameReading?, rooms: [RoomList.Room],
    plants: [PlantOption], tags: [String], in units: MeasurementUnits
  ) {
    self.species = species
    self.reading = reading
    self.rooms = rooms
    self.plants = plants
    self.tags = tags
    self.units = units
  }

  public var title: String { "Add a plant" }
  public var tab: PageTab? { .collection }

  private static let here = PagePath("plants", "new")

  /// The plant of the catalogue, if there is no doubt.
  private var known: NameReading.Found? {
    if case .found(let found)? = reading, found.certainty == .certain {
      found
    } else {
      nil
    }
  }

  /// The names that may be meant, if there is doubt.
  private var candidates: [String] {
    known == nil ? reading?.candidates ?? [] : []
  }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.element(.header, .class("masthead", "plant-head")) { html in
      html.element(.div) { html in
        html.element(.h1) { html in
          html.text("Add ")
          html.isolated(species)
        }
        html.element(.p, text: summary)
      }
      html.tile(ofCategory: known?.names.category ?? "", in: context)
    }
    if !candidates.isEmpty {
      html.element(.nav, .text(.ariaLabel, "Did you mean")) { html in
        html.element(.p, text: "Did you mean:")
        html.element(.ul, .class("filters")) { html in
          for name in candidates {
            html.element(.li) { html in
              html.element(
                .a, .class("filter"), .href(Self.here.with("species", name)),
                text: name)
            }
          }
        }
      }
    }
    if let known { html.toxicity(of: known.profile?.toxicity, in: context) }
    html.form(
      PageAction(
        "plants",
        fields: [("species", species)]
          + (isTyped ? [("as-typed", "true")] : [])),
      in: context, isFlow: true, takesFiles: true
    ) { html in
      fields(&html, context)
      care(&html, context)
      html.element(.div, .class("inline")) { html in
        html.element(.button, .class("button"), text: "Add the plant")
        html.element(
          .a, .class("button", "is-plain"), .href(Self.here),
          text: "Another plant")
      }
    }
  }

  /// A Boolean value that indicates whether the name is kept as typed: nobody
  /// said which of several plants is meant.
  private var isTyped: Bool { reading == nil || !candidates.isEmpty }

  private var summary: String {
    guard let known else {
      return
        "Its name is kept as it is; you can take care from the catalogue later."
    }
    if let standIn = known.standIn { return "As a plant of \(standIn)." }
    let names = known.names.commonNames.prefix(3).joined(separator: ", ")
    return names.isEmpty ? known.names.summary : names
  }

  private func fields(_ html: inout HTMLWriter, _ context: PageContext) {
    html.field("What do you call it?", "name") { html in
      html.void(
        .input, .id("name"), .word(.type, "text"), .word(.fieldName, "name"),
        .word(.autocomplete, "off"),
        .text(.placeholder, "No name of its own"))
    }
    html.roomFields(rooms)
    html.field("Where does it grow?", "location") { html in
      html.element(.select, .id("location"), .word(.fieldName, "location")) {
        html in
        html.element(.option, .value(""), text: "Not said")
        for location in GrowingLocation.allCases {
          html.element(
            .option, .value(location.rawValue), text: location.rawValue)
        }
      }
    }
    html.field("When did you get it?", "acquired") { html in
      html.void(
        .input, .id("acquired"), .word(.type, "date"),
        .word(.fieldName, "acquired"))
    }
    html.field("A photo of it", "photo-file") { html in
      html.void(
        .input, .id("photo-file"), .word(.type, "file"),
        .word(.fieldName, "photo"), .word(.accept, "image/*"))
    }
    html.field("Tags, one in each field", "tag") { html in
      html.element(.div, .class("inline", "is-even")) { html in
        for number in 1...3 {
          html.void(
            .input,
            number == 1 ? .id("tag") : .text(.ariaLabel, "Tag \(number)"),
            .word(.type, "text"), .word(.fieldName, "tag"),
            .word(.autocomplete, "off"), .reference(.list, "tags"))
        }
      }
      html.element(.datalist, .id("tags")) { html in
        for tag in tags { html.element(.option, .value(tag)) }
      }
    }
    html.element(.details, .class("fold")) { html in
      html.element(.summary) { html in
        html.icon(.chevron, in: context)
        html.text("More")
      }
      html.element(.div, .class("flow")) { html in
        html.plantField(
          "Grown from another plant of yours", "from", "from", plants,
          none: "none", proposes: true)
        html.field("Day of this entry, if not today", "at") { html in
          html.void(
            .input, .id("at"), .word(.type, "date"), .word(.fieldName, "at"))
        }
        html.field("Remark", "note") { html in
          html.textArea(
            .id("note"), .word(.fieldName, "note"), .integer(.rows, 3),
            value: "")
        }
      }
    }
  }

  private func care(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.fieldset, .class("choices")) { html in
      html.element(.legend, text: "Care")
      if let question = careQuestion {
        html.element(.label, .class("check")) { html in
          html.void(
            .input, .word(.type, "checkbox"), .word(.fieldName, "care"),
            .value("true"), .flag(.checked, if: known != nil))
          html.element(.span, text: question)
        }
      }
      if let profile = known?.profile {
        html.element(.details, .class("fold")) { html in
          html.element(.summary) { html in
            html.icon(.chevron, in: context)
            html.text("What it needs")
          }
          html.care(profile, in: units)
          html.element(
            .p, .class("note"),
            text: SpeciesPage.source(of: profile))
        }
      }
      html.field("Water every", "every") { html in
        html.void(
          .input, .id("every"), .word(.type, "text"),
          .word(.fieldName, "every"), .word(.autocomplete, "off"),
          .text(
            .placeholder,
            known?.profile == nil
              ? "7d, 2w, weekly; empty for never" : "as the catalogue says"))
      }
    }
  }

  private var careQuestion: String? {
    if let known {
      return known.profile == nil
        ? nil : known.question(species, setsWatering: true)
    }
    if case .unknown? = reading {
      return NameReading.questionOnUnknown(species)
    }
    return nil
  }
}
