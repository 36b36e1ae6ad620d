internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let history = Command(
    definition: CommandDefinition(
      path: ["history"],
      summary: "Show what happened, the newest first",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isOptional: true, isRepeatable: true,
          completion: .plant,
          help: "Only these plants")
      ],
      options: [
        .room,
        OptionDefinition(
          name: "type", value: "TYPE",
          completion: .suggestion(EventType.allCases.map(\.rawValue)),
          help: "Only such events: task.completed",
          isRepeatable: true),
        OptionDefinition(
          name: "kind", short: "k", value: "KIND", completion: .kind,
          help: "Only this kind of care"),
        OptionDefinition(
          name: "writer", value: "ID",
          help: "Only what this installation wrote"),
        OptionDefinition(
          name: "since", value: "WHEN", completion: .day,
          help: "Recorded at or after"),
        OptionDefinition(
          name: "until", value: "WHEN", completion: .day,
          help: "Recorded at or before"),
        OptionDefinition(
          name: "text", value: "TEXT", help: "Only events that hold this text"
        ),
        OptionDefinition(name: "reverse", help: "The oldest first"),
        .limit,
      ] + GlobalOptions.reading,
      examples: [
        "plantguide history Monty --since 2026-01-01",
        "plantguide history --kind watering --limit 20",
      ], section: .events)
  ) { context in
    let reading = HistoryReading(context: context, output: context.output)
    context.output = try context.read(reading)
  }
}

private struct HistoryReading: CommandContext.Reading {
  let context: CommandContext
  let output: Output

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Output {
    var output = output
    let arguments = context.arguments
    let limit = try context.limit() ?? .max
    let view = HistoryView(
      snapshot.journal, filter: try filter(snapshot, transaction),
      direction: arguments.flag("reverse") ? .forward : .backward)
    let describer = EventDescriber(
      journal: snapshot.journal, source: snapshot.source)
    let isJSON = context.wantsJSON
    var shown = 0
    try view.forEach(snapshot.source, in: transaction) { entry in
      if isJSON {
        var writer = JSONWriter(capacity: 1024)
        writer.historyEntry(entry)
        writer.newline()
        try output.write(bytes: writer.bytes)
      } else {
        let mark = entry.isUndone ? "  [undone]" : ""
        let line = try describer.line(of: entry.event, in: transaction)
        try output.writeLine(line + "  " + entry.action.shortID + mark)
      }
      shown += 1
      return shown < limit
    }
    if shown == 0, !isJSON { try output.writeLine("No event matches.") }
    return output
  }

  private func filter<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> HistoryFilter {
    let arguments = context.arguments
    var filter = HistoryFilter()
    filter.streams = try streams(snapshot, transaction)
    filter.types = Set(arguments.values("type"))
    filter.kind = try arguments.value("kind").map(KindInput.kind)
    filter.writer = arguments.value("writer")?.lowercased()
    filter.text = arguments.value("text")
    filter.since = try arguments.value("since").map { text in
      try moment(text, snapshot, isEnd: false)
    }
    filter.until = try arguments.value("until").map { text in
      try moment(text, snapshot, isEnd: true)
    }
    if let asOf = snapshot.asOf {
      filter.until = min(filter.until ?? asOf, asOf)
    }
    return filter
  }

  /// A day means its beginning for `--since` and its end for `--until`.
  private func moment<Source: CollectionSource>(
    _ text: String, _ snapshot: CommandContext.Snapshot<Source>, isEnd: Bool
  ) throws -> Instant {
    let zone = snapshot.zone
    if let day = Day(text) {
      return isEnd
        ? try DateInput.moment(asOf: text, zone: zone) : zone.startOfDay(day)
    }
    if let instant = OffsetInstant(text)?.instant { return instant }
    if let day = try? DateInput.day(
      text, today: snapshot.today, preferring: .past)
    {
      let start = zone.startOfDay(isEnd ? day.advanced(by: 1) : day)
      return isEnd
        ? Instant(milliseconds: start.milliseconds - 1) : start
    }
    return try DateInput.instant(text, now: snapshot.now, zone: zone).instant
  }

  private func streams<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    _ transaction: borrowing ReadTransaction
  ) throws -> Set<StreamID>? {
    let names = context.arguments.positional
    var streams = Set(
      try names.map {
        try context.plant(
          $0, in: snapshot.journal, includesRemoved: true, transaction)
      })
    guard let name = context.arguments.value("room") else {
      return names.isEmpty ? nil : streams
    }
    let room = try CommandContext.room(name, in: snapshot.source.rooms)
    var inRoom: Set<StreamID> = [room]
    try snapshot.source.forEachPlant(in: transaction) { id, plant in
      if snapshot.source.rooms.effective(plant.room) == room,
        plant.profile != nil
      {
        inRoom.insert(id)
      }
      return true
    }
    if names.isEmpty { return inRoom }
    streams.formIntersection(inRoom)
    return streams
  }
}
