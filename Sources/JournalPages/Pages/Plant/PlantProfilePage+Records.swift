internal import HTMLKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

// What was recorded of the plant: photos, notes and measurements.
extension PlantProfilePage {
  private static let photosShown = 8
  private static let notesShown = 10

  // MARK: Photos

  func photos(_ html: inout HTMLWriter, _ context: PageContext) {
    let photos = page.photos
    let mayAdd = may(.addPhoto, in: context) && state.removal == nil
    guard !photos.isEmpty || mayAdd else { return }
    html.section(
      "Photos", "photos", count: photos.isEmpty ? nil : photos.count,
      link: photos.isEmpty ? nil : ("All photos", .plant(id, "photos"))
    ) { html in
      if !photos.isEmpty {
        html.element(
          .ul, .class("strip", "is-scrolling"), .integer(.tabindex, 0),
          .text(.ariaLabel, "Photos of \(shownName)")
        ) { html in
          for photo in photos.suffix(Self.photosShown).reversed() {
            html.element(.li) { html in
              html.thumbnail(
                of: photo, on: page.today,
                .plant(id, "photos").with("photo", photo.id.description))
            }
          }
        }
      }
      if mayAdd {
        html.fold("Add a photo", name, in: context) { html in
          html.photoForm(of: id, back: path, in: context)
        }
      }
    }
  }

  // MARK: Notes

  func notes(_ html: inout HTMLWriter, _ context: PageContext) {
    let notes = page.plant.observations
    let mayAdd = may(.addNote, in: context)
    guard !notes.isEmpty || mayAdd else { return }
    html.section(
      "Notes", "notes", count: notes.isEmpty ? nil : notes.count,
      link: notes.count > Self.notesShown
        ? (
          "All notes",
          PagePath("history").with("plant", id.description)
            .with("type", EventType.plantNoted.rawValue)
        ) : nil
    ) { html in
      if !notes.isEmpty {
        html.element(.ul, .class("group")) { html in
          for (index, note) in notes.suffix(Self.notesShown).enumerated()
            .reversed()
          {
            self.note(note, index, &html, context)
          }
        }
      }
      guard mayAdd else { return }
      html.fold("Write a note", name, in: context) { html in
        html.form(
          PageAction("notes", fields: [("plant", id.description)]),
          in: context, isFlow: true
        ) { html in
          html.longField("Note", "text", "note-text", isRequired: true)
          html.textField(
            "When", "at", "note-at", type: "datetime-local")
          html.button("Save", "the note")
        }
      }
    }
  }

  private func note(
    _ note: NoteView, _ index: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let day = page.zone.localDay(of: note.at.instant).words(on: page.today)
    html.element(.li, .class("remark")) { html in
      html.element(.p, .class("note"), text: day)
      html.element(.p, .class("prose")) { $0.isolated(note.text) }
      guard may(.changeAll, in: context),
        let action = content.noteActions[note.origin]
      else { return }
      let id = HTMLID("note", "\(index)")
      html.fold("Change", "the note of \(day)", in: context) { html in
        html.form(
          PageAction(
            "notes", action, method: .patch,
            fields: [("plant", self.id.description)]), in: context,
          isFlow: true
        ) { html in
          html.shown("text", [note.text])
          html.longField(
            "Note of \(day)", "text", id, value: note.text, isRequired: true)
          html.button("Save", "the note of \(day)")
        }
        html.form(
          PageAction(
            "notes", action, method: .delete,
            fields: [("plant", self.id.description)]), in: context
        ) { html in
          html.shown("text", [note.text])
          html.button(
            "Remove", "the note of \(day)", style: "is-soft is-overdue")
        }
      }
    }
  }

  // MARK: Measurements

  func measurements(_ html: inout HTMLWriter, _ context: PageContext) {
    let entries = page.plant.measurements
    let mayAdd = may(.addNote, in: context) && state.removal == nil
    guard !entries.isEmpty || mayAdd else { return }
    let shown = MeasurementRows(of: entries, in: page.units, on: page.today)
    html.section("Size and health", "measurements") { html in
      if !entries.isEmpty {
        html.element(.div, .class("group", "padded")) { html in
          if let health = state.details.healthText(on: page.today) {
            html.facts([("health", health)])
          }
          let singles = shown.measures.compactMap {
            single($0, days: entries.map(\.at.localDay))
          }
          if !singles.isEmpty { html.facts(singles) }
          for measure in shown.measures {
            curve(of: measure, days: entries.map(\.at.localDay), &html)
          }
          html.fold("As a table", in: context) { html in
            table(of: shown, &html)
          }
        }
      }
      guard mayAdd else { return }
      html.fold("Measure", name, in: context) { html in
        html.form(
          PageAction("measurements", fields: [("plant", id.description)]),
          in: context, isFlow: true
        ) { html in
          let unit = page.units == .metric ? "42cm" : "17in"
          html.element(.div, .class("quarters")) { html in
            html.textField("Height", "height", "measure-height", hint: unit)
            html.textField("Spread", "spread", "measure-spread", hint: unit)
            html.numberField(
              "Leaves", "leaves", "measure-leaves",
              in: 0...PlantMeasured.maximumLeaves)
            html.textField("Pot", "pot", "measure-pot", hint: unit)
          }
          html.choiceField(
            "Health", "health", "measure-health",
            [("", "not said")]
              + PlantMeasured.healthLevels.map {
                ("\($0)", PlantMeasured.words(ofHealth: $0))
              })
          html.textField("Remark", "note", "measure-note")
          html.button("Save", "the measurement")
        }
      }
    }
  }

  /// Returns a measure that was taken only once, with its day.
  private func single(
    _ measure: MeasurementRows.Measure, days: [Day]
  ) -> (label: String, text: String)? {
    let points = zip(days, measure.values).compactMap { day, value in
      value.map { (day: day, value: $0) }
    }
    // The health is a fact of its own.
    guard points.count == 1, measure.name != "health" else { return nil }
    let value = MeasurementRows.text(
      points[0].value, of: measure.name, in: page.units)
    return (measure.name, "\(value), \(points[0].day.words(on: page.today))")
  }

  /// Draws a measure over time; nothing if it was measured only once.
  private func curve(
    of measure: MeasurementRows.Measure, days: [Day],
    _ html: inout HTMLWriter
  ) {
    let points = zip(days, measure.values).compactMap { day, value in
      value.map { (day: day, value: $0) }
    }
    guard points.count > 1, let first = points.first, let last = points.last,
      let low = points.map(\.value).min(), let high = points.map(\.value).max()
    else { return }
    let span = Double(max(first.day.distance(to: last.day), 1))
    let range = Double(max(high - low, 1))
    let (width, height, margin) = (320.0, 96.0, 6.0)
    let places = points.map { point in
      (
        x: margin + Double(first.day.distance(to: point.day)) / span
          * (width - 2 * margin),
        y: height - margin - Double(point.value - low) / range
          * (height - 2 * margin)
      )
    }
    func text(_ value: Int) -> String {
      MeasurementRows.text(value, of: measure.name, in: page.units)
    }
    let from =
      "\(text(first.value)) on \(first.day.words(on: page.today))"
    let to = "\(text(last.value)) on \(last.day.words(on: page.today))"
    html.element(.figure, .class("curve")) { html in
      html.element(.figcaption) { html in
        html.element(.strong, text: measure.name.capitalizedSentence)
        html.element(.span, .class("note"), text: " \(from), \(to)")
      }
      html.element(
        .svg, .number(.viewBox, 0, 0, width, height), .word(.role, "img"),
        .text(
          .ariaLabel,
          "\(measure.name): \(from), \(to), \(text(low)) to \(text(high))")
      ) { html in
        for y in [margin, height - margin] {
          html.element(
            .line, .number(.x1, 0), .number(.x2, width), .number(.y1, y),
            .number(.y2, y))
        }
        html.element(
          .polyline, .number(.points, places.flatMap { [$0.x, $0.y] }))
        for place in places.suffix(60) {
          html.element(
            .circle, .number(.cx, place.x), .number(.cy, place.y),
            .number(.r, 3))
        }
      }
    }
  }

  private func table(of shown: MeasurementRows, _ html: inout HTMLWriter) {
    let hasNotes = shown.rows.contains { $0.note != nil }
    html.element(
      .div, .class("is-scrolling"), .integer(.tabindex, 0),
      .word(.role, "region"), .text(.ariaLabel, "Measurements of \(shownName)")
    ) { html in
      html.element(.table) { html in
        html.element(.thead) { html in
          html.element(.tr) { html in
            html.element(.th, .word(.scope, "col"), text: "Day")
            for measure in shown.measures {
              html.element(
                .th, .word(.scope, "col"),
                text: measure.name.capitalizedSentence)
            }
            if hasNotes {
              html.element(.th, .word(.scope, "col"), text: "Remark")
            }
          }
        }
        html.element(.tbody) { html in
          for row in shown.rows.reversed() {
            html.element(.tr) { html in
              html.element(.th, .word(.scope, "row"), text: row.date)
              for cell in row.cells { html.element(.td, text: cell) }
              if hasNotes {
                html.element(.td) { $0.isolated(row.note ?? "") }
              }
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes a photo's thumbnail as a link, with its day.
  mutating func thumbnail(
    of photo: PhotoView, on today: Day, _ path: PagePath,
    isCurrent: Bool = false
  ) {
    let day = photo.at.localDay.words(on: today)
    element(
      .a, .class("thumbnail"), .href(path),
      .data("photo", photo.id.description),
      isCurrent ? .word(.ariaCurrent, "true") : .absent
    ) { html in
      html.void(
        .img,
        .path(.src, PagePath("photos", photo.id.description, "thumbnail")),
        .text(.alt, photo.note ?? ""), .word(.loading, "lazy"),
        .word(.decoding, "async"), .integer(.width, 200),
        .integer(.height, 200))
      html.element(.span, .class("note"), text: day)
    }
  }

  /// Writes the form that adds photos of a plant.
  mutating func photoForm(
    of plant: PlantID, back: PagePath, in context: PageContext
  ) {
    form(
      PageAction("photos", fields: [("plant", plant.description)]),
      in: context, isFlow: true, takesFiles: true, back: back
    ) { html in
      html.field("Photos", "photo-file") { html in
        html.void(
          .input, .id("photo-file"), .word(.type, "file"),
          .word(.fieldName, "photo"), .word(.accept, "image/*"),
          .flag(.multiple), .flag(.required))
      }
      html.textField("Remark", "note", "photo-note")
      html.textField(
        "Taken, if you know it better than the photos", "at", "photo-at",
        type: "datetime-local")
      html.button("Add")
    }
  }
}
