internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let logName = Command(
    definition: CommandDefinition(
      path: ["log", "name"],
      summary: "Show or set the name of this machine, which history shows",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isOptional: true,
          help: "Such as Laptop; left out, the name is shown")
      ],
      options: [.writer, .clear] + OptionDefinition.writing,
      examples: ["plantguide log name Laptop", "plantguide log name"],
      section: .data, isWriting: true)
  ) { context in
    let text = context.arguments.positional.first
    let isCleared = context.arguments[.clear]
    guard text != nil || isCleared else { return try context.showWriterName() }
    guard text == nil || !isCleared else {
      throw UsageError("a name is given and taken away at once")
    }
    let name = try text.flatMap {
      $0.isEmpty ? nil : try NameInput.name($0, "the name")
    }
    let beginning = try context.arguments[.writer]
    let at = try context.at(in: try context.inputZone())
    let note = try context.arguments[.note]
    let report = try context.write { session, report in
      let snapshot = try session.snapshot()
      let writer = try beginning.map {
        try WriterInput.writer($0, in: snapshot)
      }
      let named = writer ?? session.writer
      let subject =
        writer == nil
        ? "this machine" : "writer \(named.description.prefix(4))"
      let held = try snapshot.name(of: named)
      guard held != name else {
        report.lines.append(
          name.map { "\(subject) has that name already: \(SafeText.shown($0))" }
            ?? "\(subject) has no name already")
        return
      }
      try session.beginAction()
      try session.name(named, name, at: at, note: note)
      _ = try session.endAction()
      if let name {
        report.add(
          Deed("call", "called"), "\(subject) \(SafeText.shown(name))")
      } else {
        report.add(
          Deed("take the name from", "took the name from"), subject)
      }
    }
    try context.report(report)
  }
}

extension OptionDefinition {
  fileprivate static let writer = Option(
    "writer", value: "ID", help: "Another writer, by the beginning of its id")
  fileprivate static let clear = Flag(
    "clear", help: "Take the name away; an empty NAME does so, too")
}

extension CommandContext {
  /// Shows what this machine, or another writer, is called.
  fileprivate mutating func showWriterName() throws {
    let beginning = try arguments[.writer]
    let line = try read { snapshot in
      let writer =
        try beginning.map {
          try WriterInput.writer($0, in: snapshot)
        }
        ?? snapshot.journal.meta(in: snapshot.transaction)?.ownWriters.last
      let name = try writer.flatMap {
        try snapshot.name(of: $0)
      }
      let subject =
        beginning == nil
        ? "this machine"
        : "writer \(writer?.description.prefix(4) ?? "")"
      return name.map { "\(subject) is called \(SafeText.shown($0))" }
        ?? "\(subject) has no name"
    }
    try report(WriteReport(isDryRun: isDryRun, lines: [line]))
  }
}

/// Writers that people name by the beginning of their id.
enum WriterInput {
  static func writer(
    _ beginning: String, in snapshot: borrowing Snapshot
  ) throws -> WriterID {
    let found = try snapshot.log.vector(in: snapshot.transaction).map(\.writer)
      .filter {
        !beginning.isEmpty && $0.description.hasPrefix(beginning.lowercased())
      }
    guard let writer = found.first else {
      throw NothingMatched(
        reason: "no writer's id begins with '\(beginning)'",
        remedy: .listWriters)
    }
    guard found.count == 1 else {
      throw UsageError(
        "'\(beginning)' begins the ids of \(found.count) writers")
    }
    return writer
  }
}
