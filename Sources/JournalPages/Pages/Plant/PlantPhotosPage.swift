public import HTMLKit
internal import JournalEvents
package import JournalQueries
internal import JournalReports
package import JournalTime
internal import TextKit

/// The photos of one plant.
public struct PlantPhotosPage: Page {
  private let series: PhotoSeries
  private let today: Day
  private let shown: PhotoView?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - series: The photos.
  ///   - today: The present day.
  ///   - shown: The photo that is shown large; `nil` for the latest.
  package init(_ series: PhotoSeries, today: Day, shown: PhotoView?) {
    self.series = series
    self.today = today
    self.shown = shown ?? series.photos.last
  }

  public var title: String { "Photos of \(name)" }
  public var tab: PageTab? { .collection }
  public var isWide: Bool { true }

  private var name: String { series.plant.displayName }
  private var id: PlantID { series.plant.id }
  private var path: PagePath { .plant(id, "photos") }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.wayBack(name, .plant(id), in: context)
    html.masthead(
      "Photos of", of: name,
      series.photos.isEmpty
        ? nil : Phrase.count(series.photos.count, "photo"))
    if series.photos.count > 1 { ways(&html, context) }
    if let shown { large(shown, &html, context) }
    if series.photos.isEmpty {
      html.empty(
        .camera, "No photos yet", EmptyWords.firstPhoto,
        in: context)
    } else {
      html.element(.ul, .class("thumbnails")) { html in
        for photo in series.photos.reversed() {
          html.element(.li) { html in
            html.thumbnail(
              of: photo, on: today, address(of: photo),
              isCurrent: photo.id == shown?.id)
          }
        }
      }
    }
    if context.may(.addPhoto) {
      html.section("Add photos", "add") { html in
        html.photoForm(of: id, back: path, in: context)
      }
    }
  }

  private func address(of photo: PhotoView) -> PagePath {
    path.with("photo", photo.id.description)
  }

  private func ways(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-soft", "is-compact"),
        .href(PagePath("plants", id.description, "photos", "compare"))
      ) { html in
        html.icon(.compare, in: context)
        html.text("Compare two")
      }
      html.element(
        .a, .class("button", "is-soft", "is-compact"),
        .href(PagePath("plants", id.description, "photos", "timelapse"))
      ) { html in
        html.icon(.play, in: context)
        html.text("Time-lapse")
      }
    }
  }

  private func large(
    _ photo: PhotoView, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let photos = series.photos
    let place = photos.firstIndex { $0.id == photo.id } ?? 0
    html.element(.figure, .class("photo"), .data("photo", photo.id.description))
    { html in
      html.photo(photo, of: name, on: today)
      html.element(.figcaption, .class("flow")) { html in
        html.element(.p) { html in
          html.element(.strong, text: photo.at.localDay.words(on: today))
          if let age = series.cameOn.flatMap({ photo.age(since: $0) }) {
            html.text(", \(age)")
          }
          html.element(
            .span, .class("note"), text: " (\(photo.dateSource.words))")
        }
        if let note = photo.note {
          html.element(.p, .class("prose")) { $0.isolated(note) }
        }
      }
    }
    html.element(.nav, .class("steps"), .text(.ariaLabel, "Photos")) { html in
      step(
        place > 0 ? photos[place - 1] : nil, "Earlier", "previous", &html,
        context)
      html.element(
        .span, .class("note"), text: "\(place + 1) of \(photos.count)")
      step(
        place + 1 < photos.count ? photos[place + 1] : nil, "Later", "next",
        &html, context)
    }
    changes(photo, &html, context)
  }

  private func step(
    _ photo: PhotoView?, _ words: String, _ direction: StaticString,
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard let photo else {
      return html.element(.span, .class("button", "is-plain", "is-off")) {
        $0.text(words)
      }
    }
    html.element(
      .a, .class("button", "is-plain"), .href(address(of: photo)),
      .data("step", "\(direction)"), text: words)
  }

  private func changes(
    _ photo: PhotoView, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard context.may(.changeAll) else { return }
    let day = photo.at.localDay
    func action(
      _ method: PageAction.Method, _ field: (name: StaticString, value: String)?
    ) -> PageAction {
      PageAction(
        "photos", photo.id.description, method: method,
        fields: field.map { [$0] } ?? [])
    }
    let words = "the photo of \(day.words(on: today))"
    html.element(.div, .class("inline")) { html in
      for (isOn, field, on, off) in [
        (
          photo.isFavorite, "favorite" as StaticString, "Favourite",
          "No favourite"
        ),
        (photo.isCover, "cover", "Use as the cover", "Not as the cover"),
      ] {
        html.form(
          action(.patch, (field, isOn ? "false" : "true")), in: context
        ) { html in
          html.element(
            .button, .class("button", "is-soft", "is-compact"),
            .state(.pressed, isOn)
          ) { html in
            html.text(isOn ? off : on)
            html.element(.span, .class("hidden-label"), text: ": \(words)")
          }
        }
      }
    }
    html.fold("Change", words, in: context) { html in
      html.element(.div, .class("flow")) { html in
        html.form(action(.patch, nil), in: context, isFlow: true) { html in
          html.longField(
            "Remark", "note", "photo-remark", value: photo.note ?? "")
          html.button("Save the remark")
        }
        html.form(action(.patch, nil), in: context) { html in
          html.element(.div, .class("beside-field")) { html in
            html.textField(
              "Taken on", "at", "photo-day", type: "date",
              value: day.description, isRequired: true)
            html.button("Save the day", style: "is-soft")
          }
        }
        html.form(action(.delete, nil), in: context, back: path) { html in
          html.button("Remove", words, style: "is-soft is-overdue")
        }
      }
    }
  }
}

/// Two photos of a plant side by side.
public struct PhotoComparePage: Page {
  private let series: PhotoSeries
  private let today: Day
  private let left: PhotoView
  private let right: PhotoView

  /// Creates the page.
  package init(
    _ series: PhotoSeries, today: Day, left: PhotoView, right: PhotoView
  ) {
    self.series = series
    self.today = today
    self.left = left
    self.right = right
  }

  public var title: String { "Compare photos of \(name)" }
  public var tab: PageTab? { .collection }
  public var isWide: Bool { true }

  private var name: String { series.plant.displayName }
  private var id: PlantID { series.plant.id }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.wayBack("Photos", .plant(id, "photos"), in: context)
    html.masthead("Compare photos of", of: name)
    html.element(.div, .class("comparison")) { html in
      for (photo, side) in [(left, "left"), (right, "right")] {
        html.element(.figure, .class("photo"), .data("side", side)) { html in
          html.photo(photo, of: name, on: today)
          html.element(.figcaption) { html in
            html.element(.strong, text: photo.at.localDay.words(on: today))
            if let age = series.cameOn.flatMap({ photo.age(since: $0) }) {
              html.text(", \(age)")
            }
          }
        }
      }
      html.element(.div, .class("comparison-slider"), .flag(.hidden)) { html in
        html.element(
          .label, .class("hidden-label"), .reference(.for, "comparison"),
          text: "How much of each photo is shown")
        html.void(
          .input, .id("comparison"), .word(.type, "range"),
          .number(.min, 0), .number(.max, 100), .value("50"))
      }
    }
    html.element(
      .form, .class("flow"), .word(.method, "get"),
      .path(
        .action, PagePath("plants", id.description, "photos", "compare"))
    ) { html in
      let options = series.photos.map { photo in
        (
          value: photo.id.description,
          text: photo.at.localDay.words(on: today)
            + (photo.note.map { ", \(SafeText.shownNote($0))" } ?? "")
        )
      }
      html.choiceField(
        "First photo", "left", "compare-left", options,
        chosen: left.id.description)
      html.choiceField(
        "Second photo", "right", "compare-right", options,
        chosen: right.id.description)
      html.button("Compare", style: "is-soft")
    }
  }
}

/// The photos of a plant as a film.
public struct TimelapsePage: Page {
  private let series: PhotoSeries
  private let today: Day

  /// Creates the page.
  package init(_ series: PhotoSeries, today: Day) {
    self.series = series
    self.today = today
  }

  public var title: String { "Time-lapse of \(series.plant.displayName)" }
  public var tab: PageTab? { .collection }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    let id = series.plant.id
    html.wayBack("Photos", .plant(id, "photos"), in: context)
    html.masthead(
      "Time-lapse of", of: series.plant.displayName,
      series.photos.isEmpty
        ? nil : Phrase.count(series.photos.count, "photo"))
    guard !series.photos.isEmpty else {
      return html.empty(
        .camera, "No photos yet", EmptyWords.firstPhoto,
        in: context)
    }
    html.element(
      .ol, .class("frames"), .data("frames", "\(series.photos.count)")
    ) { html in
      for photo in series.photos {
        html.element(
          .li, .data("photo", photo.id.description),
          .data("day", photo.at.localDay.description)
        ) { html in
          html.element(.figure, .class("photo")) { html in
            html.photo(photo, of: series.plant.displayName, on: today)
            html.element(
              .figcaption, text: photo.at.localDay.words(on: today))
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes a whole photo.
  fileprivate mutating func photo(
    _ photo: PhotoView, of name: String, on today: Day
  ) {
    void(
      .img, .path(.src, PagePath("photos", photo.id.description)),
      .text(
        .alt, "\(SafeText.shown(name)) on \(photo.at.localDay.words(on: today))"
      ), .word(.loading, "lazy"), .word(.decoding, "async"),
      .integer(.width, photo.file.width), .integer(.height, photo.file.height))
  }
}
