public import HTMLKit
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalReports
public import JournalTime
internal import TextKit

/// The collection in numbers.
public struct StatisticsPage: Page {
  private let view: StatisticsView

  /// Creates the page.
  public init(_ view: StatisticsView) { self.view = view }

  public var title: String { "Numbers" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    html.statisticsChips(isOfCare: false)
    html.element(.ul, .class("figures")) { html in
      for (figure, number) in view.numbers {
        html.figure("\(number)", figure.label, to: Self.page(of: figure))
      }
    }
    counts("Families", view.familyDistribution, &html)
    counts("Identified", view.identificationSources, &html) {
      IdentificationSource(rawValue: $0)?.words ?? $0
    }
  }

  /// Returns the page with the plants or tasks of a figure; `nil` for none.
  private static func page(of figure: StatisticsView.Figure) -> PagePath? {
    switch figure {
    case .plants: PagePath("plants")
    case .favorites: PagePath("plants").with("favorite", "true")
    case .left: PagePath("plants").with("removed", "true")
    case .overdue: PagePath().with("show", "overdue")
    case .doneToday: PagePath()
    case .dueSoon: PagePath("upcoming").with("days", "30")
    case .addedThisMonth, .merged: nil
    }
  }

  private func counts(
    _ title: String, _ counts: [StatisticsView.Count], _ html: inout HTMLWriter,
    called words: (String) -> String = { $0 }
  ) {
    guard !counts.isEmpty else { return }
    let sorted = counts.sorted { $0.count > $1.count }
    let most = sorted[0].count
    html.element(.section, .class("room"), .text(.ariaLabel, title)) { html in
      html.element(.h2, text: title)
      html.element(.ul, .class("group", "numbers")) { html in
        for entry in sorted {
          html.barLine(entry.count, of: most, "is-on-time") {
            $0.isolated(words(entry.name))
          }
        }
      }
    }
  }
}

/// The care of the collection over the months, and how it fared.
public struct CareReportPage: Page {
  private let view: CareReportView
  private let today: Day
  private let typed: TypedFields

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - view: The report.
  ///   - today: The day of the view.
  ///   - typed: The filter.
  public init(_ view: CareReportView, today: Day, typed: TypedFields) {
    self.view = view
    self.today = today
    self.typed = typed
  }

  public var title: String { "Care over the months" }
  public var tab: PageTab? { .settings }

  private static let mostPlants = 10

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Care from \(view.period.words(on: today))")
    html.statisticsChips(isOfCare: true)
    html.filterForm(
      PagePath("stats", "care"), isOn: typed.has(["since", "until"]),
      in: context
    ) { html in
      html.dateField("Since", "since", typed)
      html.dateField("Until", "until", typed)
    }
    guard view.survival.kept > 0 else {
      return html.empty(.leaf, "No plant was kept then.", in: context)
    }
    months(&html)
    kinds(&html, context)
    html.element(.section, .class("room"), .text(.ariaLabel, "Survival")) {
      html in
      html.element(.h2, text: "Survival")
      html.element(.p, text: view.survival.words)
      guard !view.deaths.isEmpty else { return }
      html.numbers(view.deathsByAge.map { ($0.label, $0.count) })
    }
    demand(&html)
  }

  private func months(_ html: inout HTMLWriter) {
    let care = view.care
    let most = care.months.map { care.total(in: $0).given }.max() ?? 0
    html.element(.section, .class("room"), .text(.ariaLabel, "Months")) {
      html in
      html.element(.h2, text: "Months")
      html.element(.ul, .class("group", "numbers")) { html in
        for month in care.months {
          let tally = care.total(in: month)
          let name = month.firstDay.monthName
          html.barLine(tally.given, of: most, "is-on-time") { html in
            html.text("\(name) \(month.year)")
            if let share = tally.onTimeShare {
              html.text(" ")
              html.element(
                .span, .class("note"),
                text: "\(Phrase.percent(share)) on time")
            }
          }
        }
      }
    }
  }

  private func kinds(_ html: inout HTMLWriter, _ context: PageContext) {
    let care = view.care
    guard !care.kinds.isEmpty else { return }
    html.element(.section, .class("room"), .text(.ariaLabel, "Kinds")) {
      html in
      html.element(.h2, text: "Kinds")
      html.element(.ul, .class("group", "numbers")) { html in
        for kind in care.kinds {
          let total = care.total(of: kind)
          html.element(.li) { html in
            html.element(.span) { html in
              html.element(.span, .class("tag", kind.style)) { html in
                html.icon(kind.icon, in: context)
                html.element(.span) { $0.isolated(kind.words) }
              }
              html.text(" ")
              html.element(.span, .class("note"), text: words(of: total))
            }
            html.element(.strong, text: "\(total.given)")
            html.columns(
              care.months.map { care.tally(of: kind, in: $0).given },
              kind.style)
          }
        }
      }
    }
  }

  private func words(of tally: CareTally) -> String {
    var words =
      tally.onTimeShare.map { ["\(Phrase.percent($0)) on time"] } ?? []
    if tally.missed > 0 { words.append("\(tally.missed) missed") }
    return words.joined(separator: ", ")
  }

  private func demand(_ html: inout HTMLWriter) {
    guard !view.plants.isEmpty else { return }
    html.element(
      .section, .class("room"), .reference(.ariaLabelledby, "demand")
    ) { html in
      html.element(.h2, .id("demand"), text: "Most demanding")
      html.element(.ul, .class("group", "numbers")) { html in
        for plant in view.plants.prefix(Self.mostPlants) {
          let planned = plant.demand.plannedPerMonth.map(Phrase.tenths)
          html.element(.li) { html in
            html.element(.span) { html in
              html.element(.a, .class("row-name"), .href(.plant(plant.id))) {
                $0.isolated(plant.displayName)
              }
              html.text(" ")
              html.element(
                .span, .class("note"),
                text: planned.map { "\($0) planned" } ?? "left")
            }
            html.element(.strong) { html in
              html.text(Phrase.tenths(plant.demand.givenPerMonth))
              html.element(.span, .class("note"), text: " in 30 days")
            }
          }
        }
      }
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func statisticsChips(isOfCare: Bool) {
    element(.nav, .text(.ariaLabel, "Numbers")) { html in
      html.element(.ul, .class("filters")) { html in
        html.filter("collection", PagePath("stats"), isOn: !isOfCare)
        html.filter("care", PagePath("stats", "care"), isOn: isOfCare)
        html.filter("audit", PagePath("audit"), isOn: false)
        html.filter("history", PagePath("history"), isOn: false)
      }
    }
  }

  /// Writes a number with its label and its bar, as a line of a list.
  fileprivate mutating func barLine(
    _ number: Int, of most: Int, _ style: StaticString,
    label: (inout HTMLWriter) -> Void
  ) {
    element(.li) { html in
      html.element(.span) { label(&$0) }
      html.element(.strong, text: "\(number)")
      html.bar([(number, style)], of: most)
    }
  }

  /// Writes numbers with their labels, as bars.
  fileprivate mutating func numbers(_ numbers: [(label: String, count: Int)]) {
    let most = numbers.map(\.count).max() ?? 0
    element(.ul, .class("group", "numbers")) { html in
      for entry in numbers {
        html.barLine(entry.count, of: most, "is-missed") {
          $0.text(entry.label)
        }
      }
    }
  }
}
