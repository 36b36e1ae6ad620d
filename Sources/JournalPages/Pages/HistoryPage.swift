public import HTMLKit
internal import JournalEvents
public import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

/// The page of events, the newest first.
public struct HistoryPage: Page {
  /// An event.
  public struct Line: Sendable {
    let event: EventDescription
    let action: String
    let isUndone: Bool
    let isAmended: Bool
    let mayUndo: Bool
    let extent: ActionExtent?
    /// A Boolean value that indicates whether no line before is undone with this
    /// one.
    fileprivate(set) var isFirstOfPart = true
    /// A Boolean value that indicates whether no line before is of the action.
    fileprivate(set) var isFirstOfAction = true

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - action: The name of the event's action.
    ///   - isUndone: Whether it was undone.
    ///   - isAmended: Whether it was amended.
    ///   - mayUndo: Whether the reader's undo would be carried out.
    ///   - extent: The part of the action that is not undone.
    public init(
      _ event: EventDescription, action: String, isUndone: Bool,
      isAmended: Bool, mayUndo: Bool, extent: ActionExtent?
    ) {
      self.event = event
      self.action = action
      self.isUndone = isUndone
      self.isAmended = isAmended
      self.mayUndo = mayUndo
      self.extent = extent
    }

    /// The plant, room or other stream of the event.
    fileprivate var stream: StreamID { event.event.header.stream }

    /// The number of events that are undone with this one.
    fileprivate var count: Int { extent?.count(with: stream) ?? 1 }

    /// The action that undoes the line, and what cannot be parted from it.
    fileprivate var undoing: PageAction {
      PageAction("undo", fields: [("action", action)])
        .of(extent?.isSeparable ?? false ? stream : nil)
    }
  }

  private let lines: [Line]
  private let next: String?
  private let typed: TypedFields

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - lines: The events, by the time of recording.
  ///   - next: The cursor of the page with earlier ones; `nil` for none.
  ///   - typed: The filter.
  public init(_ lines: [Line], next: String?, typed: TypedFields) {
    var seen: Set<String> = []
    self.lines = lines.map { line in
      guard !line.isUndone else { return line }
      var line = line
      line.isFirstOfAction = seen.insert(line.action).inserted
      let part = "\(line.undoing.fields.map(\.value)) \(line.count)"
      line.isFirstOfPart = seen.insert(part).inserted
      return line
    }
    self.next = next
    self.typed = typed
  }

  public var title: String { "History" }
  public var tab: PageTab? { .settings }

  private static let fields = [
    "text", "plant", "kind", "type", "writer", "since", "until",
  ]
  /// The value of the field `type` for everything.
  package static let everything = "all"

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "By the time of recording, the newest first")
    chips(&html)
    filter(&html, context)
    travel(&html, context)
    if lines.isEmpty {
      html.empty(
        .clock, typed.has(Self.fields) ? "No event matches." : "No events yet.",
        in: context)
    }
    var index = 0
    while index < lines.count {
      let day = day(of: lines[index])
      var end = index
      while end < lines.count, self.day(of: lines[end]) == day { end += 1 }
      section(day, lines[index..<end], &html, context)
      index = end
    }
    html.element(.nav, .class("inline"), .text(.ariaLabel, "Parts")) { html in
      if typed["cursor"] != "" {
        html.element(
          .a, .class("button", "is-soft"),
          .href(context.here.without("cursor")), text: "Newest")
      }
      if let next {
        html.element(
          .a, .class("button", "is-soft"),
          .href(context.here.without("cursor").with("cursor", next)),
          .word(.rel, "next"), text: "Earlier")
      }
    }
  }

  private func chips(_ html: inout HTMLWriter) {
    let kinds: [(words: String, type: EventType)] = [
      ("Care", .taskCompleted), ("Notes", .plantNoted),
      ("Photos", .photoCaptured), ("New plants", .plantAdded),
    ]
    html.element(.nav, .text(.ariaLabel, "Filter")) { html in
      html.element(.ul, .class("filters")) { html in
        for (words, type) in kinds {
          let isOn = typed["type"] == type.rawValue
          let page = PagePath("history")
          html.filter(
            words, isOn ? page : page.with("type", type.rawValue), isOn: isOn)
        }
      }
    }
    html.ways([
      ("On this day", PagePath("on-this-day")), ("Audit", PagePath("audit")),
      ("Numbers", PagePath("stats")),
    ])
  }

  private func filter(_ html: inout HTMLWriter, _ context: PageContext) {
    html.filterForm(
      PagePath("history"), isOn: typed.has(Self.fields.filter { $0 != "type" }),
      in: context
    ) { html in
      html.textField(
        "Text", "text", "text-field", type: "search", value: typed["text"])
      html.textField("Plant", "plant", "plant-field", value: typed["plant"])
      html.kindField(typed["kind"])
      html.choiceField(
        "Type", "type", "type-field",
        [("", "what people did"), (Self.everything, "everything")]
          + EventType.allCases.map { ($0.rawValue, $0.words) },
        chosen: typed["type"])
      html.textField(
        "Recorded by", "writer", "writer-field", value: typed["writer"])
      html.dateField("Since", "since", typed)
      html.dateField("Until", "until", typed)
    }
  }

  /// Writes the form that leads to a page of the past.
  private func travel(_ html: inout HTMLWriter, _ context: PageContext) {
    let pages: [(words: String, path: PagePath)] = [
      ("Today", PagePath()), ("Collection", PagePath("plants")),
      ("Numbers", PagePath("stats")),
    ]
    html.fold("See an earlier day", in: context) { html in
      html.element(
        .form, .word(.method, "get"), .path(.action, PagePath().alone),
        .class("filter-form")
      ) { html in
        html.textField(
          "Day", "as-of", "as-of-field", type: "date", isRequired: true)
        html.element(.div, .class("inline")) { html in
          for page in pages {
            html.element(
              .button, .class("button", "is-soft"),
              .path(.formaction, page.path), text: page.words)
          }
        }
      }
    }
  }

  private func day(of line: Line) -> Day {
    line.event.zone.localDay(of: line.event.event.header.recorded)
  }

  private func section(
    _ day: Day, _ lines: ArraySlice<Line>, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    guard let today = lines.first?.event.today else { return }
    // Clocks of several devices may show a day twice.
    let heading = HTMLID("day", "\(lines.startIndex)")
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, heading)
    ) { html in
      html.element(.div, .class("room-head")) { html in
        html.element(.h2, .id(heading), text: day.words(on: today))
        if day < today {
          html.element(
            .a, .class("note", "action-link"),
            .href(PagePath().with("as-of", day.description))
          ) { html in
            html.text("Today as it was then")
            html.element(
              .span, .class("hidden-label"), text: ", \(day.words(on: today))")
          }
        }
      }
      html.element(.ul, .class("group")) { html in
        for line in lines {
          html.group(of: line, in: context)
          html.event(line, of: day, in: context)
        }
      }
    }
  }
}

/// The page of a date in earlier years.
public struct OnThisDayPage: Page {
  private let view: OnThisDayView

  /// Creates the page.
  public init(_ view: OnThisDayView) { self.view = view }

  public var title: String { "On this day" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "\(view.day.day) \(view.day.monthName)")
    html.element(.nav, .text(.ariaLabel, "Days")) { html in
      html.element(.ul, .class("filters")) { html in
        for (words, step) in [("the day before", -1), ("the day after", 1)] {
          let day = view.day.advanced(by: step)
          html.filter(
            words, PagePath("on-this-day").with("day", day.description),
            isOn: false)
        }
        html.filter("history", PagePath("history"), isOn: false)
      }
    }
    if view.years.isEmpty { html.empty(.clock, view.emptyWords, in: context) }
    for year in view.years {
      let heading = HTMLID("year", "\(year.day.year)")
      html.element(
        .section, .class("room"), .reference(.ariaLabelledby, heading)
      ) { html in
        html.element(.h2, .id(heading), text: view.heading(of: year))
        html.element(.ul, .class("group")) { html in
          for event in year.events {
            html.element(.li, .class("log-line")) { html in
              html.element(.div) { $0.words(of: event, onDay: year.day) }
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  /// Writes what undoes an action of which each plant has lines of its own, above
  /// the first of them.
  fileprivate mutating func group(
    of line: HistoryPage.Line, in context: PageContext
  ) {
    guard let extent = line.extent, extent.isSeparable, line.isFirstOfAction,
      extent.subjectCount > 1, !line.isUndone,
      context.may(.undoOwn), line.mayUndo
    else { return }
    let count = extent.subjectCount
    element(.li, .class("log-line")) { html in
      html.element(.p, .class("note"), text: "\(count) plants at once")
      html.form(
        PageAction("undo", fields: [("action", line.action)]), in: context
      ) { $0.button("Undo all \(count)", style: "is-plain is-compact") }
    }
  }

  /// Writes an event, and what undoes it.
  mutating func event(
    _ line: HistoryPage.Line, of day: Day, in context: PageContext
  ) {
    let state =
      line.isUndone ? "undone" : line.isAmended ? "amended" : String?.none
    element(
      .li, .class("log-line", state == nil ? nil : "is-done"),
      .data("action", line.action)
    ) { html in
      html.element(.div, .class("row-main")) { html in
        html.words(of: line.event, onDay: day)
        if let state { html.element(.span, .class("note"), text: state) }
      }
      if state == nil {
        html.amendLink(line.event, action: line.action, in: context)
      }
      html.undoButton(line, in: context)
    }
  }

  private mutating func undoButton(
    _ line: HistoryPage.Line, in context: PageContext
  ) {
    let event = line.event.event
    // What was undone comes back by its undo, which has a line of its own.
    var redoes = false
    if case .actionUndone(let body)? = event.payload?.body {
      redoes = body.undone
    } else {
      guard event.header.knownType?.isUndoable ?? false, !line.isUndone else {
        return
      }
    }
    guard context.may(.undoOwn), line.mayUndo else { return }
    let words = [line.event.subjectWords, line.event.happening(.pages)]
      .compactMap(\.self).joined(separator: ", ")
    let count = redoes ? 1 : line.count
    guard redoes || line.isFirstOfPart else { return }
    form(
      redoes
        ? PageAction("undo", fields: [("action", line.action)])
        : line.undoing, in: context
    ) { html in
      guard count == 1 else {
        // What was done to a plant at once is undone at once.
        return html.button(
          "Undo \(count)", "of \(line.event.subjectWords ?? "the journal")",
          style: "is-plain is-compact")
      }
      html.element(
        .button, .class("icon-button"),
        .text(.ariaLabel, "\(redoes ? "Redo" : "Undo"): \(words)")
      ) { $0.icon(redoes ? .redo : .undo, in: context) }
    }
  }

  /// Writes an event in words, under the heading of its day.
  mutating func words(of event: EventDescription, onDay day: Day) {
    element(.p) { html in
      let isOnDay = event.zone.localDay(of: event.at) == day
      html.element(
        .span, .class("note"),
        text: isOnDay
          ? event.zone.timeOfDay(of: event.at).description
          : event.zone.words(of: event.at, on: event.today))
      html.text(" ")
      if let subject = event.subjectWords {
        if event.event.header.knownType?.subject == .plant {
          html.element(
            .a, .class("row-name"), .href(.plant(event.shownBy))
          ) { $0.isolated(subject) }
        } else {
          html.element(.strong) { $0.isolated(subject) }
        }
        html.text(" ")
      }
      html.isolated(event.happening(.pages))
      if let recorder = event.recorderWords {
        html.text(" ")
        html.element(.span, .class("note")) { $0.isolated(recorder) }
      }
    }
    if let note = event.noteWords {
      element(.p, .class("note")) { $0.isolated(note) }
    }
    if let delay = event.delayWords {
      element(.p, .class("note"), text: delay)
    }
  }
}
