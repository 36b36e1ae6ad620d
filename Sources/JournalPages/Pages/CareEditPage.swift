public import HTMLKit
public import JournalActions
public import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalSync
public import JournalTime

/// The form that corrects recorded care.
public struct CareEditPage: Page {
  private let care: RecordedCare
  private let plantName: String
  private let action: String
  private let units: MeasurementUnits
  private let zone: TimeZoneRules
  private let back: PagePath

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - care: The care.
  ///   - plantName: The display name of the plant.
  ///   - action: The id of the action that recorded it.
  ///   - units: The units of amounts.
  ///   - zone: The zone of times.
  ///   - back: The page that linked here; `nil` for the plant's own.
  public init(
    _ care: RecordedCare, of plantName: String, action: String,
    in units: MeasurementUnits, _ zone: TimeZoneRules, back: PagePath?
  ) {
    self.care = care
    self.plantName = plantName
    self.action = action
    self.units = units
    self.zone = zone
    self.back = back ?? .plant(care.plant)
  }

  public var title: String { "Correct care" }
  public var tab: PageTab? { .today }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    guard case .taskCompleted(let body) = care.current.body else { return }
    let isOfHome = care.plant == .home
    html.wayBack("Back", back, in: context)
    html.masthead(
      "Correct", of: body.title ?? body.kind.words, isOfHome ? nil : plantName)
    html.form(
      PageAction(
        "care", action, method: .patch, fields: [("kind", body.kind.name)]
      ).of(isOfHome ? nil : care.plant), in: context, isFlow: true, back: back
    ) { html in
      let at = care.current.at.instant
      html.textField(
        "When", "at", "amended-at", type: "datetime-local",
        value: "\(zone.localDay(of: at))T\(zone.timeOfDay(of: at))",
        isRequired: true)
      if body.title == nil {
        html.textField(
          "Amount", "amount", "amended-amount",
          value: body.amount.map(units.amount) ?? "", hint: "moderate, 250ml",
          list: "amounts")
        html.proposals("amounts", WateringAmount.allCases.map(\.rawValue))
      }
      html.longField(
        "Remark", "note", "amended-note", value: care.current.note ?? "")
      html.button("Correct it")
    }
  }
}

extension HTMLWriter {
  /// Writes the link to the form that corrects care, if an event recorded some
  /// and the reader may.
  mutating func amendLink(
    _ event: EventDescription, action: String, in context: PageContext
  ) {
    guard case .taskCompleted(let body)? = event.event.payload?.body,
      context.may(.changeAll)
    else { return }
    let page = PagePath("care", action).with("kind", body.kind.name)
      .with("back", context.here.text)
    let plant = event.shownBy
    element(
      .a, .class("icon-button"),
      .href(plant == .home ? page : page.with("plant", plant.description)),
      .data("sheet", "care")
    ) { html in
      html.element(.span, .class("hidden-label")) { html in
        html.text("Correct: ")
        html.isolated(
          [event.subjectWords, event.happening(.pages)].compactMap(\.self)
            .joined(separator: ", "))
      }
      html.icon(.pencil, in: context)
    }
  }
}
