internal import Encodings
internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension OptionDefinition {
  fileprivate static let onlyPlant = RepeatableOption(
    "plant", value: "PLANT", completion: .plant,
    help: "Undo only what the action did to this plant")
}

extension Command {
  static let undo = Command(
    definition: CommandDefinition(
      path: ["undo"],
      summary: "Undo an action, or redo one by undoing its undo",
      arguments: [
        ArgumentDefinition(
          name: "ACTION", isOptional: true,
          help:
            "The action's id, as a command or 'history' printed it; the latest by default"
        )
      ],
      options: [.onlyPlant] + GlobalOptions.writing,
      examples: [
        "plantguide undo", "plantguide undo --dry-run",
        "plantguide undo --plant Monty",
      ],
      discussion: """
        Without an id, you undo the latest action of this machine, except for \
        the name that it took after 'plantguide join'. With an id, \
        you can undo any action, however old, also one of another replica. To \
        redo an action, undo its undo by id, or use 'plantguide redo'.

        With --plant, one plant is taken out of an action on many plants. The \
        other plants keep what they got.

        Undoing an addition hides the plant and its history until you redo it. \
        You are asked first. Meanwhile you cannot name the plant, but \
        'plantguide history' without a plant still lists all its lines. The \
        undone ones are marked [undone].
        """,
      section: .events, isWriting: true)
  ) { context in
    try context.undo(
      UndoRequest(
        context.arguments.positional.first,
        plants: try context.arguments[.onlyPlant]))
  }

  static let redo = Command(
    definition: CommandDefinition(
      path: ["redo"],
      summary: "Redo what the latest undo took back",
      options: GlobalOptions.writing,
      examples: ["plantguide redo --dry-run"],
      discussion: """
        To redo several actions, run it again; the latest undo comes first. \
        After any other action, use 'undo ID' with the id of the undo.
        """,
      section: .events, isWriting: true)
  ) { context in try context.undo(UndoRequest(redoes: true)) }
}

extension CommandContext {
  fileprivate mutating func undo(_ named: UndoRequest) throws {
    let rehearsed = try journal.undo(named, .rehearse)
    guard case .undone(let undoing)? = rehearsed.changes.first else { return }
    var lines = try undoing.lines(in: journal, .commandLine)
    guard !isDryRun else {
      lines += WriteReport(rehearsed, .commandLine).lines.dropFirst()
      if try printedJSON({ $0.preview(undoing, lines) }) { return }
      for line in lines {
        let isDone = ["undo:", "do again:"].contains { line.hasPrefix($0) }
        try print(isDone ? "would " + line : line)
      }
      return try print(hint: "dry run: nothing was written")
    }
    if !wantsJSON {
      for line in lines { try print(line) }
    }
    // A plant that is added with its care is one thing, however many events.
    let things = Set(undoing.events.map(\.header.stream)).count
    let question: String? =
      !undoing.hidden.isEmpty
      ? "Undo it, and hide what was recorded since?"
      : things > Receipt.mostUnasked
        ? "Undo these \(undoing.events.count) events?" : nil
    if let question, !arguments[.yes] { try confirm(question) }
    // The latest action may have changed; the shown one is meant. For a redo no
    // id is given: undoing the shown action would undo its target.
    let meant =
      named.redoes
      ? named
      : UndoRequest(
        named.action ?? undoing.action.branchID, plants: named.plants)
    try report(try journal.undo(meant))
    guard named.action != nil, !wantsJSON else { return }
    try tellNextUndo()
  }

  /// Prints the action that `undo` would undo next, as undo by id may make that
  /// unclear.
  fileprivate mutating func tellNextUndo() throws {
    guard
      let next = try? journal.undo(UndoRequest(), .rehearse),
      case .undone(let undoing)? = next.changes.first,
      let first = undoing.events.first
    else { return }
    let line = try journal.read { snapshot in
      try snapshot.description(of: first, in: snapshot.household()).line(
        .commandLine)
    }
    let more = undoing.events.count - 1
    let others = more > 0 ? " and \(Phrase.count(more, "more event"))" : ""
    try print(
      terminal.styled(
        "'plantguide undo' would now take back \(undoing.action.shortID): "
          + line + others, .hint))
  }
}
