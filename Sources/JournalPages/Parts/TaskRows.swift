internal import HTMLKit
internal import JournalCare
public import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

/// The undo of care that was done, which the reader may carry out.
public struct DoneUndoing: Sendable {
  let action: String
  let plant: PlantID?
  let count: Int

  /// Creates an undo.
  ///
  /// - Parameters:
  ///   - action: The id of the action.
  ///   - plant: The plant to which the undo is limited; `nil` for none.
  ///   - count: The number of events that are undone.
  public init(action: String, plant: PlantID?, count: Int) {
    self.action = action
    self.plant = plant
    self.count = count
  }
}

// Tasks and what was done, as rows of lists.
extension HTMLWriter {
  /// Writes a plant and its tasks as a row.
  ///
  /// - Parameters:
  ///   - row: The plant and its tasks.
  ///   - picture: The plant's picture.
  ///   - units: The units of amounts.
  ///   - context: The page.
  ///   - note: A remark below the tasks; `nil` for none.
  ///   - showsID: Whether another plant has the same name.
  ///   - doesSingly: Whether each of several tasks can be done by itself.
  ///   - actions: Writes the buttons.
  mutating func taskRow(
    _ row: TaskRound.Row, _ picture: PlantPicture?, _ units: MeasurementUnits,
    in context: PageContext, note: String? = nil, showsID: Bool = false,
    doesSingly: Bool = false,
    actions: (inout HTMLWriter) -> Void
  ) {
    element(
      .li, .class("row"), .data("plant", row.plant.description)
    ) { html in
      html.tile(picture, ofTasksOf: row.plant, in: context)
      html.element(.div, .class("row-main")) { html in
        html.rowName(row.plantName, row.plant)
        if showsID, row.plant != .home {
          html.text(" ")
          html.element(.span, .class("note"), text: ShortID.text(of: row.plant))
        }
        if let late = row.tasks[0].latenessWords {
          html.text(" ")
          html.element(.span, .class("late"), text: late)
        } else if let time = row.tasks[0].task.unusualTime {
          html.text(" ")
          html.element(.span, .class("note"), text: "at \(time)")
        }
        if doesSingly, row.tasks.count > 1, context.may(.giveCare) {
          html.form(PageAction("care"), in: context) { html in
            html.element(.ul, .class("tags")) { html in
              for task in row.tasks {
                html.tagButton(task, in: context, units)
              }
            }
          }
        } else if !row.isOfHome {
          html.element(.ul, .class("tags")) { html in
            for task in row.tasks { html.tag(task, in: context, units) }
          }
        }
        if let note { html.element(.p, .class("note"), text: note) }
        for remark in row.remarks {
          html.element(.p, .class("note")) { $0.isolated(remark) }
        }
        if row.isOftenSnoozed {
          html.element(.p, .class("note"), text: "often snoozed")
        }
      }
      html.element(.div, .class("row-actions")) { actions(&$0) }
    }
  }

  /// Writes care that was given as a row.
  mutating func doneRow(
    _ done: TodayView.Done, _ picture: PlantPicture?, _ zone: TimeZoneRules,
    undoing: DoneUndoing? = nil, in context: PageContext
  ) {
    element(.li, .class("row", "is-done")) { html in
      html.tile(picture, ofTasksOf: done.plant, in: context)
      html.element(.div, .class("row-main")) { html in
        html.rowName(done.plantName, done.plant)
        html.element(.p, .class("note")) { html in
          if done.plant != .home {
            html.isolated(done.title ?? done.kind.verb)
            html.text(" ")
          }
          html.text("at \(zone.timeOfDay(of: done.at))")
          if let recorder = done.recorder, !recorder.isSamePerson {
            html.text(" by ")
            html.isolated(recorder.shown)
          }
        }
      }
      if let undoing { html.undoButton(undoing, of: done, in: context) }
    }
  }

  private mutating func undoButton(
    _ undoing: DoneUndoing, of done: TodayView.Done, in context: PageContext
  ) {
    guard context.may(.undoOwn) else { return }
    element(.div, .class("row-actions")) { html in
      html.form(
        PageAction("undo", fields: [("action", undoing.action)])
          .of(undoing.plant), in: context
      ) { html in
        guard undoing.count == 1 else {
          return html.button(
            "Undo \(undoing.count)", "of \(SafeText.shown(done.plantName))",
            style: "is-plain is-compact")
        }
        let words = done.title ?? done.kind.verb
        html.element(
          .button, .class("icon-button"),
          .text(
            .ariaLabel,
            "Undo: \(SafeText.shown("\(words) \(done.plantName)"))")
        ) { $0.icon(.undo, in: context) }
      }
    }
  }

  /// Writes the picture of a plant, or the symbol of tasks of the home.
  mutating func tile(
    _ picture: PlantPicture?, ofTasksOf plant: PlantID, in context: PageContext
  ) {
    if plant == .home {
      element(.span, .class("tile")) { $0.icon(.check, in: context) }
    } else {
      tile(picture, of: plant, in: context)
    }
  }

  private mutating func rowName(_ name: String, _ plant: PlantID) {
    element(
      .a, .class("row-name"),
      .href(plant == .home ? PagePath("tasks") : .plant(plant))
    ) { $0.isolated(name) }
  }

  /// Writes the link to everything that can be done about a plant's tasks.
  mutating func moreLink(
    _ row: TaskRound.Row, in context: PageContext, back: PagePath? = nil
  ) {
    guard !row.isOfHome else { return }
    let sheet = PagePath.plant(row.plant, "tasks")
    element(
      .a, .class("icon-button"),
      .href(sheet.with("back", (back ?? context.here).text)),
      .data("sheet", "tasks")
    ) { html in
      html.element(.span, .class("hidden-label")) { html in
        html.text("More for ")
        html.isolated(row.plantName)
      }
      html.icon(.dots, in: context)
    }
  }

  /// Writes the button that does all tasks of a row, if the reader may.
  mutating func doneButton(
    _ row: TaskRound.Row, in context: PageContext, label: String = "Done"
  ) {
    guard context.may(.giveCare) else { return }
    form(row.completion, in: context) { html in
      html.element(
        .button, .class("done"),
        .text(.ariaLabel, "\(label): \(row.requestWords)")
      ) { $0.icon(.check, in: context) }
    }
  }
}

extension TodayView.Task {
  /// The task among all tasks: its plant, and its kind or its id.
  var name: String {
    "\(plant):\(task.task?.description ?? task.kind.name)"
  }

  /// The task as the field `item` of an action names it, with the day on which
  /// the page shows it. So an old page acts on no later task.
  var item: String { "\(name):\(task.ownDue)" }

  /// The action that does the task.
  var completion: PageAction {
    PageAction("care", fields: [("item", item)])
  }
}
