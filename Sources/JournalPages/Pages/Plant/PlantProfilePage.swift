public import HTMLKit
package import JournalActions
internal import JournalCare
package import JournalEvents
package import JournalQueries
internal import JournalReports
internal import JournalTime
package import PlantServices
internal import TextKit

/// Everything about one plant.
public struct PlantProfilePage: Page {
  /// An event in the plant's history.
  package struct Event {
    let entry: HistoryEntry
    let description: EventDescription
    /// The parts of what happened.
    let parts: [String]
    /// The part of the event's action that is not undone.
    let extent: ActionExtent
    /// A Boolean value that indicates whether no event before is undone with this
    /// one.
    let isFirst: Bool
    /// A Boolean value that indicates whether the reader's undo would be carried
    /// out.
    let mayUndo: Bool

    /// Creates an event.
    package init(
      _ entry: HistoryEntry, _ description: EventDescription, parts: [String],
      extent: ActionExtent, isFirst: Bool, mayUndo: Bool
    ) {
      self.mayUndo = mayUndo
      self.entry = entry
      self.description = description
      self.parts = parts
      self.extent = extent
      self.isFirst = isFirst
    }
  }

  /// The contents of the page.
  package struct Content {
    package var page: PlantPage
    /// The reasons for the due days; `nil` for a plant without tasks.
    package var why: WhyView?
    package var lineage: LineageView
    /// The latest events, the newest first.
    package var events: [Event]
    /// A Boolean value that indicates whether there are older events.
    package var hasOlderEvents: Bool
    /// The actions that wrote the notes.
    package var noteActions: [EventReference: String]
    package var audit: AuditView
    /// The catalogue's names and care, if the plant has not taken them.
    package var adoption: Adoption?
    /// The kind of care whose schedule is being changed.
    package var editedKind: TaskKind?
    /// A Boolean value that indicates whether the page shows a former moment.
    package var isPast: Bool
    /// The plants of the collection, with which it can be merged.
    package var plants: [PlantOption]
    /// The kept picture of its species; `nil` for none.
    package var picture: SpeciesPicture?

    /// Creates the content.
    package init(
      page: PlantPage, why: WhyView?, lineage: LineageView, events: [Event],
      hasOlderEvents: Bool, noteActions: [EventReference: String],
      audit: AuditView, editedKind: TaskKind?, isPast: Bool,
      plants: [PlantOption]
    ) {
      self.page = page
      self.why = why
      self.lineage = lineage
      self.events = events
      self.hasOlderEvents = hasOlderEvents
      self.noteActions = noteActions
      self.audit = audit
      self.editedKind = editedKind
      self.isPast = isPast
      self.plants = plants
    }
  }

  let content: Content

  /// Creates the page.
  package init(_ content: Content) { self.content = content }

  public var title: String { name }
  public var tab: PageTab? { .collection }
  public var isWide: Bool { true }

  var page: PlantPage { content.page }
  var state: PlantState { page.plant.state }
  var id: PlantID { page.plant.id }
  var name: String { state.displayName }
  var path: PagePath { .plant(id) }

  /// Returns whether the reader may do something to the plant here and now.
  func may(
    _ right: WebRight, in context: PageContext
  ) -> Bool {
    !content.isPast && context.may(right)
  }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    head(&html, context)
    departure(&html, context)
    html.element(.div, .class("beside")) { html in
      html.element(.div, .class("column")) { html in
        tasks(&html, context)
        photos(&html, context)
        schedules(&html, context)
        notes(&html, context)
      }
      html.element(.div, .class("column")) { html in
        needs(&html, context)
        measurements(&html, context)
        care(&html)
        lineage(&html, context)
        facts(&html)
        changes(&html, context)
      }
    }
    events(&html, context)
  }

  // MARK: The head

  private func head(_ html: inout HTMLWriter, _ context: PageContext) {
    let cover = page.photos.cover
    let picture = cover == nil ? content.picture : nil
    html.element(
      .header,
      .class(
        "plant-head", cover == nil && picture == nil ? nil : "has-cover")
    ) { html in
      html.element(
        .a, .class("cover", id.tint), .href(.plant(id, "photos"))
      ) { html in
        html.element(
          .span, .class("hidden-label"), text: "Photos of \(shownName)")
        if let cover {
          html.void(
            .img, .path(.src, PagePath("photos", cover.id.description)),
            .text(.alt, ""), .word(.decoding, "async"),
            .integer(.width, cover.file.width),
            .integer(.height, cover.file.height))
        } else if let picture {
          html.image(of: picture)
        } else {
          html.icon(.leaf, in: context)
        }
      }
      html.element(.div, .class("plant-names")) { html in
        html.element(.h1) { $0.isolated(name) }
        html.element(.p, .class("species")) { html in
          if let profile = state.profile {
            html.element(.i) { $0.isolated(profile.scientificName) }
            if !profile.family.isEmpty {
              html.text(" · ")
              html.isolated(profile.family)
            }
          }
        }
        if let common = state.profile?.commonNames, !common.isEmpty {
          html.element(.p, .class("note")) {
            $0.isolated(common.joined(separator: ", "))
          }
        }
        chips(&html)
        if let picture { html.credit(of: picture) }
      }
      favorite(&html, context)
    }
  }

  /// The name in a sentence.
  var shownName: String { SafeText.shown(name) }

  private func chips(_ html: inout HTMLWriter) {
    html.element(.ul, .class("filters")) { html in
      if !page.room.isEmpty, state.removal == nil {
        html.element(.li) { html in
          html.element(
            .a, .class("filter", "is-accent"),
            .href(PagePath("plants").with("room", page.room))
          ) { $0.isolated(page.room) }
        }
      }
      for tag in state.profile?.tags ?? [] {
        html.element(.li) { html in
          html.element(
            .a, .class("filter"), .href(PagePath("plants").with("tag", tag))
          ) { $0.isolated(tag) }
        }
      }
      if let age = page.plant.age, state.removal == nil {
        html.element(
          .li, .class("note"), text: "\(Phrase.age(age)) here")
      }
    }
  }

  private func favorite(_ html: inout HTMLWriter, _ context: PageContext) {
    guard may(.changeAll, in: context), state.removal == nil else {
      if state.isFavorite {
        html.element(.span, .class("favorite")) { html in
          html.icon(.starFilled, in: context)
          html.element(.span, .class("hidden-label"), text: "favourite")
        }
      }
      return
    }
    html.favoriteButton(state, id, style: "favorite", in: context)
  }

  /// Writes that the plant left, and the way back.
  private func departure(_ html: inout HTMLWriter, _ context: PageContext) {
    guard state.removal != nil else { return }
    let words = page.facts.filter {
      ["removed", "merged into", "age", "remark"].contains($0.label)
    }
    html.element(.section, .class("notice", "flow")) { html in
      html.facts(
        words.compactMap { fact in fact.text.map { (fact.label, $0) } })
      if let whole = page.plant.shownBy {
        html.element(.p) { html in
          html.element(.a, .href(.plant(whole.id))) {
            $0.isolated(whole.displayName)
          }
        }
      }
      guard may(.changeAll, in: context) else { return }
      html.form(
        PageAction("plants", id.description, "restore"), in: context,
        isFlow: true, back: path
      ) { html in
        html.textField(
          "Another nickname", "name", "restore-name",
          hint: "only if its own is taken")
        html.button("Restore", name)
      }
    }
  }

  // MARK: Tasks

  private func tasks(_ html: inout HTMLWriter, _ context: PageContext) {
    guard state.removal == nil else { return }
    html.section(
      "Next", "next",
      link: context.may(.giveCare)
        ? ("All its tasks", .plant(id, "tasks")) : nil
    ) { html in
      guard !page.tasks.isEmpty else {
        html.element(
          .p, .class("note"),
          text: content.why?.absence(of: nil).capitalizedSentence ?? "")
        return
      }
      html.element(.ul, .class("group")) { html in
        for task in page.tasksByDay { row(task, &html, context) }
      }
    }
  }

  private func row(
    _ task: TodayView.Task, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let request = task.task.request(task.entry.facts.amount, in: page.units)
    html.element(.li, .class("row"), .data("plant", id.description)) { html in
      html.element(.span, .class("tile", "is-kind", task.task.kind.style)) {
        $0.icon(task.task.kind.icon, in: context)
      }
      html.element(.div, .class("row-main")) { html in
        html.element(.span, .class("row-name")) {
          $0.isolated(request.capitalizedSentence)
        }
        html.due(task, on: page.today)
        if !task.remarkText.isEmpty {
          html.element(.p, .class("note")) { $0.isolated(task.remarkText) }
        }
      }
      html.element(.div, .class("row-actions")) { html in
        guard may(.giveCare, in: context) else { return }
        html.element(
          .a, .class("icon-button"),
          .href(
            PagePath.plant(id, "tasks").at(task.task.place)),
          .data("sheet", "tasks")
        ) { html in
          html.element(
            .span, .class("hidden-label"),
            text: "More for \(SafeText.shown(request)) \(shownName)")
          html.icon(.dots, in: context)
        }
        html.form(task.completion, in: context) { html in
          html.element(
            .button, .class("done"),
            .text(
              .ariaLabel, "Done: \(SafeText.shown(request)) \(shownName)")
          ) { $0.icon(.check, in: context) }
        }
      }
    }
  }

  // MARK: History

  private func events(_ html: inout HTMLWriter, _ context: PageContext) {
    guard !content.events.isEmpty else { return }
    html.section(
      "History", "history",
      link: content.hasOlderEvents
        ? (
          "All of it",
          PagePath("history").with("plant", id.description)
        ) : nil
    ) { html in
      html.element(.ul, .class("group")) { html in
        for event in content.events { self.event(event, &html, context) }
      }
    }
  }

  private func event(
    _ event: Event, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let entry = event.entry
    html.element(
      .li, .class("event", entry.isUndone ? "is-undone" : nil)
    ) { html in
      html.element(.div) { html in
        html.element(
          .p, .class("note"), text: event.description.timeWords)
        html.element(.p) { html in
          html.element(.span, .class("event-name")) {
            $0.isolated(event.parts.first?.capitalizedSentence ?? "")
          }
          for part in event.parts.dropFirst() {
            html.text(" ")
            html.element(.span, .class("note")) { $0.isolated(part) }
          }
          if entry.isUndone || entry.isAmended {
            html.text(" ")
            html.element(
              .span, .class("note"),
              text: entry.isUndone ? "[undone]" : "[amended]")
          }
        }
      }
      html.element(.div, .class("inline")) { html in
        if !entry.isUndone, !entry.isAmended, !content.isPast {
          html.amendLink(
            event.description, action: entry.branchID, in: context)
        }
        undoButton(event, &html, context)
      }
    }
  }

  private func undoButton(
    _ event: Event, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let entry = event.entry
    guard !entry.isUndone, event.isFirst, may(.undoOwn, in: context),
      event.mayUndo
    else { return }
    // Care is often given to many plants at once; other actions are one thing.
    let count = event.extent.count(with: entry.event.header.stream)
    html.form(
      PageAction("undo", fields: [("action", entry.branchID)])
        .of(event.extent.isSeparable ? id : nil), in: context
    ) { html in
      guard count <= 1 else {
        return html.button(
          "Undo \(count)", "of \(shownName)", style: "is-plain is-compact")
      }
      html.element(
        .button, .class("icon-button"),
        .text(
          .ariaLabel,
          "Undo: \(event.parts.first ?? "") \(shownName)")
      ) { $0.icon(.undo, in: context) }
    }
  }
}

extension HTMLWriter {
  /// Writes when a task is due, and how late it is.
  mutating func due(_ task: TodayView.Task, on today: Day) {
    element(.p, .class("note")) { html in
      let until = task.task.snoozedUntil
      // A snoozed task is due on the day on which it wakes.
      if let until, until == task.task.due {
        html.text("snoozed until \(until.words(on: today))")
      } else {
        html.text("due \(task.task.due.words(on: today))")
      }
      if let time = task.task.unusualTime { html.text(" at \(time)") }
      if let every = task.task.every { html.text(", \(every.words)") }
      if let until, until != task.task.due {
        html.text(", snoozed until \(until.words(on: today))")
      }
      if let late = task.latenessWords {
        html.text(" ")
        html.element(.span, .class("late"), text: late)
      }
    }
  }
}

extension PlantPage {
  /// The open tasks, the first due first.
  var tasksByDay: [TodayView.Task] {
    tasks.enumerated().sorted { left, right in
      (left.element.task.due, left.offset)
        < (right.element.task.due, right.offset)
    }.map(\.element)
  }
}

extension OpenTask {
  /// The id of the task on the pages of its plant.
  var place: HTMLID {
    task.map { HTMLID("task", $0.description) } ?? HTMLID("task", kind.name)
  }
}
