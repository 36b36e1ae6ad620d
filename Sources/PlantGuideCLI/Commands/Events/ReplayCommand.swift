internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let replay = Command(
    definition: CommandDefinition(
      path: ["replay"],
      summary: "Step through history and show what each event changed",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [
        .until, .limit,
      ] + GlobalOptions.reading,
      examples: ["plantguide replay Monty --until 2026-03-01"], section: .events
    )
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
          let line = try snapshot.description(of: step, in: household).line
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
    help: "Up to what was recorded then")
}

extension FieldChange {
  /// The change in words; `nil` for what the event says itself. `name` is asked
  /// what a plant or a room is called.
  fileprivate func words(
    _ name: (StreamID) throws -> String?
  ) throws -> String? {
    func shown(_ text: String) throws -> String {
      switch field {
      case "room", "parent":
        let name = try StreamID(text).flatMap(name)
        return SafeText.shown(name ?? text)
      case "isFavorite", "deleted": return text == "true" ? "yes" : "no"
      default: return SafeText.shown(text)
      }
    }
    guard field != "addedAt", field != "removed" || after == nil else {
      return nil
    }
    switch (before, after) {
    case (nil, "false"): return nil
    case (nil, let after?): return "\(label): \(try shown(after))"
    case (let before?, nil): return "\(label): none, was \(try shown(before))"
    case (let before, let after):
      return try "\(label): \(shown(after ?? "")), was \(shown(before ?? ""))"
    }
  }

  /// The field in words: "watering next due", "task 3xjgj8".
  private var label: String {
    var parts = field.split(separator: ".").map(String.init)
    if parts.count > 1, parts[0] == "task", let task = TaskID(parts[1]) {
      parts[1] = ShortID.text(of: task)
    } else if let kind = TaskKind(parts[0]), parts.count > 1 {
      parts[0] = kind.words
    }
    if let last = parts.last, !last.contains(where: \.isNumber) {
      parts[parts.count - 1] = last.wordsOfCamelCase
    }
    return parts[0] == "isFavorite" ? "favourite" : parts.joined(separator: " ")
  }
}

extension String {
  /// `nextDue` as `next due`.
  fileprivate var wordsOfCamelCase: String {
    reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text += character.lowercased()
    }
  }
}
