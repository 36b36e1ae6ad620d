public import HTMLKit
package import JournalEvents
internal import JournalQueries
internal import JournalReports

/// A photo to take or to choose, of any plant.
public struct CameraPage: Page {
  private let plants: [(id: PlantID, name: String)]
  private let chosen: String?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - plants: The plants by name.
  ///   - chosen: The plant's name or id, if it is known already.
  package init(_ plants: [(id: PlantID, name: String)], chosen: String?) {
    self.plants = plants
    self.chosen = chosen
  }

  public var title: String { "Camera" }
  public var tab: PageTab? { .camera }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "A photo now and then shows how a plant grows.")
    guard context.may(.addPhoto) else {
      return html.empty(
        .camera, "You may look at photos, but not add any", in: context)
    }
    guard !plants.isEmpty else {
      return html.empty(
        .sprout, "No plants yet", EmptyWords.firstPlant,
        in: context, links: [("Add a plant", PagePath("plants", "new"))])
    }
    html.form(
      PageAction("photos"), in: context, id: "camera", isFlow: true,
      takesFiles: true
    ) { html in
      html.element(.div, .class("capture")) { html in
        html.icon(.camera, in: context)
        html.field("Take a photo, or choose one", "camera-file") { html in
          html.void(
            .input, .id("camera-file"), .word(.type, "file"),
            .word(.fieldName, "photo"), .word(.accept, "image/*"),
            .word(.capture, "environment"), .flag(.required))
        }
      }
      html.field("Plant", "camera-plant") { html in
        html.void(
          .input, .id("camera-plant"), .word(.type, "text"),
          .word(.fieldName, "plant"), .reference(.list, "plants"),
          .value(chosen ?? ""), .text(.placeholder, "name or id"),
          .word(.autocomplete, "off"), .flag(.required))
      }
      html.textField("Remark", "note", "camera-note")
      html.button("Add the photo")
    }
    html.element(.datalist, .id("plants")) { html in
      let counts = Dictionary(grouping: plants, by: \.name)
        .mapValues(\.count)
      for plant in plants {
        // Only an id tells plants of one name apart.
        guard counts[plant.name] == 1 else {
          html.element(
            .option, .value(ShortID.text(of: plant.id)),
            .text(.label, plant.name), .data("plant", plant.id.description))
          continue
        }
        html.element(
          .option, .value(plant.name), .data("plant", plant.id.description))
      }
    }
  }
}
