public import HTMLKit
internal import JournalCare
package import JournalEvents
package import JournalQueries
internal import JournalReports
internal import JournalTime

/// The open one-off tasks of plants and of the home.
public struct TasksPage: Page {
  private let list: TaskList
  private let pictures: [PlantID: PlantPicture]
  private let plants: [PlantOption]
  private let chosen: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - list: The tasks.
  ///   - pictures: The pictures of their plants.
  ///   - plants: The plants for which a task can be planned.
  ///   - chosen: The id of the plant that the form names at first.
  package init(
    _ list: TaskList, pictures: [PlantID: PlantPicture],
    plants: [PlantOption], chosen: String
  ) {
    self.list = list
    self.pictures = pictures
    self.plants = plants
    self.chosen = chosen
  }

  public var title: String { "One-off tasks" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Of plants, and of the home")
    if list.tasks.isEmpty {
      html.empty(.check, "No open tasks.", in: context)
    } else {
      html.element(.ul, .class("group", "one-off")) { html in
        for task in list.tasks { row(task, &html, context) }
      }
    }
    if context.may(.changeAll) { plan(&html, context) }
  }

  private func row(
    _ task: TodayView.Task, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard let id = task.task.task else { return }
    let isOfHome = task.plant == .home
    let label =
      isOfHome ? task.task.words : "\(task.task.words), \(task.plantName)"
    html.element(.li, .class("row"), .data("task", id.description)) { html in
      html.tile(pictures[task.plant], ofTasksOf: task.plant, in: context)
      html.element(.div, .class("row-main")) { html in
        html.element(.p, .class("row-name")) { $0.isolated(task.task.words) }
        if !isOfHome {
          html.element(.p) { html in
            html.element(.a, .class("action-link"), .href(.plant(task.plant))) {
              $0.isolated(task.plantName)
            }
          }
        }
        facts(of: task, &html)
        more(task, id, label, &html, context)
      }
      html.element(.div, .class("row-actions")) { html in
        guard context.may(.giveCare) else { return }
        html.form(
          task.completion, in: context
        ) { html in
          html.element(
            .button, .class("done"), .text(.ariaLabel, "Done: \(label)")
          ) { $0.icon(.check, in: context) }
        }
      }
    }
  }

  private func facts(of task: TodayView.Task, _ html: inout HTMLWriter) {
    html.element(.p, .class("note")) { html in
      html.text(task.task.due.words(on: list.today))
      if let late = task.latenessWords {
        html.text(" ")
        html.element(.span, .class("late"), text: late)
      }
      if let every = task.task.every { html.text(", \(every.words)") }
      if let until = task.task.snoozedUntil {
        html.text(", snoozed until \(until.words(on: list.today))")
      }
    }
    for remark in [task.entry.facts.remark, task.entry.facts.snoozeRemark] {
      guard let remark else { continue }
      html.element(.p, .class("note")) { $0.isolated(remark) }
    }
  }

  private func more(
    _ task: TodayView.Task, _ id: TaskID, _ label: String,
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard context.may(.snooze) else { return }
    let date = HTMLID("until", id.description)
    html.fold("More", label, in: context) { html in
      html.form(
        PageAction("snooze", fields: [("item", task.item)]), in: context,
        isFlow: true
      ) { html in
        html.textField(
          "Snooze until", "until", date, type: "date",
          value: max(task.task.due, list.today).advanced(by: 7).description,
          isRequired: true)
        html.button("Snooze", label, style: "is-soft")
      }
      guard context.may(.changeAll) else { return }
      html.form(
        PageAction("tasks", id.description, method: .delete), in: context
      ) { html in
        html.button("Drop", label, style: "is-plain")
      }
    }
  }

  private func plan(_ html: inout HTMLWriter, _ context: PageContext) {
    html.section("Plan a task", "plan") { html in
      html.form(PageAction("tasks"), in: context, isFlow: true) { html in
        html.element(.div, .class("fields")) { html in
          html.textField("Title", "title", "title-field")
          html.kindField("", none: "none")
          html.plantField(
            "Plant", "plant", "plant-field", plants, chosen: chosen,
            none: "the home")
          html.textField(
            "Due", "due", "due-field", type: "date",
            value: list.today.advanced(by: 1).description, isRequired: true)
          html.textField(
            "Repeated every", "every", "every-field", hint: "2w or 3mo")
        }
        html.element(
          .p, .class("note"),
          text: "A task needs a title, a kind of care or both.")
        html.button("Plan it")
      }
    }
  }
}
