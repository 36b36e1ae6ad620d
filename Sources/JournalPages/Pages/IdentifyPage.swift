internal import CatalogueKit
internal import ErrorKit
public import HTMLKit
package import JournalCare
package import JournalEvents
package import JournalIdentification
package import JournalQueries
internal import JournalReports
internal import JournalSync
package import JournalTime
package import PlantServices
internal import TextKit

/// The question which plant some photos show.
public struct IdentifyPage: Page {
  private let means: IdentificationMeans
  private let quota: String?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - means: The models and the service of the server's machine.
  ///   - quota: The words about the service's quota; `nil` if it is not known.
  package init(_ means: IdentificationMeans, quota: String?) {
    self.means = means
    self.quota = quota
  }

  public var title: String { "What plant is this?" }
  public var tab: PageTab? { .camera }

  static let here = PagePath("identify")
  static let history = PagePath("identify", "history")
  private static let organs: [(value: String, text: String)] = [
    ("auto", "Any part"), ("leaf", "Leaf"), ("flower", "Flower"),
    ("fruit", "Fruit"), ("bark", "Bark"),
  ]

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "A sharp photo of a leaf or a flower says most.")
    html.ways([
      ("Photo of a plant of yours", PagePath("camera")),
      ("Identified before", Self.history),
    ])
    guard means.isAny else { return notReady(&html, context) }
    html.form(
      PageAction("identifications"), in: context, id: "identify",
      isFlow: true, takesFiles: true
    ) { html in
      html.element(.div, .class("capture")) { html in
        html.icon(.camera, in: context)
        photo(1, "Take a photo, or choose one", &html)
      }
      html.fold("More photos of the same plant", in: context) { html in
        html.element(.div, .class("flow")) { html in
          for number in 2...PlantIdentifier.mostPhotos {
            photo(number, "Photo \(number)", &html)
          }
        }
      }
      html.element(.p, .class("note")) { html in
        html.text(means.privacy)
        if means.asksService, let quota {
          html.text(" \(quota.capitalizedSentence).")
        }
      }
      html.button("Identify")
    }
  }

  /// Writes the fields of a photo: its file, and the part that it shows.
  private func photo(
    _ number: Int, _ label: String, _ html: inout HTMLWriter
  ) {
    html.element(.div, .class("fields")) { html in
      let id = HTMLID("identify-file", "\(number)")
      html.field(label, id) { html in
        html.void(
          .input, .id(id), .word(.type, "file"), .word(.fieldName, "photo"),
          .word(.accept, "image/*"), .flag(.required, if: number == 1))
      }
      html.choiceField(
        "It shows", "organ", HTMLID("identify-organ", "\(number)"),
        Self.organs, chosen: "auto")
    }
  }

  private func notReady(_ html: inout HTMLWriter, _ context: PageContext) {
    let (lack, remedy) = means.lack
    let way = Wording.remedyOfPages(remedy) ?? ""
    html.empty(
      .leaf, "Model Not Ready", "\(lack.capitalizedSentence). \(way).",
      in: context,
      links: [
        ("Look it up by name", PagePath("browse")),
        ("Open Settings", PagePath("settings").at("services")),
      ])
  }
}

extension IdentificationMeans {
  /// The reason that nothing can be identified, and the remedy.
  fileprivate var lack: (reason: String, remedy: Remedy) {
    if method != .apiOnly || isOffline {
      if let modelFault { return (modelFault, .checkModel(nil)) }
      if model != nil {
        return (
          "the program that runs models, plantguide-identify, is missing",
          .install("plantguide-identify")
        )
      }
    }
    if isOffline {
      return (
        "there is no model, and the setting offlineMode keeps Pl@ntNet from being asked",
        .addModel(orKey: false)
      )
    }
    return switch method {
    case .hybrid:
      (
        "there is neither a model nor a key of Pl@ntNet",
        .addModel(orKey: true)
      )
    case .deviceOnly: ("there is no model", .addModel(orKey: false))
    case .apiOnly:
      ("there is no key of Pl@ntNet", PlantService.plantnet.keyRemedy)
    }
  }

  /// The answer to the question of who sees the photos.
  fileprivate var privacy: String {
    guard asksService else {
      return "A model on the server's machine looks at them. They stay there."
    }
    let copies = "copies without place and time"
    return asksDevice
      ? "A model on the server's machine looks at them. If it is not sure, Pl@ntNet gets \(copies)."
      : "Pl@ntNet gets \(copies)."
  }
}

/// The plants that some photos may show, and what to do with the right one.
public struct IdentifiedPage: Page {
  private let id: String
  private let found: Identification
  private let chosen: Int?
  private let owned: Set<PlantID>
  private let plants: [PlantOption]
  private let rooms: [RoomList.Room]
  /// The kept pictures of the species, by scientific name.
  package var pictures: [String: SpeciesPicture] = [:]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - id: The name under which the photos are kept.
  ///   - found: The result.
  ///   - chosen: The place of the plant that is meant; `nil` if nobody has said.
  ///   - owned: The plants of the collection that the chosen one may be.
  ///   - plants: The plants by name.
  ///   - rooms: The rooms.
  package init(
    _ id: String, _ found: Identification, chosen: Int?,
    owned: Set<PlantID>, plants: [PlantOption],
    rooms: [RoomList.Room]
  ) {
    self.id = id
    self.found = found
    self.chosen = chosen
    self.owned = owned
    self.plants = plants
    self.rooms = rooms
  }

  public var title: String { "What plant is this?" }
  public var tab: PageTab? { .camera }

  public var usesLocation: Bool { true }

  private var here: PagePath { PagePath("identify", id) }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.element(.header, .class("masthead", "plant-head")) { html in
      html.element(.div) { html in
        html.element(.h1) { html in
          if let chosen {
            html.isolated(found.plants[chosen].scientificName)
          } else {
            html.text("Did you mean?")
          }
        }
        html.element(.p) { html in
          html.text(
            chosen == nil
              ? "It is not sure which plant it is. " : "")
          html.text("\(found.method).".capitalizedSentence)
        }
      }
      html.element(.span, .class("tile")) { html in
        html.void(
          .img, .path(.src, PagePath("identify", id, "picture")),
          .text(.alt, "The photo that you sent"), .integer(.width, 320),
          .integer(.height, 320))
      }
    }
    for note in found.notes {
      html.element(
        .p, .class("notice"), text: "\(note.capitalizedSentence).")
    }
    candidates(&html, context)
    html.credits(of: pictures)
    html.ways([("None of these: look it up by name", PagePath("browse"))])
    if let chosen { forms(for: chosen, &html, context) }
    html.element(.p, .class("note")) { html in
      for words in [found.credit, found.quotaWords].compactMap(\.self) {
        html.text("\(words.capitalizedSentence). ")
      }
      html.text(
        "The photos wait here for half an hour. Only what you add or record is kept."
      )
    }
    html.form(
      PageAction("identifications", id, method: .delete), in: context,
      back: IdentifyPage.here
    ) { $0.button("Forget the photos", style: "is-plain") }
  }

  private func candidates(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    html.element(.ul, .class("group"), .id("results")) { html in
      for (index, plant) in found.plants.enumerated() {
        html.element(.li, .class("row")) { html in
          html.tile(
            ofCategory: plant.entry?.category ?? "", in: context,
            picture: pictures[plant.scientificName])
          html.element(.div, .class("row-main")) { html in
            html.element(
              .a, .class("row-name", "is-whole"),
              .href(here.with("choose", "\(index + 1)").at("add")),
              index == chosen ? .word(.ariaCurrent, "true") : .absent
            ) { $0.isolated(plant.scientificName) }
            facts(of: plant, &html)
          }
          html.element(.div, .class("row-actions")) { html in
            html.icon(index == chosen ? .check : .chevron, in: context)
          }
        }
      }
    }
  }

  private func facts(
    of plant: Identification.Plant, _ html: inout HTMLWriter
  ) {
    let names = plant.commonNames.prefix(3).joined(separator: ", ")
    if !names.isEmpty {
      html.element(.p, .class("note")) { $0.isolated(names) }
    }
    // The catalogue's words hold the family.
    let words = plant.entry == nil ? plant.family : plant.catalogueWords
    if !words.isEmpty {
      html.element(.p, .class("note")) { $0.isolated(words) }
    }
    let level = ConfidenceLevel(plant.confidence)
    html.element(.p, .class("tags")) {
      $0.element(
        .span, .class("tag", level.style),
        text: "\(level.words), \(plant.percent)")
    }
  }

  // MARK: Adding and recording

  private func forms(
    for chosen: Int, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let choice = [(name: "choose" as StaticString, value: "\(chosen + 1)")]
    html.section("Add to collection", "add") { html in
      html.form(
        PageAction("identifications", id, "add", fields: choice),
        in: context, isFlow: true
      ) { html in
        html.textField(
          "What do you call it?", "name", "name", hint: "No name of its own")
        html.roomFields(rooms)
        placeField("place", &html)
        html.element(
          .p, .class("note"),
          text:
            "Its care comes from the catalogue, and the photo becomes its first."
        )
        html.button("Add to collection")
      }
    }
    guard !plants.isEmpty else { return }
    html.section("It is a plant that you have", "record") { html in
      html.form(
        PageAction("identifications", id, "record", fields: choice),
        in: context, isFlow: true, back: IdentifyPage.history
      ) { html in
        html.plantField(
          "Plant", "plant", "identified-plant", plants,
          chosen: owned.count == 1 ? owned.first?.description ?? "" : "",
          proposes: true)
        placeField("identified-place", &html)
        html.element(
          .p, .class("note"),
          text: "Its names stay. The result and the photo are recorded.")
        html.button("Record it", style: "is-soft")
      }
    }
  }

  private func placeField(_ id: HTMLID, _ html: inout HTMLWriter) {
    html.field("Place (latitude, longitude)", id) { html in
      html.void(
        .input, .id(id), .word(.type, "text"), .word(.fieldName, "place"),
        .text(.placeholder, "52.52, 13.405 or 33.86S 151.2E"),
        .word(.autocomplete, "off"), .data("place", ""))
    }
    html.element(
      .p, .class("note"),
      text:
        "You may leave it empty. Whoever reads this journal sees the place; "
        + "no service gets it.")
  }
}

/// Photos that were identified and are in the journal now.
public struct UsedPhotosPage: Page {
  public init() {}

  public var title: String { "These photos are in your journal" }
  public var tab: PageTab? { .camera }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "The server keeps no other copy of them.")
    html.ways([
      ("What plant is this?", IdentifyPage.here),
      ("Identified before", IdentifyPage.history),
    ])
  }
}

/// The steps of confidence that people distinguish.
private enum ConfidenceLevel {
  case high, fair, low, slight

  /// The step of a confidence from 0 to 1.
  init(_ confidence: Double) {
    self =
      switch confidence {
      case 0.9...: .high
      case 0.7...: .fair
      case 0.2...: .low
      default: .slight
      }
  }

  /// The step in words.
  var words: String {
    switch self {
    case .high: "very likely"
    case .fair: "likely"
    case .low: "possible"
    case .slight: "unlikely"
    }
  }

  var style: StaticString {
    switch self {
    case .high: "is-accent"
    case .fair: "is-fertilizing"
    case .low, .slight: "is-other"
    }
  }
}

/// The identifications that were recorded.
public struct IdentificationHistoryPage: Page {
  private let entries: ArraySlice<IdentificationView>
  private let wasCut: Bool
  private let pictures: [PlantID: PlantPicture]
  private let today: Day

  /// The greatest number that is shown unless all are asked for.
  package static let most = 60

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - entries: The identifications, the latest first.
  ///   - most: The number of those to show; `nil` for all.
  ///   - pictures: The pictures of their plants.
  ///   - today: The day of the view.
  package init(
    _ entries: [IdentificationView], most: Int?,
    pictures: [PlantID: PlantPicture], today: Day
  ) {
    self.entries = entries.prefix(most ?? .max)
    wasCut = self.entries.count < entries.count
    self.pictures = pictures
    self.today = today
  }

  public var title: String { "Identified plants" }
  public var tab: PageTab? { .camera }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    if context.may(.changeAll) {
      html.ways([("What plant is this?", IdentifyPage.here)])
    }
    guard !entries.isEmpty else {
      return html.empty(
        .leaf, "No plant was identified yet",
        "The plants that were identified, with the model that named each.",
        in: context)
    }
    html.element(.ul, .class("group", "is-long")) { html in
      for entry in entries {
        html.element(.li, .class("row")) { html in
          html.tile(pictures[entry.plant.id], of: entry.plant.id, in: context)
          html.element(.div, .class("row-main")) { html in
            html.element(
              .a, .class("row-name"), .href(.plant(entry.plant.id))
            ) { $0.isolated(entry.plant.displayName) }
            html.element(.p) { html in
              html.isolated(
                entry.identification.topResults.first?.scientificName
                  ?? "nothing")
              if let percent = entry.percent { html.text(", \(percent)") }
            }
            html.element(
              .p, .class("note"),
              text: "\(entry.at.localDay.words(on: today)), \(entry.method)"
                + (entry.identification.place.map { ", at \($0)" } ?? ""))
          }
        }
      }
    }
    if wasCut {
      html.element(
        .a, .class("button", "is-soft"),
        .href(context.here.with("whole", "true")), text: "Show all")
    }
  }
}
