internal import CatalogueKit
public import CatalogueStore
public import HTMLKit
public import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalReports
package import PlantServices
internal import TextKit

/// A plant of the catalogue: its names, its care, and the collection's plants
/// of it.
public struct CataloguePlantPage: Page {
  /// A plant of the collection.
  public struct Owned: Sendable {
    let plant: PlantName
    let picture: PlantPicture?

    /// Creates a plant.
    public init(_ plant: PlantName, _ picture: PlantPicture?) {
      self.plant = plant
      self.picture = picture
    }
  }

  private let species: SpeciesPage
  private let owned: [Owned]
  private let units: MeasurementUnits
  /// The kept picture of the plant; `nil` for none.
  package var picture: SpeciesPicture?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - species: The plant.
  ///   - owned: The plants of it in the collection.
  ///   - units: The units of measures.
  public init(
    _ species: SpeciesPage, owned: [Owned], in units: MeasurementUnits
  ) {
    self.species = species
    self.owned = owned
    self.units = units
  }

  public var title: String { species.plant.entry.scientificName }
  public var tab: PageTab? { .browse }
  public var isWide: Bool { true }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    let entry = species.plant.entry
    let tint = Tint.of(entry.category)
    html.element(
      .header,
      .class(picture == nil ? "masthead" : "has-cover", "plant-head")
    ) { html in
      if let picture {
        html.element(.span, .class("cover", tint)) { $0.image(of: picture) }
      }
      html.element(.div, .class("plant-names")) { html in
        html.element(.h1, text: title)
        html.element(
          .p, text: entry.commonNames.prefix(3).joined(separator: ", "))
        if let picture { html.credit(of: picture) }
      }
      if picture == nil {
        html.tile(ofCategory: entry.category, in: context)
      }
    }
    html.toxicity(of: species.profile?.toxicity, in: context)
    if context.may(.changeAll) {
      html.element(
        .a, .class("button"),
        .href(PagePath("plants", "new").with("species", title))
      ) { html in
        html.icon(.plus, in: context)
        html.text("Add to the collection")
      }
    }
    html.element(.div, .class("beside")) { html in
      html.element(
        .section, .class("room"), .reference(.ariaLabelledby, "needs")
      ) { html in
        html.element(.h2, .id("needs"), text: "Needs")
        html.care(species.profile, in: units)
        if let source = species.careSource {
          html.element(.p, .class("note"), text: source)
        }
      }
      html.element(
        .section, .class("room"), .reference(.ariaLabelledby, "names")
      ) { html in
        html.element(.h2, .id("names"), text: "Names")
        names(entry, &html)
      }
    }
    collection(&html, context)
    relatives(&html)
  }

  private func names(_ entry: CatalogueEntry, _ html: inout HTMLWriter) {
    html.element(.dl, .class("facts")) { html in
      for fact in species.nameFacts(in: []) {
        html.element(.div) { html in
          html.element(.dt, text: fact.label)
          html.element(.dd, text: fact.text)
        }
      }
      for (label, group) in [
        ("family", entry.family), ("category", entry.category),
        ("genus", entry.genus),
      ] where !group.isEmpty {
        html.element(.div) { html in
          html.element(.dt, text: label)
          html.element(.dd) { html in
            html.element(
              .a, .href(PagePath("browse").with("group", group)), text: group)
          }
        }
      }
    }
  }

  private func collection(_ html: inout HTMLWriter, _ context: PageContext) {
    guard !owned.isEmpty else { return }
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "owned")
    ) { html in
      html.element(.h2, .id("owned")) { html in
        html.text("In the collection ")
        html.element(.span, .class("count"), text: "\(owned.count)")
      }
      html.element(.ul, .class("group")) { html in
        for plant in owned {
          html.element(.li, .class("row")) { html in
            html.tile(plant.picture, of: plant.plant.id, in: context)
            html.element(.div, .class("row-main")) { html in
              html.element(
                .a, .class("row-name"), .href(.plant(plant.plant.id))
              ) { $0.isolated(plant.plant.displayName) }
            }
          }
        }
      }
    }
  }

  private func relatives(_ html: inout HTMLWriter) {
    guard !species.relatives.isEmpty else { return }
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "relatives")
    ) { html in
      html.element(.h2, .id("relatives"), text: "Relatives")
      html.element(.ul, .class("filters")) { html in
        for name in species.relatives {
          html.element(.li) { html in
            html.element(
              .a, .class("filter"), .href(PagePath("browse", name)),
              text: name)
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes the care of the catalogue in words.
  mutating func care(_ profile: CareProfile?, in units: MeasurementUnits) {
    guard let profile else {
      return element(
        .p, .class("note"), text: CareProfile.unknown.capitalizedSentence)
    }
    element(.dl, .class("facts")) { html in
      for line in profile.lines(in: units) {
        html.element(.div) { html in
          html.element(.dt, text: line.need)
          html.element(.dd, text: line.text)
        }
      }
    }
  }

  /// Writes whom a plant harms, or may harm; nothing for a harmless one.
  mutating func toxicity(
    of toxicity: CareProfile.Toxicity?, in context: PageContext
  ) {
    let known = PlantToxicity(toxicity)
    guard let warning = known.warning else { return }
    element(
      .p, .class("notice", "is-warning", known.isToxic ? "is-overdue" : nil)
    ) { html in
      html.icon(.warning, in: context)
      html.element(.span, text: warning.capitalizedSentence)
    }
  }
}
