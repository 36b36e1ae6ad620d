internal import HTMLKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import QRCode
internal import TextKit

/// A symbol of the sprite `icons.svg`.
enum Icon: String {
  case bath, bed, book, brush, bug, cactus, camera, check, chevron, clock
  case compare, cross, desk, device, dots, down, drop, fern, filter, flower
  case fridge, gear, grid, herb, leaf, list, mist, orchid, palm, pencil, people
  case play, plus, pot, previous, printer, redo, rosette, rotate, scissors
  case search, skip, sofa, sprout, star, succulent, sun, undo, up, vine, warning
  case wind
  case calendarCheck = "calendar-check"
  case starFilled = "star-filled"
}

extension TaskKind {
  /// The class that gives the colours of the kind.
  var style: StaticString {
    switch self {
    case .watering: "is-watering"
    case .fertilizing: "is-fertilizing"
    case .misting: "is-misting"
    case .pruning: "is-pruning"
    case .repotting: "is-repotting"
    case .rotation: "is-rotation"
    case .cleaning: "is-cleaning"
    case .pestControl: "is-pest"
    case .photo: "is-photo"
    default: "is-other"
    }
  }

  /// The symbol of the kind.
  var icon: Icon {
    switch self {
    case .watering: .drop
    case .fertilizing: .sprout
    case .misting: .mist
    case .pruning: .scissors
    case .repotting: .pot
    case .rotation: .rotate
    case .cleaning: .brush
    case .pestControl: .bug
    case .photo: .camera
    default: .check
    }
  }
}

extension HTMLWriter {
  /// Writes a symbol, which assistive technology leaves out.
  mutating func icon(_ icon: Icon, in context: PageContext) {
    element(.svg, .class("icon"), .word(.ariaHidden, "true")) { html in
      html.element(
        .use,
        .href(
          context.asset("icons.svg").at(HTMLID(icon))))
    }
  }

  /// Writes the picture of a plant: its cover, else the symbol of its category.
  mutating func picture(
    _ picture: PlantPicture?, of plant: PlantID, in context: PageContext
  ) {
    if let photo = picture?.photo {
      void(
        .img, .path(.src, PagePath("photos", photo.description, "thumbnail")),
        .text(.alt, ""), .word(.loading, "lazy"), .word(.decoding, "async"),
        .integer(.width, 320), .integer(.height, 320))
    } else {
      icon(.category(picture?.category), in: context)
    }
  }

  /// Writes the picture of a plant in a row, which links to its page. The name
  /// beside it is the link for keyboards and assistive technology.
  mutating func tile(
    _ picture: PlantPicture?, of plant: PlantID, in context: PageContext
  ) {
    element(
      .a, .class("tile", plant.tint), .href(.plant(plant)),
      .integer(.tabindex, -1), .word(.ariaHidden, "true")
    ) { html in
      html.picture(picture, of: plant, in: context)
    }
  }

  /// Writes the request of a task as a tag: "water 250 ml" without its verb,
  /// which the symbol shows.
  mutating func tag(
    _ task: TodayView.Task, in context: PageContext, _ units: MeasurementUnits
  ) {
    element(.li, .class("tag", task.task.kind.style)) { html in
      html.words(ofTag: task, in: context, units)
    }
  }

  /// Writes a task as a tag that does it alone, within a form.
  mutating func tagButton(
    _ task: TodayView.Task, in context: PageContext,
    _ units: MeasurementUnits
  ) {
    let words = "\(task.task.kind.verb) \(task.plantName)"
    element(.li) { html in
      html.element(
        .button, .class("tag", task.task.kind.style),
        .word(.fieldName, "item"), .value(task.item),
        .text(.ariaLabel, "Done: \(SafeText.shown(words))")
      ) { html in
        html.words(ofTag: task, in: context, units)
      }
    }
  }

  private mutating func words(
    ofTag task: TodayView.Task, in context: PageContext,
    _ units: MeasurementUnits
  ) {
    let kind = task.task.kind
    let request = task.task.request(task.entry.facts.amount, in: units)
    let verb = "\(kind.verb) "
    icon(kind.icon, in: context)
    if task.task.title == nil, request.hasPrefix(verb) {
      element(.span, .class("hidden-label"), text: verb)
      element(.span, text: String(request.dropFirst(verb.count)))
    } else {
      element(.span) { $0.isolated(request) }
    }
  }

  /// Writes a heading for a page, with a line below it.
  mutating func masthead(_ title: String, _ line: String? = nil) {
    element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1, text: title)
        if let line { html.element(.p, text: line) }
      }
    }
  }

  /// Writes that there is nothing to show, and what can be done about it.
  mutating func empty(
    _ icon: Icon, _ title: String, _ line: String? = nil,
    in context: PageContext, links: [(text: String, path: PagePath)] = []
  ) {
    element(.div, .class("empty")) { html in
      html.icon(icon, in: context)
      html.element(.p) { $0.element(.strong, text: title) }
      if let line { html.element(.p, .class("note"), text: line) }
      for link in links {
        html.element(
          .a, .class("button"), .href(link.path), text: link.text)
      }
    }
  }

  /// Writes a chip that filters.
  mutating func filter(
    _ text: String, _ path: PagePath, isOn: Bool,
    style: StaticString? = nil
  ) {
    element(.li) { html in
      html.element(
        .a, .class("filter", style), .href(path),
        isOn ? .word(.ariaCurrent, "true") : .absent, text: text)
    }
  }

  /// Writes links to pages beside this one.
  mutating func ways(_ ways: [(text: String, path: PagePath)]) {
    element(.nav, .class("ways"), .text(.ariaLabel, "Further pages")) { html in
      for way in ways {
        html.element(
          .a, .class("button", "is-plain", "is-compact"), .href(way.path),
          text: way.text)
      }
    }
  }

  /// Writes a label above a control.
  mutating func field(
    _ label: String, _ id: HTMLID, control: (inout HTMLWriter) -> Void
  ) {
    element(.div, .class("field")) { html in
      html.element(.label, .reference(.for, id), text: label)
      control(&html)
      if let fault = html.takeFault() {
        html.element(.p, .class("late")) { $0.sentences([fault]) }
      }
    }
  }
}

extension HTMLID {
  /// The id of a symbol in the sprite.
  init(_ icon: Icon) { self.init(stringLiteral: icon.rawValue) }
}

extension PlantID {
  /// The class of one of six tints, always the same for a plant.
  var tint: StaticString { Tint.of(description) }
}

/// The six tints of pictures.
enum Tint {
  private static let all: [StaticString] = [
    "tint-1", "tint-2", "tint-3", "tint-4", "tint-5", "tint-6",
  ]

  /// Returns the tint of a text, always the same.
  static func of(_ text: String) -> StaticString {
    all[text.utf8.reduce(0) { $0 &+ Int($1) } % all.count]
  }
}

extension PagePath {
  /// The page of a plant.
  static func plant(_ id: PlantID, _ part: String? = nil) -> PagePath {
    part.map { PagePath("plants", id.description, $0) }
      ?? PagePath("plants", id.description)
  }
}

// Links that give somebody access.
extension HTMLWriter {
  /// Writes a button that revokes a token.
  mutating func revoking(
    _ id: String, of name: String, in context: PageContext
  ) {
    form(PageAction("household", id, method: .delete), in: context) { html in
      html.element(
        .button, .class("button", "is-soft", "is-compact", "is-overdue"),
        .text(.ariaLabel, "Revoke: \(name)"), text: "Revoke")
    }
  }

  /// Writes a link to be handed over: as a code for a camera, if there is one,
  /// and as a field to copy, which shows all of it.
  mutating func handedOver(_ label: String, _ link: String, _ code: QRCode?) {
    if let code { drawing(CodeDrawing(code), isLarge: true) }
    field(label, "link") { html in
      html.textArea(
        .id("link"), .integer(.rows, 3), .flag(.readonly), value: link)
      html.element(
        .button, .class("button", "is-soft"), .word(.type, "button"),
        .data("copies", ""), .flag(.hidden), text: "Copy")
    }
  }
}
