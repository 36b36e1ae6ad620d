internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let history = Command(
    definition: CommandDefinition(
      path: ["history"],
      summary: "Show what happened, the newest first",
      arguments: [PlantChoice.argument],
      options: OptionDefinition.ofHistory + [
        .reverse, .limit,
      ] + GlobalOptions.reading,
      examples: [
        "plantguide history Monty --since 2026-01-01",
        "plantguide history --kind watering --limit 20",
        "plantguide history --room Kitchen --since monday",
      ], section: .events)
  ) { context in
    let reading = HistoryReading(context: context, output: context.output)
    let shown = try context.read(reading)
    context.output = shown.output
    guard shown.count == 0 else { return }
    guard !context.arguments.containsAny(of: OptionDefinition.ofHistory) else {
      throw NothingMatched(reason: "no event matches")
    }
    if !context.wantsJSON { try context.print("No events yet.") }
  }
}

extension OptionDefinition {
  /// The options that choose events.
  fileprivate static let ofHistory =
    PlantChoice.options + [type, onlyKind, writer, since, until, text]

  fileprivate static let type = RepeatableOption(
    "type", value: "TYPE",
    completion: .suggestion(EventType.allCases.map(\.rawValue)),
    help: "Only such events: task.completed")
  fileprivate static let writer = Option(
    "writer", value: "ID", help: "Only what this installation wrote")
  fileprivate static let since = Option(
    "since", value: "WHEN", completion: .day, help: "Recorded at or after")
  fileprivate static let until = Option(
    "until", value: "WHEN", completion: .day, help: "Recorded at or before")
  fileprivate static let text = Option(
    "text", value: "TEXT", help: "Only events that hold this text")
  fileprivate static let reverse = Flag("reverse", help: "The oldest first")
}

private struct HistoryReading: CommandContext.Reading {
  let context: CommandContext
  let output: Output

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> (output: Output, count: Int) {
    var output = output
    let arguments = context.arguments
    let limit = try context.arguments[.limit] ?? .max
    let view = HistoryView(
      filter: try filter(snapshot),
      direction: arguments[.reverse] ? .forward : .backward)
    let isJSON = context.wantsJSON
    var shown = 0
    try view.forEach(snapshot) { entry in
      if isJSON {
        var writer = JSONWriter(capacity: 1024)
        writer.historyEntry(entry)
        writer.newline()
        try output.write(bytes: writer.bytes)
      } else {
        let line = try snapshot.line(of: entry.event)
        try output.writeLine(text(line, of: entry))
      }
      shown += 1
      return shown < limit
    }
    return (output, shown)
  }

  private func filter(
    _ snapshot: borrowing Snapshot
  ) throws -> HistoryFilter {
    let arguments = context.arguments
    var filter = HistoryFilter()
    filter.streams = try streams(snapshot)
    filter.types = Set(try arguments[.type])
    filter.kind = try arguments[.onlyKind]
    filter.writer = try arguments[.writer]?.lowercased()
    filter.text = try arguments[.text]
    filter.since = try arguments[.since].map { text in
      try DateInput.bound(
        text, .start, now: snapshot.now, zone: snapshot.zone)
    }
    filter.until = try arguments[.until].map { text in
      try DateInput.bound(text, .end, now: snapshot.now, zone: snapshot.zone)
    }
    if let asOf = snapshot.asOf {
      filter.until = min(filter.until ?? asOf, asOf)
    }
    return filter
  }

  /// What is undone no longer counts, and is said so besides.
  private func text(_ line: String, of entry: HistoryEntry) -> String {
    let terminal = context.terminal
    guard !entry.isUndone else {
      return terminal.styled(
        "\(line)  \(entry.action.shortID)  [undone]", .dim)
    }
    return line + "  " + terminal.styled(entry.action.shortID, .identifier)
  }

  /// The plants chosen, and with them the room whose plants were asked for;
  /// `nil` where nothing was chosen.
  private func streams(
    _ snapshot: borrowing Snapshot
  ) throws -> Set<StreamID>? {
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      choosesRemoved: true, mayBeEmpty: true)
    guard !selection.isEmpty else { return nil }
    guard let name = try context.arguments[PlantChoice.room] else {
      return Set(try snapshot.plants(selection))
    }
    let room = try snapshot.room(named: name)
    do {
      return Set(try snapshot.plants(selection))
        .union([room])
    } catch is NothingMatched {
      return [room]
    }
  }
}
