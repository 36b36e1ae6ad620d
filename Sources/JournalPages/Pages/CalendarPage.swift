public import HTMLKit
internal import JournalCare
public import JournalEvents
public import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

/// A month, and the contents of one of its days.
public struct CalendarPage: Page {
  private let month: MonthView
  private let day: DayView?
  private let pictures: [PlantID: PlantPicture]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - month: The month.
  ///   - day: The day beside it; `nil` for none.
  ///   - pictures: The pictures of the day's plants.
  public init(
    _ month: MonthView, day: DayView?, pictures: [PlantID: PlantPicture]
  ) {
    self.month = month
    self.day = day
    self.pictures = pictures
  }

  public var title: String { "\(first.monthName) \(first.year)" }
  public var tab: PageTab? { .today }
  public var isWide: Bool { true }

  private var first: Day { month.days.lowerBound }
  private static let dayList: HTMLID = "day"

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    masthead(&html, context)
    html.element(.div, .class("beside")) { html in
      html.element(.div, .class("month-side")) { html in
        grid(&html)
        legend(&html)
      }
      html.element(.div, .class("day-list"), .id(Self.dayList)) { html in
        guard let day else {
          return html.element(
            .p, .class("note"), text: "Choose a day to see its tasks.")
        }
        list(day, &html, context)
      }
    }
  }

  private func masthead(_ html: inout HTMLWriter, _ context: PageContext) {
    let here = CalendarMonth(of: first)
    html.element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1, text: title)
      }
      html.element(.nav, .class("inline"), .text(.ariaLabel, "Months")) {
        html in
        step(-1, from: here, "Previous month", .previous, &html, context)
        if !month.days.contains(month.today) {
          html.element(
            .a, .class("button", "is-soft", "is-compact"),
            .href(PagePath("calendar")), text: "This month")
        }
        step(1, from: here, "Next month", .chevron, &html, context)
      }
    }
  }

  private func step(
    _ count: Int, from month: CalendarMonth, _ label: String, _ icon: Icon,
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let other = month.advanced(by: count)
    html.element(
      .a, .class("icon-button"),
      .href(PagePath("calendar", other.description)),
      .word(.rel, count < 0 ? "prev" : "next")
    ) { html in
      html.element(.span, .class("hidden-label"), text: label)
      html.icon(icon, in: context)
    }
  }

  // MARK: The month

  private func grid(_ html: inout HTMLWriter) {
    let monday = first.advanced(by: 1 - first.weekday)
    let weeks = (monday.distance(to: month.days.upperBound) + 7) / 7
    html.element(.table, .class("month")) { html in
      html.element(.caption, .class("hidden-label"), text: title)
      html.element(.thead) { html in
        html.element(.tr) { html in
          for weekday in 0..<7 {
            let name = monday.advanced(by: weekday).weekdayName
            html.element(.th, .word(.scope, "col")) { html in
              html.element(
                .span, .word(.ariaHidden, "true"), text: String(name.prefix(2)))
              html.element(.span, .class("hidden-label"), text: name)
            }
          }
        }
      }
      html.element(.tbody) { html in
        for week in 0..<weeks {
          html.element(.tr) { html in
            for weekday in 0..<7 {
              cell(monday.advanced(by: week * 7 + weekday), &html)
            }
          }
        }
      }
    }
  }

  /// The numbers of a day, the most pressing first.
  private static let marks:
    [(
      count: @Sendable (MonthView.DayCount) -> Int, word: String,
      style: StaticString
    )] = [
      ({ $0.overdue }, "late", "is-overdue"),
      ({ $0.due }, "due", "is-watering"),
      ({ $0.done }, "done", "is-accent"),
    ]

  private func legend(_ html: inout HTMLWriter) {
    html.element(.ul, .class("legend")) { html in
      for mark in Self.marks {
        html.element(.li) { html in
          html.element(
            .span, .class("mark", mark.style), .word(.ariaHidden, "true"),
            text: "3")
          html.element(.span, text: mark.word)
        }
      }
    }
  }

  private func cell(_ day: Day, _ html: inout HTMLWriter) {
    guard month.days.contains(day) else { return html.element(.td) }
    let count = month.counts[day]
    let parts = Self.marks.map { mark in
      (count: count.map(mark.count) ?? 0, word: mark.word, style: mark.style)
    }.filter { $0.count > 0 }
    let words = parts.map { "\($0.count) \($0.word)" }
    let isChosen = day == self.day?.day
    html.element(
      .td,
      .class(
        day == month.today ? "is-today" : nil, isChosen ? "is-chosen" : nil)
    ) { html in
      html.element(
        .a,
        .href(
          PagePath("calendar", CalendarMonth(of: first).description)
            .with("day", day.description).at(Self.dayList)),
        .text(
          .ariaLabel,
          ([day.words(on: month.today)] + words).joined(separator: ", ")),
        day == month.today ? .word(.ariaCurrent, "date") : .absent
      ) { html in
        html.element(.span, .class("number"), text: "\(day.day)")
        html.element(.span, .class("marks")) { html in
          for part in parts {
            html.element(
              .span, .class("mark", part.style), text: "\(part.count)")
          }
        }
      }
    }
  }

  // MARK: The day

  private func list(
    _ day: DayView, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    html.element(.h2, text: day.heading)
    guard !day.isEmpty else {
      return html.element(.p, .class("note"), text: DayView.emptyWords)
    }
    tasks("Overdue", day.overdue.count, day.overdueRows, &html, context)
    tasks("Due", day.due.count, day.dueRows, &html, context)
    guard !day.done.isEmpty else { return }
    part("Done", day.done.count, &html) { html in
      for done in day.done {
        html.doneRow(done, pictures[done.plant], day.zone, in: context)
      }
    }
  }

  private func tasks(
    _ name: StaticString, _ count: Int, _ rows: [TaskRound.Row],
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard !rows.isEmpty, let day else { return }
    part(name, count, &html) { html in
      for row in rows.flatMap(\.deeds) {
        html.taskRow(row, pictures[row.plant], day.units, in: context) {
          html in
          html.moreLink(row, in: context, back: context.here)
          html.doneButton(
            row, in: context,
            label: day.day > day.today ? "Done ahead" : "Done")
        }
      }
    }
  }

  private func part(
    _ name: StaticString, _ count: Int, _ html: inout HTMLWriter,
    rows: (inout HTMLWriter) -> Void
  ) {
    let heading = HTMLID("day", "\(name)")
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, heading)
    ) { html in
      html.element(.h3, .id(heading)) { html in
        html.text("\(name) ")
        html.element(.span, .class("count"), text: "\(count)")
      }
      html.element(.ul, .class("group")) { rows(&$0) }
    }
  }
}
