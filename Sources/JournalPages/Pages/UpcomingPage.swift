public import HTMLKit
internal import JournalCare
public import JournalEvents
public import JournalQueries
internal import JournalReports
internal import JournalTime

/// The tasks of the coming days.
public struct UpcomingPage: Page {
  private let view: UpcomingView
  private let length: Int
  private let pictures: [PlantID: PlantPicture]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - view: The days.
  ///   - length: The number of days that were asked for.
  ///   - pictures: The pictures of the plants.
  public init(
    _ view: UpcomingView, length: Int, pictures: [PlantID: PlantPicture]
  ) {
    self.view = view
    self.length = length
    self.pictures = pictures
  }

  public var title: String { "Coming days" }
  public var tab: PageTab? { .today }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Until \(view.last.words(on: view.today))")
    html.element(.nav, .text(.ariaLabel, "Days")) { html in
      html.element(.ul, .class("filters")) { html in
        for days in [7, 14, 30] {
          html.filter(
            "\(days) days",
            context.here.without("days").with("days", "\(days)"),
            isOn: days == length)
        }
        html.filter("calendar", PagePath("calendar"), isOn: false)
        html.filter("one-off tasks", PagePath("tasks"), isOn: false)
        html.filter("sheet for a sitter", PagePath("sitter"), isOn: false)
      }
    }
    if view.days.isEmpty, view.overdue.tasks.isEmpty {
      html.empty(.check, view.emptyWords, in: context)
    }
    if !view.overdue.tasks.isEmpty { section(view.overdue, &html, context) }
    for day in view.days { section(day, &html, context) }
  }

  private func section(
    _ day: UpcomingView.DayTasks, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let isAhead = day.date > view.today
    let heading = HTMLID("day", day.date.description)
    let rows = day.rows(in: view.rooms)
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, heading)
    ) { html in
      html.element(.div, .class("room-head")) { html in
        html.element(.h2, .id(heading)) { html in
          html.text(isAhead ? day.date.words(on: view.today) : "Overdue")
          html.text(" ")
          html.element(.span, .class("count"), text: "\(day.tasks.count)")
        }
        if isAhead {
          html.element(
            .span, .class("note"), text: day.date.distance(from: view.today))
        }
      }
      html.element(.ul, .class("group", rows.count > 20 ? "is-long" : nil)) {
        html in
        for row in rows.flatMap(\.deeds) {
          html.taskRow(row, pictures[row.plant], view.units, in: context) {
            html in
            html.moreLink(row, in: context, back: context.here)
            // Care of today is no care of a later round.
            if let settled = row.only(where: day.settled.contains) {
              html.doneButton(
                settled, in: context, label: isAhead ? "Done ahead" : "Done")
            }
          }
        }
      }
    }
  }
}
