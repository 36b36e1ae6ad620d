internal import Encodings
internal import JournalActions
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let undo = Command(
    definition: CommandDefinition(
      path: ["undo"],
      summary: "Take an action back, or take back an undo",
      arguments: [
        ArgumentDefinition(
          name: "ACTION", isOptional: true,
          help:
            "An action's id, as printed when it was made or by history; the latest by default"
        )
      ],
      options: GlobalOptions.writing,
      examples: ["plantguide undo", "plantguide undo --dry-run"],
      discussion:
        "Naming an undo takes it back. It works at any age, also for actions of other replicas.",
      section: .events, isWriting: true)
  ) { context in
    let named = UndoRequest(context.arguments.positional.first)
    let rehearsed = try context.journal.undo(named, .rehearse)
    guard case .undone(let undoing)? = rehearsed.changes.first else { return }
    let lines = try context.lines(on: undoing)
    guard !context.isDryRun else {
      guard !context.wantsJSON else {
        return try context.printJSON { $0.preview(undoing, lines) }
      }
      for line in lines { try context.print("would " + line) }
      return try context.print(
        context.terminal.styled("dry run: nothing was written", .hint))
    }
    if !context.wantsJSON {
      for line in lines { try context.print(line) }
    }
    let count = undoing.events.count
    try context.confirmBatch(count, "Undo these \(count) events?")
    // The latest action may be another one by now; the one shown is meant.
    let meant = UndoRequest(named.action ?? undoing.action.branchID)
    try context.report(try context.journal.undo(meant))
  }
}

extension CommandContext {
  private static let mostShown = 20

  /// What an undo is about to change, an event a line.
  fileprivate func lines(on undoing: Undoing) throws -> [String] {
    let verb = undoing.isUndone ? "undo" : "do again"
    let shown = undoing.events.prefix(Self.mostShown)
    let more = undoing.events.count - shown.count
    return try journal.read { snapshot in
      let household = try snapshot.household()
      return try shown.map {
        "\(verb): \(try snapshot.description(of: $0, in: household).line)"
      } + (more > 0 ? ["and \(more) more events"] : [])
    }
  }
}

extension JSONWriter {
  fileprivate mutating func preview(_ undoing: Undoing, _ lines: [String]) {
    object { writer in
      writer.member("action", undoing.action.shortID)
      writer.member("undone", undoing.isUndone)
      writer.member("events", undoing.events.count)
      writer.member("lines", lines)
    }
  }
}
