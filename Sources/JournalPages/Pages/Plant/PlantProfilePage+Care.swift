internal import CatalogueStore
internal import HTMLKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

// Schedules, needs, and how well they were followed.
extension PlantProfilePage {
  // MARK: Schedules

  func schedules(_ html: inout HTMLWriter, _ context: PageContext) {
    let schedules = page.plant.schedules
    let mayChange = may(.changeAll, in: context) && state.removal == nil
    guard !schedules.isEmpty || mayChange else { return }
    html.section("Schedules", "schedules") { html in
      let isNew = content.editedKind.map { kind in
        !schedules.contains { $0.schedule.kind == kind }
      }
      if !schedules.isEmpty || mayChange && isNew == true {
        html.element(.ul, .class("group")) { html in
          for view in schedules {
            schedule(view, mayChange: mayChange, &html, context)
          }
          if let kind = content.editedKind, mayChange, isNew == true {
            html.element(.li, .class("schedule"), .id(place(of: kind))) {
              html in
              html.element(.h3) { $0.isolated(kind.words.capitalizedSentence) }
              form(of: kind, nil, &html, context)
            }
          }
        }
      }
      if mayChange { newSchedule(&html, context) }
    }
  }

  private func place(of kind: TaskKind) -> HTMLID {
    HTMLID("schedule", kind.name)
  }

  private func schedule(
    _ view: ScheduleView, mayChange: Bool, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let kind = view.schedule.kind
    html.element(.li, .class("schedule"), .id(place(of: kind))) { html in
      html.element(.div, .class("schedule-head")) { html in
        html.element(.span, .class("tile", "is-kind", kind.style)) {
          $0.icon(kind.icon, in: context)
        }
        html.element(.div) { html in
          html.element(.h3) { $0.isolated(kind.words.capitalizedSentence) }
          html.element(.p) {
            $0.isolated(
              view.schedule.text(in: page.units, on: page.today)
                .capitalizedSentence)
          }
          html.element(.p, .class("note")) { html in
            html.isolated(
              view.lastDone == nil
                ? "not given yet" : "last \(page.lastCare(of: view))")
            if let next = view.nextDue {
              html.text(" · next \(next.words(on: page.today))")
            }
          }
        }
        if mayChange {
          html.element(
            .a, .class("icon-button"),
            .href(path.with("schedule", kind.name).at(place(of: kind)))
          ) { html in
            html.element(
              .span, .class("hidden-label"),
              text: "Change \(kind.words) of \(shownName)")
            html.icon(.pencil, in: context)
          }
        }
      }
      if let task = content.why?.tasks.first(where: {
        $0.explanation.kind == kind && $0.explanation.task == nil
      }) {
        html.fold("Why this day?", "\(kind.need): \(name)", in: context) {
          html in
          html.facts(task.steps(in: page.units, on: page.today))
        }
      }
      if mayChange, content.editedKind == kind {
        form(of: kind, view.schedule, &html, context)
      }
    }
  }

  private func form(
    of kind: TaskKind, _ schedule: ScheduleSet?, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let intervals = 1...ScheduleSet.maximumInterval
    html.form(
      PageAction(
        "plants", id.description, "schedules", kind.name,
        fields: [("anew", "true")] + shown(schedule)),
      in: context, isFlow: true, back: path
    ) { html in
      html.numberField(
        "Days from one time to the next", "every", "schedule-every",
        in: intervals, value: schedule?.intervalDays, isRequired: true)
      html.element(.fieldset, .class("quarters")) { html in
        html.element(.legend, text: "Days in seasons that differ")
        for season in Season.allCases {
          html.numberField(
            season.rawValue.capitalizedSentence, season.fieldName,
            HTMLID("schedule", "in-\(season.rawValue)"), in: intervals,
            value: schedule?.seasonalIntervalDays[season])
        }
      }
      html.textField(
        "Months", "months", "schedule-months",
        value: schedule.flatMap {
          $0.activeMonths == .all ? nil : $0.activeMonths.text
        } ?? "", hint: "Mar-Oct; empty for all")
      html.textField(
        "Amount", "amount", "schedule-amount", value: schedule?.amount ?? "",
        hint: "moderate, 250ml", list: "amounts")
      if kind == .fertilizing {
        html.choiceField(
          "Fertilizer", "fertilizer", "schedule-fertilizer",
          [("", "any")]
            + FertilizerType.allCases.map {
              ($0.rawValue, $0.words)
            }, chosen: schedule?.fertilizer?.rawValue ?? "")
      }
      html.textField(
        "Time of day", "time", "schedule-time", type: "time",
        value: schedule?.time?.description ?? "")
      html.textField(
        "First day", "from", "schedule-from", type: "date",
        value: schedule?.startOn?.description ?? "")
      html.textField(
        "Remark", "note", "schedule-note", value: state.remark(on: kind) ?? "")
      html.element(.div, .class("inline")) { html in
        html.button("Set the schedule", kind.words)
        html.element(
          .a, .class("button", "is-plain"), .href(path.at(place(of: kind))),
          text: "Cancel")
      }
    }
    html.proposals("amounts", WateringAmount.allCases.map(\.rawValue))
    guard schedule != nil else { return }
    html.form(
      PageAction(
        "plants", id.description, "schedules", kind.name, method: .delete,
        fields: shown(schedule)),
      in: context, back: path
    ) { html in
      html.button(
        "Clear the schedule", kind.words, style: "is-soft is-overdue")
    }
  }

  /// The fields that say which schedule the page shows.
  private func shown(
    _ schedule: ScheduleSet?
  ) -> [(name: StaticString, value: String)] {
    guard let schedule else { return [] }
    return [("was", schedule.summary)]
  }

  /// Writes the choice of a kind of care that has no schedule yet.
  private func newSchedule(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let kinds = TaskKind.standard.filter { state.care($0)?.schedule == nil }
    html.element(
      .form, .class("beside-field"), .word(.method, "get"),
      .path(.action, path.at("schedules"))
    ) { html in
      html.kindChoice(
        "Another schedule", "schedule", "new-schedule", kinds)
      html.button("Add", style: "is-soft")
    }
    html.fold("A kind of care of your own", in: context) { html in
      html.element(
        .form, .class("beside-field"), .word(.method, "get"),
        .path(.action, path.at("schedules"))
      ) { html in
        html.textField(
          "Its name", "schedule", "own-schedule", hint: "neem-spray",
          isRequired: true)
        html.button("Add", style: "is-soft")
      }
    }
  }

  // MARK: Needs

  func needs(_ html: inout HTMLWriter, _ context: PageContext) {
    html.section("Needs", "needs") { html in
      html.element(.div, .class("group", "padded")) { html in
        if content.adoption?.replacesCare ?? false { adoption(&html, context) }
        html.facts(page.needLines.map { ($0.need, $0.text) })
        if let source = page.ownCareSource {
          html.element(.p, .class("note")) {
            $0.isolated(source.capitalizedSentence)
          }
        }
        if !(content.adoption?.replacesCare ?? false) {
          adoption(&html, context)
        }
      }
    }
  }

  /// Writes the form that gives the plant the catalogue's names and care.
  private func adoption(_ html: inout HTMLWriter, _ context: PageContext) {
    guard let adoption = content.adoption, !adoption.isEmpty,
      may(.changeAll, in: context), state.removal == nil
    else { return }
    if case .unknown = adoption.reading { return unknown(&html, context) }
    let names = adoption.candidates
    if adoption.replacesCare {
      html.element(
        .p, text: "The catalogue has other care for this plant now.")
    }
    html.form(
      PageAction("plants", id.description, "adopt"), in: context, isFlow: true
    ) { html in
      if !names.isEmpty {
        html.choiceField(
          "Which plant is it?", "species", "adopt-species",
          names.map { ($0, $0) })
      }
      html.button("Adopt the catalogue's care", name, style: "is-soft")
    }
  }

  /// Writes that the catalogue does not know the plant, and the way to say what
  /// it is.
  private func unknown(_ html: inout HTMLWriter, _ context: PageContext) {
    html.element(.p, .class("note")) { html in
      html.text("The catalogue does not know this plant. ")
      html.element(
        .a, .href(.plant(id, "edit")), text: "Which plant is it?")
    }
  }

  // MARK: How care was given

  func care(_ html: inout HTMLWriter) {
    let audits =
      content.audit.plants.first?.kinds
      .filter { $0.expectedCount > 0 } ?? []
    guard !audits.isEmpty else { return }
    let period = content.audit.period
    html.section(
      "Care by week", "care",
      link: ("Audit", PagePath("audit").with("plant", id.description))
    ) { html in
      html.element(.div, .class("group", "padded", "care-map")) { html in
        for audit in audits {
          html.element(.figure) { html in
            html.element(.figcaption) { html in
              html.element(.strong) {
                $0.isolated(audit.kind.words.capitalizedSentence)
              }
              html.text(" ")
              html.element(.span, .class("note"), text: summary(of: audit))
            }
            html.weeks(
              audit.weeks(of: period),
              label: "\(audit.kind.words): \(summary(of: audit))")
          }
        }
        html.element(
          .p, .class("note"), text: period.words(on: page.today))
        html.element(.ul, .class("legend", "note"), .word(.ariaHidden, "true"))
        { html in
          for outcome in CareAudit.Outcome.allCases {
            html.element(.li) { html in
              html.element(
                .svg, .class("weeks"), .number(.viewBox, 0, 0, 10, 14)
              ) { $0.week(outcome, at: 0) }
              html.text(outcome.words)
            }
          }
        }
      }
    }
  }

  private func summary(of audit: CareAudit) -> String {
    var words: [String] = []
    if let share = audit.onTimeShare {
      words.append("\(Phrase.percent(share)) on time")
    }
    if audit.lateCount > 0 {
      words.append("\(audit.lateCount) \(CareAudit.Outcome.late.words)")
    }
    if !audit.missed.isEmpty {
      words.append("\(audit.missed.count) \(CareAudit.Outcome.missed.words)")
    }
    return words.joined(separator: ", ")
  }
}

extension HTMLWriter {
  /// Writes a row of weeks; shapes as well as colours tell outcomes apart.
  fileprivate mutating func weeks(
    _ weeks: [CareAudit.Outcome?], label: String
  ) {
    element(
      .svg, .class("weeks"), .word(.role, "img"), .text(.ariaLabel, label),
      .number(.viewBox, 0, 0, Double(weeks.count) * 10, 14)
    ) { html in
      for (index, outcome) in weeks.enumerated() {
        html.week(outcome, at: Double(index) * 10)
      }
    }
  }

  fileprivate mutating func week(_ outcome: CareAudit.Outcome?, at x: Double) {
    switch outcome {
    case nil:
      element(
        .circle, .class("is-none"), .number(.cx, x + 5), .number(.cy, 7),
        .number(.r, 1))
    case .given?:
      element(
        .rect, .class("is-given"), .number(.x, x + 1), .number(.y, 0),
        .integer(.width, 8), .integer(.height, 14), .number(.rx, 2))
    case .late?:
      element(
        .rect, .class("is-late"), .number(.x, x + 1), .number(.y, 7),
        .integer(.width, 8), .integer(.height, 7), .number(.rx, 2))
    case .skipped?:
      element(
        .circle, .class("is-skipped"), .number(.cx, x + 5), .number(.cy, 7),
        .number(.r, 3))
    case .missed?:
      element(
        .rect, .class("is-missed"), .number(.x, x + 2), .number(.y, 1),
        .integer(.width, 6), .integer(.height, 12), .number(.rx, 2))
    }
  }
}

extension Season {
  /// The field of a schedule's interval in the season.
  fileprivate var fieldName: StaticString {
    switch self {
    case .spring: "spring"
    case .summer: "summer"
    case .autumn: "autumn"
    case .winter: "winter"
    }
  }
}
