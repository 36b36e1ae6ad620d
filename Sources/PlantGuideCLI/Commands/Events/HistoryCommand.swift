internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let history = Command(
    definition: CommandDefinition(
      path: ["history"],
      summary: "Show what happened, the newest first",
      arguments: [PlantChoice.argument],
      options: OptionDefinition.ofHistory + [
        .byDate, .reverse, .limit,
      ] + GlobalOptions.reading,
      examples: [
        "plantguide history Monty --since 2026-01-01",
        "plantguide history --kind watering --limit 20",
        "plantguide history --room Kitchen --since monday",
        "plantguide history Monty --kind watering --by-date --limit 5",
      ],
      discussion: """
        Lists events in the order in which they were recorded. A back-dated \
        line begins with the day on which the care was given, and says how \
        much later it was recorded. With --by-date, it is sorted to its own \
        day, and --since and --until mean that day.

        Plants and rooms have the names that they had then.
        """, section: .events)
  ) { context in
    let query = try HistoryQuery(context)
    let reader = context
    var output = context.output
    let count = try reader.read { snapshot in
      let household = try snapshot.household()
      return try snapshot.forEachEvent(query) { entry in
        if reader.wantsJSON {
          var writer = JSONWriter(capacity: 1024)
          writer.historyEntry(entry)
          writer.newline()
          try output.write(bytes: writer.bytes)
        } else {
          let line = try snapshot.description(
            of: entry.event, in: household
          ).line(.commandLine)
          try output.writeLine(entry.text(line, on: reader.terminal))
        }
      }
    }
    context.output = output
    guard count == 0 else { return }
    guard !context.arguments.containsAny(of: OptionDefinition.ofHistory) else {
      throw NothingMatched(reason: "no event matches")
    }
    if !context.wantsJSON { try context.print("No events yet.") }
  }
}

extension OptionDefinition {
  /// The options that choose events.
  fileprivate static let ofHistory =
    PlantChoice.options + [type, onlyKind, recordedBy, since, until, text]

  fileprivate static let type = RepeatableOption(
    "type", value: "TYPE",
    completion: .suggestion(EventType.allCases.map(\.rawValue)),
    help: "Only such events: task.completed")
  fileprivate static let since = Option(
    "since", value: "WHEN", completion: .day, help: "Recorded at or after")
  fileprivate static let until = Option(
    "until", value: "WHEN", completion: .day, help: "Recorded at or before")
  fileprivate static let text = Option(
    "text", value: "TEXT", help: "Only events that hold this text")
  fileprivate static let byDate = Flag(
    "by-date", help: "By when things happened, not by when they were recorded")
  fileprivate static let reverse = Flag("reverse", help: "The oldest first")
}

extension OptionDefinition {
  static let recordedBy = Option(
    "writer", value: "WRITER",
    help: "Only what a device or person of this name recorded, or an id's start"
  )
}

extension HistoryQuery {
  fileprivate init(_ context: CommandContext) throws {
    let arguments = context.arguments
    let (names, kind) = try context.plantsAndKnownKind(arguments.positional)
    self.init(
      of: try PlantChoice(
        names, of: context, includesRemoved: true, choosesRemoved: true,
        mayBeEmpty: true))
    filter.types = Set(try arguments[.type])
    filter.kind = try arguments[.onlyKind] ?? kind
    writer = try arguments[.recordedBy]
    filter.text = try arguments[.text]
    since = try arguments[.since].map { text in
      Timed {
        try DateInput.bound(text, .start, now: $0.now, zone: $0.zone)
      }
    }
    until = try arguments[.until].map { text in
      Timed { try DateInput.bound(text, .end, now: $0.now, zone: $0.zone) }
    }
    isByDate = arguments[.byDate]
    isOldestFirst = arguments[.reverse]
    limit = try arguments[.limit] ?? .max
  }
}

extension HistoryEntry {
  /// The line with its action's id; dimmed and marked if it no longer counts.
  fileprivate func text(_ line: String, on terminal: Terminal) -> String {
    guard isUndone || isAmended else {
      return line + "  " + terminal.styled(actionID, .identifier)
    }
    let state = isUndone ? "undone" : "amended"
    return terminal.styled("\(line)  \(actionID)  [\(state)]", .dim)
  }
}
