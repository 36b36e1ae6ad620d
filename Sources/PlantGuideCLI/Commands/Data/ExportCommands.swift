internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let exportJSON = Command(
    definition: CommandDefinition(
      path: ["export", "json"],
      summary: "Write everything that is folded as one JSON document",
      options: [.removed, .only] + GlobalOptions.reading,
      examples: [
        "plantguide export json --as-of 2026-03-01 > collection.json",
        "plantguide export json --only today",
      ], section: .data)
  ) { context in
    let parts = try context.arguments[.only]
    let includesRemoved = context.arguments[.removed]
    let bytes = try context.read { snapshot in
      let document = ExportDocument(
        asOf: snapshot.asOf, now: snapshot.now,
        includesRemoved: includesRemoved,
        parts: Set(parts.isEmpty ? ExportDocument.Part.allCases : parts))
      var writer = JSONWriter(capacity: 1 << 16)
      try document.write(snapshot, to: &writer)
      writer.newline()
      return writer.bytes
    }
    try context.output.write(bytes: bytes)
  }

  static let exportEvents = Command(
    definition: CommandDefinition(
      path: ["export", "events"],
      summary: "Write every event, one JSON object a line",
      options: GlobalOptions.inspecting,
      examples: ["plantguide export events > events.jsonl"],
      discussion: "'plantguide import' reads them into another journal.",
      section: .data)
  ) { context in
    let reader = context
    var output = context.output
    let progress = context.progress()
    try reader.read { snapshot in
      progress.begin(
        "exporting", .events,
        of: try snapshot.log.count(in: snapshot.transaction))
      var count = 0
      var writer = JSONWriter(capacity: 1 << 17)
      try snapshot.log.forEachEvent(.forward, in: snapshot.transaction) {
        event, bytes in
        try EventExport.write(event, bytes, to: &writer)
        count += 1
        if writer.bytes.count >= 1 << 16 {
          try output.write(bytes: writer.bytes)
          writer.removeAll()
          progress.advance(to: count)
        }
        return true
      }
      try output.write(bytes: writer.bytes)
    }
    progress.end()
    context.output = output
  }
}

extension OptionDefinition {
  fileprivate static let only = RepeatableOption<ExportDocument.Part>(
    "only", value: "PART",
    help: "Only this part, beside what every export begins with",
    expects: Phrase.list(
      ExportDocument.Part.allCases.map(\.rawValue), joinedBy: "or"))
}
