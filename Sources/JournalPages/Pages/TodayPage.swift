public import HTMLKit
internal import JournalCare
public import JournalEvents
public import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

/// The page of today's tasks.
public struct TodayPage: Page {
  private let day: TodayView.Page
  private let part: TodayView.Part?
  private let pictures: [PlantID: PlantPicture]
  private let selects: Bool
  private let undoings: [TodayView.Done: DoneUndoing]
  private let namesakes: Set<PlantID>

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - day: The tasks.
  ///   - part: The part that is shown alone; `nil` for the whole day.
  ///   - pictures: The pictures of the plants.
  ///   - selects: Whether several plants are being selected.
  ///   - undoings: The undos of what is done.
  public init(
    _ day: TodayView.Page, only part: TodayView.Part?,
    pictures: [PlantID: PlantPicture], selects: Bool,
    undoings: [TodayView.Done: DoneUndoing]
  ) {
    self.day = day
    self.part = part
    self.pictures = pictures
    self.selects = selects
    self.undoings = undoings
    let rows = day.round.groups.flatMap(\.rows) + day.snoozed
    namesakes = JournalPages.namesakes(
      among: rows.map { ($0.plant, $0.plantName) })
  }

  public var title: String { "Today" }
  public var tab: PageTab? { .today }

  private var view: TodayView { day.view }
  private static let selection: HTMLID = "selection"
  /// The selected plants can have any rhythm.
  private static let snoozes: [SnoozeSpan] = [.day, .threeDays, .week]

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    masthead(&html, context)
    guard day.hasPlants || !day.isEmpty || day.next != nil else {
      return html.empty(
        .sprout, "No plants yet", EmptyWords.firstPlant,
        in: context, links: [("Add a plant", PagePath("plants", "new"))])
    }
    filters(&html, context)
    if day.round.groups.isEmpty, part != .snoozed {
      html.empty(
        .check, part == nil ? "All caught up!" : "Nothing here",
        part == nil ? day.nextWords : nil, in: context)
    }
    for (index, group) in day.round.groups.enumerated() {
      section(group, index, &html, context)
    }
    if selects, context.may(.giveCare) { selectionBar(&html, context) }
    done(&html, context)
    snoozed(&html, context)
    if let unscheduled = day.unscheduledWords {
      html.element(.p, .class("note")) { html in
        html.text(unscheduled)
        if context.may(.changeAll) {
          html.text(": ")
          html.element(
            .a, .href(PagePath("plants").with("schedule", "none")),
            text: day.unscheduledCount == 1 ? "give it one" : "give them one")
        }
        html.text(".")
      }
    }
  }

  // MARK: The head

  private func masthead(_ html: inout HTMLWriter, _ context: PageContext) {
    let (done, total) = (view.done.count, view.total)
    html.element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1) { html in
          html.text(day.greeting)
          if let reader = context.reader {
            html.text(", ")
            html.isolated(reader)
          }
        }
        html.element(.p) { html in
          html.text(
            "\(view.day.weekdayName) \(view.day.day) \(view.day.monthName)")
        }
      }
      guard total > 0, part == nil else { return }
      html.element(
        .div, .class("ring"), .word(.role, "img"),
        .text(.ariaLabel, "\(done) of \(total) done")
      ) { html in
        html.element(
          .svg, .number(.viewBox, 0, 0, 64, 64), .word(.ariaHidden, "true")
        ) { html in
          html.element(
            .circle, .number(.cx, 32), .number(.cy, 32), .number(.r, 29))
          html.element(
            .circle, .number(.cx, 32), .number(.cy, 32), .number(.r, 29),
            .number(.pathLength, Double(total)),
            .number(.dashes, Double(done), Double(total)))
        }
        html.element(
          .span, .word(.ariaHidden, "true"), text: "\(done)/\(total)")
      }
    }
  }

  private func filters(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let counts: [(TodayView.Part, Int, String)] = [
      (.overdue, view.overdue.count, "overdue"),
      (.today, view.todayCount, "today"),
      (.snoozed, view.snoozed.count, "snoozed"),
    ]
    html.element(.nav, .text(.ariaLabel, "Filter")) { html in
      html.element(.ul, .class("filters")) { html in
        for (part, count, word) in counts where count > 0 || self.part == part {
          let isOn = self.part == part
          html.filter(
            "\(count) \(word)",
            isOn ? PagePath() : PagePath().with("show", word), isOn: isOn,
            style: part == .overdue ? "is-overdue" : nil)
        }
        if self.part != nil {
          html.filter("whole day", PagePath(), isOn: false)
        }
      }
    }
    let maySelect =
      part == nil && !selects && context.may(.giveCare)
      && view.todayCount + view.overdue.count > 1
    var ways: [(text: String, path: PagePath)] = [
      ("Coming days", PagePath("upcoming"))
    ]
    if maySelect {
      ways.insert(("Select", PagePath().with("select", "true")), at: 0)
    }
    html.ways(ways)
  }

  // MARK: Tasks

  private func section(
    _ group: TaskRound.Group, _ index: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let heading = HTMLID("group", "\(index)")
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, heading)
    ) { html in
      html.element(.div, .class("room-head")) { html in
        html.element(.h2, .id(heading)) { html in
          html.isolated(group.subject.words)
          html.text(" ")
          html.element(.span, .class("count"), text: "\(group.taskCount)")
        }
        watering(of: group, &html, context)
      }
      html.element(
        .ul, .class("group", group.rows.count > 20 ? "is-long" : nil)
      ) { html in
        for row in group.rows {
          for part in row.deeds { self.row(part, &html, context) }
        }
      }
    }
  }

  /// Writes the button that waters all plants of a room that need water.
  private func watering(
    of group: TaskRound.Group, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let tasks = group.rows.compactMap { row in
      row.tasks.first { $0.task.kind == .watering && $0.task.title == nil }
    }
    guard tasks.count > 1, context.may(.giveCare), !selects else { return }
    html.form(
      PageAction("care", fields: tasks.map { ("item", $0.item) }), in: context
    ) { html in
      html.element(
        .button, .class("button", "is-soft", "is-compact", "is-watering")
      ) { html in
        html.icon(.drop, in: context)
        html.text("Water \(tasks.count)")
        html.element(.span, .class("hidden-label")) { html in
          html.text(" in ")
          html.isolated(group.subject.words)
        }
      }
    }
  }

  private func row(
    _ row: TaskRound.Row, _ html: inout HTMLWriter, _ context: PageContext,
    note: String? = nil
  ) {
    html.taskRow(
      row, pictures[row.plant], day.units, in: context, note: note,
      showsID: namesakes.contains(row.plant), doesSingly: !selects
    ) { html in
      actions(of: row, &html, context)
    }
  }

  private func actions(
    of row: TaskRound.Row, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    if selects, context.may(.giveCare) {
      guard !row.isOfHome else { return }
      for task in row.tasks {
        html.element(.label, .class("check")) { html in
          html.element(
            .span, .class("hidden-label"),
            text:
              "Select: \(task.task.title ?? task.task.kind.verb) \(row.plantName)"
          )
          html.void(
            .input, .word(.type, "checkbox"), .word(.fieldName, "item"),
            .value(task.item), .reference(.form, Self.selection))
        }
      }
      return
    }
    html.moreLink(row, in: context)
    html.doneButton(row, in: context)
  }

  private func selectionBar(
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    html.form(
      PageAction("care"), in: context, id: Self.selection, back: PagePath()
    ) { html in
      html.element(.div, .class("inline", "selection")) { html in
        html.element(
          .button, .class("button"), .data("counts", "Complete"),
          text: "Complete")
        if context.may(.skip) || context.may(.snooze) {
          html.fold("More", in: context) { html in
            html.element(.div, .class("inline")) { otherDeeds(&$0, context) }
          }
        }
        html.selectionEnd(PagePath(), in: context)
      }
    }
  }

  private func otherDeeds(_ html: inout HTMLWriter, _ context: PageContext) {
    if context.may(.skip) { html.selectionButton("skip", "Skip") }
    guard context.may(.snooze) else { return }
    for span in Self.snoozes {
      html.selectionButton(
        "snooze", "Snooze \(span.words)", name: "until", value: span.text)
    }
  }

  // MARK: What is done, and what waits

  private func done(_ html: inout HTMLWriter, _ context: PageContext) {
    guard !day.done.isEmpty else { return }
    html.element(.details, .class("fold")) { html in
      html.element(.summary) { html in
        html.icon(.chevron, in: context)
        html.text("Done today ")
        html.element(.span, .class("count"), text: "\(day.done.count)")
      }
      html.element(.ul, .class("group")) { html in
        for done in day.done {
          html.doneRow(
            done, pictures[done.plant], day.zone, undoing: undoings[done],
            in: context)
        }
      }
    }
  }

  private func snoozed(_ html: inout HTMLWriter, _ context: PageContext) {
    guard !day.snoozed.isEmpty else { return }
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "snoozed")
    ) { html in
      html.element(.h2, .id("snoozed"), text: "Snoozed")
      html.element(.ul, .class("group")) { html in
        for row in day.snoozed {
          let until = row.tasks[0].task.snoozedUntil
          self.row(
            row, &html, context,
            note: until.map { "until \($0.words(on: view.day))" })
        }
      }
    }
  }
}

extension TaskRound.Row {
  /// The action that does all tasks of the row.
  var completion: PageAction {
    PageAction("care", fields: tasks.map { ("item", $0.item) })
  }
}
