internal import Encodings
package import HTMLKit
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension SitterSheet.Early {
  /// The reason for doing the task early, and its effect: "due while away, then
  /// enough".
  package var words: String {
    [isDue ? nil : "due while away", lasts ? "then enough" : nil]
      .compactMap(\.self).joined(by: ", ")
  }
}

extension SitterSheet {
  /// The heading: "Plants, Sat 28 Nov to Sun 6 Dec".
  package var title: String {
    "Plants, \(words(days.lowerBound)) to \(words(days.upperBound))"
  }

  /// The sheet as a page to print. It needs no other file and no network.
  public var page: [UInt8] {
    var html = HTMLWriter(capacity: 1 << 14)
    html.document(title: title) { html in
      html.policy("default-src 'none'; style-src 'unsafe-inline'")
      html.style(Self.style)
    } body: { html in
      html.element(.main) { html in
        html.element(.h1) { $0.isolated(title) }
        write(to: &html)
      }
    }
    return html.bytes
  }

  /// Writes the content of the sheet below its heading.
  package func write(to html: inout HTMLWriter) {
    if let journalName {
      html.element(.p) { $0.isolated(journalName) }
    }
    if let contact {
      html.element(.p) { html in
        html.element(.strong, text: "Ask:")
        html.text(" ")
        html.isolated(contact)
      }
    }
    if visits.isEmpty {
      html.element(.p, text: "Nothing is due on these days.")
    } else {
      writeVisits(to: &html)
    }
    for room in rooms { write(room, to: &html) }
    if !home.isEmpty { writeHome(to: &html) }
    if !early.isEmpty {
      html.element(.section, .class("keeper")) { writeEarly(to: &$0) }
    }
    html.element(.footer) { html in
      html.text("Made on \(words(today)). ")
      html.text("A plant whose toxicity is unknown may be poisonous.")
    }
  }

  private func writeVisits(to html: inout HTMLWriter) {
    html.element(.h2, text: "Days")
    html.table(["Day", "Tasks", "Plants"], visits) { html, visit in
      html.element(.td) { box(visit.day, to: &$0) }
      let count = visit.taskCount
      html.element(.td, text: "\(count) task\(count == 1 ? "" : "s")")
      html.element(.td) { html in
        for (index, room) in visit.rooms.enumerated() {
          if index > 0 { html.void(.br) }
          html.element(.b) { $0.isolated(room.name) }
          for (index, plant) in room.plants.enumerated() {
            html.text(index > 0 ? ", " : ": ")
            html.isolated(plant)
          }
        }
      }
    }
  }

  private func write(_ room: Room, to html: inout HTMLWriter) {
    html.element(.h2) { $0.isolated(room.name) }
    let tasks = room.plants.flatMap { plant in
      plant.tasks.enumerated().map { index, task in
        (plant: index == 0 ? plant : nil, task: task)
      }
    }
    html.table(["Plant", "What", "When", "Remarks"], tasks) { html, row in
      html.element(.td) { html in
        if let plant = row.plant { name(plant, to: &html) }
      }
      html.element(.td) { $0.isolated(what(row.task.first)) }
      html.cells(row.task, day: box)
    }
  }

  private func writeHome(to html: inout HTMLWriter) {
    html.element(.h2, text: "Home")
    let tasks = home.flatMap(\.tasks)
    html.table(["What", "When", "Remarks"], tasks) { html, task in
      html.element(.td) { $0.isolated(task.first.plantName) }
      html.cells(task, day: box)
    }
  }

  private func writeEarly(to html: inout HTMLWriter) {
    html.element(.h2, text: "Before leaving")
    for (room, tasks) in earlyByRoom {
      html.element(.h3) { $0.isolated(room.isEmpty ? "Home" : room) }
      html.table(["Plant", "What", "Due", ""], tasks) { html, early in
        html.element(.td) { html in
          html.text("☐\u{A0}")
          html.isolated(early.task.plantName)
        }
        html.element(.td) { $0.isolated(what(early.task)) }
        html.element(.td) { html in
          html.element(.span, .class("day"), text: words(early.task.task.due))
        }
        html.element(.td, text: early.words)
      }
    }
  }

  private func name(_ plant: Plant, to html: inout HTMLWriter) {
    html.element(.b) { $0.isolated(plant.name) }
    if let species = plant.species, species != plant.name {
      html.void(.br)
      html.element(.i) { $0.isolated(species) }
    }
    if let toxicity = plant.toxicity, let warning = toxicity.warning {
      html.void(.br)
      html.element(
        .span, .class(toxicity.isToxic ? "toxic" : "unknown"),
        text: (toxicity.isToxic ? "⚠ " : "") + warning)
    }
  }

  private func what(_ task: TodayView.Task) -> String {
    let time = task.task.unusualTime.map { " at \($0)" } ?? ""
    guard task.plant != .home else { return "" }
    return task.task.request(task.entry.facts.amount, in: units) + time
  }

  private func box(_ day: Day, to html: inout HTMLWriter) {
    html.element(.span, .class("day"), text: "☐ \(words(day))")
  }

  private func words(_ day: Day) -> String { day.words(on: today) }

  private static let style: StaticString = """
    :root { color-scheme: light dark; --paper: #fff; --ink: #1d2b1f; \
    --line: #c3cfc4; --accent: #2b6b38; --alarm: #a32015 }
    @media (prefers-color-scheme: dark) { :root { --paper: #161b17; \
    --ink: #e4ebe4; --line: #445046; --accent: #8fd19e; --alarm: #ff9d8f } }
    body { margin: 0 auto; padding: 1rem; max-width: 56rem; \
    background: var(--paper); color: var(--ink); \
    font: 1rem/1.4 system-ui, sans-serif }
    h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; color: var(--accent) }
    h3 { font-size: 1rem }
    .wide { overflow-x: auto }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: start; vertical-align: top; padding: .3rem .5rem; \
    border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
    th { overflow-wrap: normal; white-space: nowrap }
    .day { white-space: nowrap; margin-inline-end: .6rem }
    .toxic { color: var(--alarm); font-weight: 600 }
    footer { margin-top: 1.5rem; font-size: .85rem }
    @media print { :root { --paper: #fff; --ink: #000; --line: #888; \
    --accent: #000; --alarm: #000 } body { max-width: none; padding: 0; \
    font-size: 9.5pt } th, td { padding: .15rem .4rem } \
    tr, h2 { break-inside: avoid } h2, h3 { break-after: avoid } \
    .keeper { break-before: page } }
    """
}

extension HTMLWriter {
  /// Writes a table; `cells` writes the cells of a row.
  fileprivate mutating func table<Row>(
    _ columns: [String], _ rows: [Row],
    cells: (inout HTMLWriter, Row) -> Void
  ) {
    element(.div, .class("wide")) { html in
      html.element(.table) { html in
        html.element(.thead) { $0.element(.tr) { $0.heads(columns) } }
        html.newline()
        html.element(.tbody) { html in
          for row in rows {
            html.element(.tr) { cells(&$0, row) }
            html.newline()
          }
        }
      }
    }
    newline()
  }

  private mutating func heads(_ columns: [String]) {
    for column in columns {
      if column.isEmpty {
        element(.td)
      } else {
        element(.th, .word(.scope, "col"), text: column)
      }
    }
  }

  /// Writes the days and the remarks of a task.
  fileprivate mutating func cells(
    _ task: SitterSheet.Task, day: (Day, inout HTMLWriter) -> Void
  ) {
    element(.td) { html in
      for (index, due) in task.days.enumerated() {
        if index > 0 { html.text(" ") }
        day(due, &html)
      }
    }
    element(.td) { html in
      for (index, remark) in task.remarks.enumerated() {
        if index > 0 { html.void(.br) }
        html.isolated(remark)
      }
    }
  }
}
