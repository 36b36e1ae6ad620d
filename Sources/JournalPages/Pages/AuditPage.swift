public import HTMLKit
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalReports
public import JournalTime
internal import TextKit

/// The care that was given, compared with the schedules.
public struct AuditPage: Page {
  private let view: AuditView
  private let today: Day
  private let typed: TypedFields
  private let showsAll: Bool

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - view: The audits.
  ///   - today: The day of the view.
  ///   - typed: The filter.
  ///   - showsAll: Whether the good ones are shown, too, if there are many.
  public init(
    _ view: AuditView, today: Day, typed: TypedFields, showsAll: Bool
  ) {
    self.view = view
    self.today = today
    self.typed = typed
    self.showsAll = showsAll
  }

  public var title: String { "Audit" }
  public var tab: PageTab? { .settings }

  /// The number of rows that are shown unless all are asked for.
  private static let mostRows = 40

  private static let fields = [
    "plant", "kind", "since", "until", "grace", "writer",
  ]

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Care from \(view.period.words(on: today))")
    filter(&html, context)
    let rows = view.worstFirst
    guard !rows.isEmpty else {
      return html.empty(
        .check, "No care was scheduled or given.", in: context)
    }
    total(rows.map(\.audit), &html)
    people(rows.map(\.audit), &html)
    list(rows, &html, context)
    guard view.plants.count == 1 else { return }
    for audit in view.plants[0].kinds where audit.expectedCount > 0 {
      year(of: audit, &html)
    }
  }

  private func filter(_ html: inout HTMLWriter, _ context: PageContext) {
    html.filterForm(
      PagePath("audit"), isOn: typed.has(Self.fields), in: context
    ) { html in
      html.textField("Plant", "plant", "plant-field", value: typed["plant"])
      html.kindField(typed["kind"])
      html.dateField("Since", "since", typed)
      html.dateField("Until", "until", typed)
      html.numberField(
        "Days late that still count as on time", "grace", "grace-field",
        in: 0...365, value: Int(typed["grace"]))
      html.textField(
        "Given by", "writer", "writer-field", value: typed["writer"])
    }
  }

  // MARK: The whole

  private func total(_ audits: [CareAudit], _ html: inout HTMLWriter) {
    var tally = CareTally()
    for audit in audits { tally += audit.tally }
    html.element(.ul, .class("figures")) { html in
      html.figure(
        tally.onTimeShare.map(Phrase.percent) ?? "-", "on time", to: nil)
      html.figure("\(tally.given)", "given", to: nil)
      html.figure("\(tally.late)", "late", to: nil)
      html.figure("\(tally.missed)", "missed", to: nil)
    }
    html.element(.div, .class("chart")) { html in
      html.bar(of: tally)
      html.legend()
    }
  }

  private func people(_ audits: [CareAudit], _ html: inout HTMLWriter) {
    let shares = view.shares(of: audits)
    guard view.hasOthers, !shares.isEmpty else { return }
    let most = shares.map(\.count).max() ?? 0
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "people")
    ) { html in
      html.element(.h2, .id("people"), text: "Who gave the care")
      html.element(.ul, .class("group", "numbers")) { html in
        for share in shares {
          html.element(.li) { html in
            html.element(.span) { $0.isolated(share.name) }
            html.element(.strong, text: "\(share.count)")
            html.bar([(share.count, "is-on-time")], of: most)
          }
        }
      }
    }
  }

  // MARK: Plants

  private func list(
    _ rows: [(plant: AuditView.Plant, audit: CareAudit)],
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let shown = showsAll ? rows : Array(rows.prefix(Self.mostRows))
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "plants")
    ) { html in
      html.element(.h2, .id("plants"), text: "The worst first")
      html.element(.ul, .class("group", shown.count > 20 ? "is-long" : nil)) {
        html in
        for row in shown { self.row(row.plant, row.audit, &html, context) }
      }
      if shown.count < rows.count {
        html.element(
          .a, .class("button", "is-soft"),
          .href(context.here.with("all-rows", "true")),
          text: "Show \(rows.count - shown.count) more")
      }
    }
  }

  private func row(
    _ plant: AuditView.Plant, _ audit: CareAudit, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    html.element(.li, .class("audit")) { html in
      html.element(.p) { html in
        html.element(
          .a, .class("row-name"),
          .href(
            plant.id == .home
              ? PagePath("tasks")
              : PagePath("audit").with("plant", plant.id.description))
        ) { $0.isolated(plant.state.displayName) }
        html.text(" ")
        html.element(.span, .class("tag", audit.kind.style)) { html in
          html.icon(audit.kind.icon, in: context)
          html.element(.span, text: audit.kind.words)
        }
      }
      html.element(
        .strong, text: audit.onTimeShare.map(Phrase.percent) ?? "-")
      html.bar(of: audit.tally)
      html.element(.p, .class("note"), text: facts(of: audit))
    }
  }

  private func facts(of audit: CareAudit) -> String {
    var words = ["\(audit.given.count) given"]
    if audit.lateCount > 0 { words.append("\(audit.lateCount) late") }
    if !audit.missed.isEmpty { words.append("\(audit.missed.count) missed") }
    if let mean = audit.meanLateness, mean > 0 {
      words.append("\(Phrase.tenths(mean)) days late on average")
    }
    if let gap = audit.longestGap {
      words.append("longest gap \(Phrase.count(gap, "day"))")
    }
    if audit.bestStreak > 0 {
      words.append(
        "\(audit.currentStreak) on time in a row, \(audit.bestStreak) at best")
    }
    if view.hasOthers, !audit.given.isEmpty {
      words.append(view.givers(of: audit))
    }
    return words.joined(separator: " · ")
  }

  // MARK: The year of one plant

  private func year(of audit: CareAudit, _ html: inout HTMLWriter) {
    let last = view.period.upperBound
    let first = max(view.period.lowerBound, last.advanced(by: -370))
    let heading = HTMLID("year", audit.kind.name)
    let outcomes = audit.outcomes
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, heading)
    ) { html in
      html.element(.h2, .id(heading)) { $0.isolated(audit.kind.words) }
      html.element(
        .div, .class("group", "is-scrolling"), .integer(.tabindex, 0),
        .word(.role, "group"), .reference(.ariaLabelledby, heading)
      ) { html in
        let monday = first.advanced(by: 1 - first.weekday)
        let weeks = monday.distance(to: last) / 7 + 1
        html.element(
          .svg, .class("year"), .word(.role, "img"),
          .text(.ariaLabel, facts(of: audit)),
          .number(.viewBox, 0, 0, Double(weeks) * 12, 84)
        ) { html in
          html.ground(ofWeeks: weeks)
          for index in 0...monday.distance(to: last) {
            let day = monday.advanced(by: index)
            guard day >= first, let outcome = outcomes[day] else { continue }
            html.mark(
              outcome, x: Double(index / 7) * 12, y: Double(index % 7) * 12)
          }
        }
      }
      html.element(
        .p, .class("note"),
        text:
          "A column is a week, from \(first.words(on: today)) to \(last.words(on: today))."
      )
      html.legend()
    }
  }
}

extension HTMLWriter {
  /// Writes the care of a tally as a bar.
  fileprivate mutating func bar(of tally: CareTally) {
    bar(
      [
        (tally.onTime, "is-on-time"), (tally.late, "is-late"),
        (tally.missed, "is-missed"), (tally.skipped, "is-skipped"),
      ], of: tally.expected)
  }

  /// Writes a day of the year. Its shape says as much as its colour.
  fileprivate mutating func mark(
    _ outcome: CareAudit.Outcome, x: Double, y: Double
  ) {
    switch outcome {
    case .given:
      square("is-on-time", x + 1, y + 1, 10)
    case .late:
      element(
        .circle, .class("is-late"), .number(.cx, x + 6), .number(.cy, y + 6),
        .number(.r, 5))
    case .skipped:
      square("is-skipped", x + 3, y + 3, 6)
    case .missed:
      element(
        .polyline, .class("is-missed"),
        .number(
          .points, x + 1.5, y + 1.5, x + 10.5, y + 10.5, x + 6, y + 6,
          x + 1.5, y + 10.5, x + 10.5, y + 1.5))
    }
  }

  /// Writes a line for each day of the week.
  fileprivate mutating func ground(ofWeeks count: Int) {
    for weekday in 0..<7 {
      let y = Double(weekday) * 12 + 6
      element(
        .line, .class("is-none"), .number(.x1, 1),
        .number(.x2, Double(count) * 12 - 1), .number(.y1, y), .number(.y2, y))
    }
  }

  private mutating func square(
    _ style: StaticString, _ x: Double, _ y: Double, _ side: Int
  ) {
    element(
      .rect, .class(style), .number(.x, x), .number(.y, y),
      .integer(.width, side), .integer(.height, side), .number(.rx, 2))
  }

  /// Writes what the marks mean.
  fileprivate mutating func legend() {
    element(.ul, .class("legend")) { html in
      for outcome in CareAudit.Outcome.allCases {
        html.element(.li) { html in
          html.element(
            .svg, .class("year"), .number(.viewBox, 0, 0, 12, 12),
            .word(.ariaHidden, "true")
          ) { $0.mark(outcome, x: 0, y: 0) }
          html.element(.span, text: outcome.words)
        }
      }
    }
  }
}
