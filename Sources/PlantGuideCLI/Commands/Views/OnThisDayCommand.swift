internal import Encodings
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let onThisDay = Command(
    definition: CommandDefinition(
      path: ["on-this-day"],
      summary: "Look back at what happened on this date in the years before",
      arguments: [
        ArgumentDefinition(
          name: "DAY", isOptional: true, completion: .day,
          help: "The date; today by default")
      ],
      options: GlobalOptions.reading,
      examples: [
        "plantguide on-this-day", "plantguide on-this-day 2026-10-05",
      ],
      discussion:
        "What happened counts on its own day, as far as it was noted down "
        + "within 31 days of it.",
      section: .events)
  ) { context in
    let shown = try context.read(OnThisDayReading(context: context))
    guard !context.wantsJSON else {
      return try context.printJSON { $0.years(shown) }
    }
    guard !shown.years.isEmpty else {
      return try context.print(
        "Nothing is recorded for \(shown.date) in the years before.")
    }
    for (index, year) in shown.years.enumerated() {
      if index > 0 { try context.print() }
      let ago = year.yearsAgo == 1 ? "a year ago" : "\(year.yearsAgo) years ago"
      try context.print(
        context.terminal.styled(
          "\(ago), \(year.day.weekdayName) \(year.day)", .heading))
      for line in year.lines { try context.print("  " + line) }
    }
  }
}

private struct OnThisDayReading: CommandContext.Reading {
  let context: CommandContext

  struct Result {
    struct Year {
      let day: Day
      let yearsAgo: Int
      let lines: [String]
      let events: [RecordedEvent]
    }

    /// Month and day, as `11-21`.
    let date: String
    let years: [Year]
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Result {
    let today = snapshot.today
    let day =
      try context.arguments.positional.first.map {
        try DateInput.day($0, today: today, preferring: .past)
      } ?? today
    let view = try OnThisDayView(
      before: day, snapshot)
    return Result(
      date: String(day.description.dropFirst(5)),
      years: try view.years.map { year in
        Result.Year(
          day: year.day, yearsAgo: day.year - year.day.year,
          lines: try year.events.map {
            try snapshot.line(of: $0)
          }, events: year.events)
      })
  }
}

extension JSONWriter {
  fileprivate mutating func years(_ shown: OnThisDayReading.Result) {
    object { writer in
      writer.member("years") { writer in
        writer.array { writer in
          for year in shown.years { writer.year(year) }
        }
      }
    }
  }

  private mutating func year(_ year: OnThisDayReading.Result.Year) {
    object { writer in
      writer.member("date") { $0.string(year.day.description) }
      writer.member("events") { writer in
        writer.array { writer in
          for (event, line) in zip(year.events, year.lines) {
            writer.object { writer in
              writer.member("plant") {
                $0.string(event.header.stream.description)
              }
              writer.member("type") { $0.string(event.header.type) }
              writer.member("text") { $0.string(line) }
            }
          }
        }
      }
    }
  }
}
