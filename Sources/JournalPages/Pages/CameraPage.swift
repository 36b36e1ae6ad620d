public import HTMLKit
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalSync

/// A photo to take or to choose, of any plant.
public struct CameraPage: Page {
  private let plants: [PlantOption]
  private let chosen: String?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - plants: The plants by name.
  ///   - chosen: The plant's name or id, if it is known already.
  package init(_ plants: [PlantOption], chosen: String?) {
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
    if context.may(.changeAll) {
      html.ways([("What plant is this?", IdentifyPage.here)])
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
            .flag(.required))
        }
      }
      html.plantField(
        "Plant", "plant", "camera-plant", plants, chosen: chosen ?? "",
        proposes: true)
      html.textField("Remark", "note", "camera-note")
      html.button("Add the photo")
    }
  }
}
