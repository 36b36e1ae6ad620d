public import HTMLKit
package import JournalCare
internal import JournalEvents
package import JournalQueries
internal import JournalReports
internal import TextKit

/// The tasks of one plant, with everything that can be done about them.
public struct PlantTasksPage: Page {
  private let plant: PlantPage
  private let why: WhyView
  private let spans: [OpenTask: [SnoozeSpan]]
  private let back: PagePath
  /// A Boolean value that indicates whether the plant's own page linked here.
  private let isFromPlant: Bool

  /// Creates the page of a plant.
  ///
  /// - Parameters:
  ///   - plant: The plant.
  ///   - why: The reasons for the due days.
  ///   - spans: The spans for which one button snoozes each task.
  ///   - back: The page that linked here; `nil` for the plant's own.
  package init(
    _ plant: PlantPage, why: WhyView, spans: [OpenTask: [SnoozeSpan]],
    back: PagePath?
  ) {
    self.plant = plant
    self.why = why
    self.spans = spans
    self.back = back ?? .plant(plant.plant.id)
    isFromPlant = back == nil
  }

  public var title: String { "Tasks of \(name)" }
  public var tab: PageTab? { .today }

  private var id: PlantID { plant.plant.id }
  private var name: String { plant.plant.state.displayName }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.wayBack(isFromPlant ? name : "Back", back, in: context)
    html.element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1) { html in
          html.text("Tasks of ")
          html.isolated(name)
        }
        if !isFromPlant {
          html.element(.p) { html in
            html.element(
              .a, .class("button", "is-plain", "is-compact"),
              .href(.plant(id)), text: "Its page")
          }
        }
      }
    }
    if plant.tasks.isEmpty {
      html.element(
        .p, .class("note"), text: why.absence(of: nil).capitalizedSentence)
    }
    for (index, task) in plant.tasksByDay.enumerated() {
      section(task, index, &html, context)
    }
    guard plant.plant.state.removal == nil else { return }
    otherCare(&html, context)
    oneOff(&html, context)
    html.proposals("amounts", WateringAmount.allCases.map(\.rawValue))
  }

  // MARK: A task

  private func section(
    _ task: TodayView.Task, _ index: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let open = task.task
    let request = open.request(task.entry.facts.amount, in: plant.units)
    html.element(
      .section, .class("group", "padded", "task"), .id(open.place),
      .reference(.ariaLabelledby, HTMLID("task-name", "\(index)"))
    ) { html in
      html.element(.div, .class("schedule-head")) { html in
        html.element(.span, .class("tile", "is-kind", open.kind.style)) {
          $0.icon(open.kind.icon, in: context)
        }
        html.element(.div) { html in
          html.element(.h2, .id(HTMLID("task-name", "\(index)"))) {
            $0.isolated(request.capitalizedSentence)
          }
          html.due(task, on: plant.today)
          if !task.remarkText.isEmpty {
            html.element(.p, .class("note")) { $0.isolated(task.remarkText) }
          }
        }
        if context.may(.giveCare) {
          html.form(task.completion, in: context, back: back) { html in
            html.element(
              .button, .class("done"),
              .text(
                .ariaLabel,
                "Done: \(SafeText.shown(request)) \(SafeText.shown(name))")
            ) { $0.icon(.check, in: context) }
          }
        }
      }
      if let reason = why.tasks.first(where: {
        $0.explanation.kind == open.kind && $0.explanation.task == open.task
      }) {
        html.fold("Why this day?", request, in: context) { html in
          html.facts(reason.steps(in: plant.units, on: plant.today))
        }
      }
      if context.may(.giveCare) {
        html.fold("Done with details", request, in: context) { html in
          done(task, index, &html, context)
        }
      }
      if context.may(.snooze) { snooze(task, index, &html, context) }
      html.element(.div, .class("inline")) { html in
        if context.may(.skip) {
          html.form(
            PageAction("skip", fields: [("item", task.item)]), in: context,
            back: back
          ) { html in
            html.element(.button, .class("button", "is-soft")) { html in
              html.icon(.skip, in: context)
              html.text("Skip")
              html.element(.span, .class("hidden-label"), text: " \(request)")
            }
          }
        }
        if let oneOff = open.task, context.may(.changeAll) {
          html.form(
            PageAction("tasks", oneOff.description, method: .delete),
            in: context, back: back
          ) { html in
            html.button("Drop", request, style: "is-soft is-overdue")
          }
        }
      }
    }
  }

  private func done(
    _ task: TodayView.Task, _ index: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    html.form(
      PageAction("care", fields: [("item", task.item)]), in: context,
      isFlow: true, back: back
    ) { html in
      occasion(
        "\(index)", takesAmount: task.task.takesAmount, &html)
      html.button("Done", task.task.words)
    }
  }

  private func occasion(
    _ prefix: String, takesAmount: Bool, _ html: inout HTMLWriter
  ) {
    if takesAmount {
      html.textField(
        "Amount", "amount", HTMLID("amount", prefix), hint: "moderate, 250ml",
        list: "amounts")
    }
    html.textField(
      "When, if not now", "at", HTMLID("at", prefix), type: "datetime-local")
    html.textField("Remark", "note", HTMLID("note", prefix))
  }

  private func snooze(
    _ task: TodayView.Task, _ index: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let open = task.task
    html.fold("Snooze", open.words, isOpen: index == 0, in: context) {
      html in
      let spans = spans[open] ?? []
      if !spans.isEmpty {
        html.element(.div, .class("inline")) { html in
          for span in spans {
            html.form(
              PageAction(
                "snooze", fields: [("item", task.item), ("until", span.text)]),
              in: context, back: back
            ) { html in
              html.element(.button, .class("button", "is-soft")) { html in
                html.element(
                  .span, .class("hidden-label"), text: "Snooze \(open.words) ")
                html.text(span.words)
              }
            }
          }
        }
      }
      html.form(
        PageAction("snooze", fields: [("item", task.item)]), in: context,
        back: back
      ) { html in
        html.element(.div, .class("beside-field")) { html in
          html.textField(
            "Until", "until", HTMLID("until", "\(index)"), type: "date",
            isRequired: true)
          html.button("Snooze", open.words, style: "is-soft")
        }
      }
    }
  }

  // MARK: Other care

  /// The standard kinds of care, and those of the plant's schedules.
  private var kinds: [TaskKind] {
    TaskKind.standard
      + plant.plant.schedules.map(\.schedule.kind).filter {
        !TaskKind.standard.contains($0)
      }
  }

  private func otherCare(_ html: inout HTMLWriter, _ context: PageContext) {
    guard context.may(.giveCare) else { return }
    html.fold("Give other care", name, in: context) { html in
      html.form(
        PageAction("care", fields: [("plant", id.description)]), in: context,
        isFlow: true, back: back
      ) { html in
        html.kindChoice("Kind of care", "kind", "other-kind", kinds)
        occasion("other", takesAmount: true, &html)
        html.button("Done")
      }
    }
  }

  private func oneOff(_ html: inout HTMLWriter, _ context: PageContext) {
    guard context.may(.changeAll) else { return }
    html.fold("Plan a task", name, in: context) { html in
      html.form(
        PageAction("tasks", fields: [("plant", id.description)]), in: context,
        isFlow: true, back: back
      ) { html in
        html.textField("Title", "title", "plan-title", hint: "Buy a pot")
        html.kindChoice(
          "Kind of care, if it is one", "kind", "plan-kind", kinds,
          none: "none")
        html.textField(
          "Due", "due", "plan-due", type: "date", isRequired: true)
        html.textField(
          "Then again every", "every", "plan-every", hint: "2w, 3mo, monthly")
        html.textField("Remark", "note", "plan-note")
        html.button("Plan it")
      }
    }
  }
}

extension OpenTask {
  /// A Boolean value that indicates whether an amount can be given.
  fileprivate var takesAmount: Bool {
    title == nil && [.watering, .fertilizing, .misting].contains(kind)
  }
}
