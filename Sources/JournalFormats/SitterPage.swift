internal import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension SitterSheet {
  /// The sheet as a page to print. It needs no other file and no network.
  public var page: [UInt8] {
    var page = HTMLPage()
    let title = "Plants, \(words(days.lowerBound)) to \(words(days.upperBound))"
    page.begin(title: title, style: Self.style)
    page.line("<h1>\(page.text(title))</h1>")
    if let journalName { page.line("<p>\(page.text(journalName))</p>") }
    if let contact {
      page.line("<p><strong>Ask:</strong> \(page.text(contact))</p>")
    }
    if !visits.isEmpty {
      page.table(
        "Days", columns: ["Day", "Tasks", "Rooms"],
        rows: visits.map { visit in
          [
            box(visit.day), "\(visit.taskCount)",
            visit.rooms.map(page.text).joined(by: ", "),
          ]
        })
    }
    for room in rooms {
      page.table(
        room.name, columns: ["Plant", "What", "When", "Remarks"],
        rows: room.plants.flatMap { plant in
          plant.tasks.enumerated().map { index, task in
            [
              index == 0 ? name(plant, page) : "",
              page.text(what(task.first)),
              task.days.map(box).joined(by: " "),
              task.remarks.map(page.text).joined(by: "<br>"),
            ]
          }
        })
    }
    if !home.isEmpty {
      page.table(
        "Home", columns: ["What", "When", "Remarks"],
        rows: home.flatMap(\.tasks).map { task in
          [
            page.text(task.first.plantName), task.days.map(box).joined(by: " "),
            task.remarks.map(page.text).joined(by: "<br>"),
          ]
        })
    }
    if visits.isEmpty { page.line("<p>Nothing is due on these days.</p>") }
    if !early.isEmpty {
      page.line("<section class=\"keeper\">")
      page.line("<h2>Before leaving</h2>")
      for (room, tasks) in earlyByRoom {
        page.table(
          room.isEmpty ? "Home" : room, level: 3,
          columns: ["Plant", "What", "Due", ""],
          rows: tasks.map { early in
            [
              "☐&nbsp;" + page.text(early.task.plantName),
              page.text(what(early.task)),
              "<span class=\"day\">\(words(early.task.task.due))</span>",
              [
                early.isDue ? nil : "while away",
                early.lasts ? "then enough until the return" : nil,
              ].compactMap(\.self).joined(by: ", "),
            ]
          })
      }
      page.line("</section>")
    }
    page.line(
      "<footer>Made on \(words(today)). A plant whose toxicity is "
        + "unknown may be poisonous.</footer>")
    page.end()
    return page.bytes
  }

  private func name(_ plant: Plant, _ page: HTMLPage) -> String {
    var lines = ["<b>\(page.text(plant.name))</b>"]
    if let species = plant.species, species != plant.name {
      lines.append("<i>\(page.text(species))</i>")
    }
    if let toxicity = plant.toxicity, let warning = toxicity.warning {
      let kind = toxicity.isToxic ? "toxic" : "unknown"
      let sign = toxicity.isToxic ? "⚠ " : ""
      lines.append("<span class=\"\(kind)\">\(sign)\(warning)</span>")
    }
    return lines.joined(by: "<br>")
  }

  private func what(_ task: TodayView.Task) -> String {
    let time = task.task.unusualTime.map { " at \($0)" } ?? ""
    guard task.plant != .home else { return "" }
    return task.task.request(task.entry.facts.amount, in: units) + time
  }

  private func box(_ day: Day) -> String {
    "<span class=\"day\">☐ \(words(day))</span>"
  }

  private func words(_ day: Day) -> String { day.words(on: today) }

  private static let style = """
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

/// A page in progress.
private struct HTMLPage {
  private var content = ""

  var bytes: [UInt8] { Array(content.utf8) }

  /// Returns a user's text, isolated so that it keeps its own direction.
  func text(_ text: String) -> String {
    "<bdi>\(HTMLText.escaped(text))</bdi>"
  }

  mutating func line(_ markup: String) { content += markup + "\n" }

  mutating func begin(title: String, style: String) {
    line(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'">
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <main>
      """)
  }

  mutating func end() { line("</main>\n</body>\n</html>") }

  /// Writes a table under a heading; cells are markup.
  mutating func table(
    _ heading: String, level: Int = 2, columns: [String], rows: [[String]]
  ) {
    line("<h\(level)>\(text(heading))</h\(level)>")
    line("<div class=\"wide\"><table>")
    let heads = columns.map { column in
      column.isEmpty ? "<td></td>" : "<th scope=\"col\">\(column)</th>"
    }
    line("<thead><tr>\(heads.joined())</tr></thead>\n<tbody>")
    for row in rows {
      line("<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>")
    }
    line("</tbody>\n</table></div>")
  }
}
