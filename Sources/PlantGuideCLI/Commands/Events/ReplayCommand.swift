internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let replay = Command(
    definition: CommandDefinition(
      path: ["replay"],
      summary: "Step through the history, with the changes of each event",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [
        .until, .limit,
      ] + GlobalOptions.reading,
      examples: ["plantguide replay Monty --until 2026-03-01"],
      section: .events, isRare: true)
  ) { context in
    let arguments = context.arguments
    let text = try arguments[.until] ?? arguments[.asOf]
    let moment = text.map { text in
      Timed { try DateInput.bound(text, .end, now: $0.now, zone: $0.zone) }
    }
    let choice = try PlantChoice(
      arguments.positional, of: context, includesRemoved: true,
      choosesRemoved: true, mayBeEmpty: true)
    let limit = try arguments[.limit] ?? .max
    let reader = context
    var output = context.output
    let count = try reader.journal.read { snapshot in
      let household = try snapshot.household()
      return try snapshot.replay(of: choice, until: moment, limit: limit) {
        step in
        if reader.wantsJSON {
          var writer = JSONWriter(capacity: 512)
          writer.replayStep(step)
          writer.newline()
          try output.write(bytes: writer.bytes)
        } else {
          let line = try snapshot.description(of: step, in: household).line(
            .commandLine)
          try output.writeLine(line + (step.isUndone ? "  [undone]" : ""))
          for change in step.changes {
            let text = try change.words { try snapshot.displayName(of: $0) }
            if let text { try output.writeLine("    " + text) }
          }
        }
      }
    }
    context.output = output
    guard count == 0 else { return }
    guard !arguments.containsAny(of: PlantChoice.options) else {
      throw NothingMatched(reason: "no event matches")
    }
    if !context.wantsJSON { try context.print("No events yet.") }
  }
}

extension OptionDefinition {
  fileprivate static let until = Option(
    "until", value: "WHEN", completion: .day,
    help: "Stop at what was recorded by then")
}
