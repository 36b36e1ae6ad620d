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
    let preview = try context.undoPreview()
    guard !context.isDryRun else {
      guard !context.wantsJSON else {
        return try context.printJSON { $0.preview(preview) }
      }
      for line in preview.lines { try context.print("would " + line) }
      return try context.print(
        context.terminal.styled("dry run: nothing was written", .hint))
    }
    if !context.wantsJSON {
      for line in preview.lines { try context.print(line) }
    }
    try context.confirmBatch(
      preview.eventCount, "Undo these \(preview.eventCount) events?")
    let zone = try context.inputZone()
    let at = zone.offsetInstant(of: try context.now())
    let report = try context.write { session, report in
      let snapshot = try session.snapshot()
      // Decided again: another process may have undone it meanwhile.
      guard
        try snapshot.isUndone(preview.target)
          != preview.undone
      else { throw NothingMatched(reason: "it was undone meanwhile") }
      try session.beginAction()
      try session.undo(
        preview.target, undone: preview.undone, at: at)
      _ = try session.endAction()
      report.lines.append(preview.undone ? "undone" : "done again")
    }
    try context.report(report)
  }
}

/// What an undo is about to change.
private struct UndoPreview {
  let target: ActionReference
  /// Whether the action is to be undone, or its undoing taken back.
  let undone: Bool
  let eventCount: Int
  let lines: [String]
}

extension CommandContext {
  fileprivate func undoPreview() throws -> UndoPreview {
    try read { snapshot in
      let named = try arguments.positional.first.map {
        try ActionName.action($0, in: snapshot)
      }
      guard
        let action = try named ?? latestAction(in: snapshot)
      else { throw NothingMatched(reason: "nothing to undo") }
      return try preview(of: action, in: snapshot)
    }
  }

  private func preview(
    of action: ActionReference, in snapshot: borrowing Snapshot
  ) throws -> UndoPreview {
    let events = try snapshot.log.events(of: action, in: snapshot.transaction)
    var target = action
    var undone = true
    if let first = events.first,
      case .actionUndone(let body) = first.payload?.body
    {
      // Naming an undo or a redo takes that one back.
      target = body.target
      undone = !body.undone
    }
    let affected = try snapshot.log.events(of: target, in: snapshot.transaction)
    guard affected.contains(where: { $0.payload?.isUndoable == true })
    else {
      throw UsageError(
        affected.contains { $0.payload == nil }
          ? "that action cannot be undone: this program does not know what it did"
          : "that action cannot be undone: it began the journal or one of its "
            + "writers, on which all that follows rests",
        hint: "'plantguide history' shows what was done since")
    }
    guard
      try snapshot.isUndone(target) != undone
    else {
      throw NothingMatched(
        reason: undone ? "it is undone already" : "it is not undone")
    }
    let verb = undone ? "undo" : "do again"
    let lines = try affected.prefix(20).map { event in
      verb + ": " + (try snapshot.line(of: event))
    }
    let more = affected.count - lines.count
    return UndoPreview(
      target: target, undone: undone, eventCount: affected.count,
      lines: lines + (more > 0 ? ["and \(more) more events"] : []))
  }

  /// This home's latest action that is neither undone nor an undo.
  private func latestAction(
    in snapshot: borrowing Snapshot
  ) throws -> ActionReference? {
    let own =
      try snapshot.journal.meta(in: snapshot.transaction)?.ownWriters ?? []
    for writer in own.reversed() {
      let tips = try snapshot.log.tips(of: writer, in: snapshot.transaction)
      guard let tip = tips.tips.last else { continue }
      var next: EventReference? = EventReference(
        writer: writer, sequence: tip.sequence, hashPrefix: tip.hash.prefix)
      while let reference = next,
        let event = try snapshot.log.event(reference, in: snapshot.transaction)
      {
        if event.header.action == event.header.sequence,
          event.header.type != EventType.actionUndone.rawValue
        {
          let action = ActionReference(first: reference)
          let isUndoable = try snapshot.log.events(
            of: action, in: snapshot.transaction
          )
          .contains { $0.payload?.isUndoable == true }
          if isUndoable,
            try !snapshot.isUndone(action)
          {
            return action
          }
        }
        next =
          event.header.sequence > 1
          ? EventReference(
            writer: writer, sequence: event.header.sequence - 1,
            hashPrefix: event.header.previous.prefix) : nil
      }
    }
    return nil
  }
}

/// Actions by the ids that people type: the start of the writer's id, a
/// hyphen, and the sequence of the first event; after a fork also the hash.
enum ActionName {
  static func action(
    _ text: String, in snapshot: borrowing Snapshot
  ) throws -> ActionReference {
    let parts = text.lowercased().split(
      separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let sequence = UInt64(parts[1]),
      "\(sequence)" == parts[1], sequence > 0, parts[0].count >= 4
    else {
      throw UsageError(
        "'\(text)' is not an action's id, such as 7c1e-12",
        hint: "'plantguide history' shows the ids at the ends of its lines")
    }
    let writers = try snapshot.log.vector(in: snapshot.transaction).map(
      \.writer
    )
    .filter { $0.description.hasPrefix(parts[0]) }
    guard writers.count <= 1 else {
      throw UsageError(
        "'\(text)' could be an action of several writers",
        hint: "type more of the writer's id, as in 'plantguide log status'")
    }
    var actions: [ActionReference] = []
    if let writer = writers.first {
      actions = try snapshot.log.actions(
        containing: sequence, of: writer, in: snapshot.transaction)
    }
    if parts.count == 3 {
      actions.removeAll { !$0.branchID.hasSuffix("-\(parts[2])") }
    }
    guard actions.count <= 1 else {
      throw UsageError(
        "'\(text)' is an action on each branch of a fork",
        hint: "choose "
          + actions.map(\.branchID).joined(separator: " or "))
    }
    guard let action = actions.first else {
      throw NothingMatched(reason: "there is no action '\(text)'")
    }
    return action
  }
}

extension JSONWriter {
  fileprivate mutating func preview(_ preview: UndoPreview) {
    object { writer in
      writer.member("action") { $0.string(preview.target.shortID) }
      writer.member("undone") { $0.bool(preview.undone) }
      writer.member("events") { $0.integer(preview.eventCount) }
      writer.member("lines") { writer in
        writer.array { writer in
          for line in preview.lines { writer.string(line) }
        }
      }
    }
  }
}
