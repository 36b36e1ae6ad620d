internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let noteEdit = Command(
    definition: CommandDefinition(
      path: ["note", "edit"],
      summary: "Correct a note; history keeps what it said before",
      arguments: [
        notedPlant, ArgumentDefinition(name: "TEXT", help: "What it says now"),
      ],
      options: [.notedAction, .at] + GlobalOptions.writing,
      examples: ["plantguide note edit Monty \"Two new leaves\""],
      discussion: "The note keeps its day, unless --at tells another.",
      section: .collection, isWriting: true)
  ) { context in
    try context.correctNote(
      NameInput.note(context.arguments.positional[1]),
      Deed("correct", "corrected"), isDated: context.arguments[.at] != nil)
  }

  static let noteRemove = Command(
    definition: CommandDefinition(
      path: ["note", "remove"],
      summary: "Take a note away; history keeps it",
      arguments: [notedPlant],
      options: [.notedAction] + GlobalOptions.writing,
      examples: ["plantguide note remove Monty"], section: .collection,
      isWriting: true)
  ) { context in
    try context.correctNote("", Deed("remove", "removed"))
  }

  private static let notedPlant = ArgumentDefinition(
    name: "PLANT", completion: .plant,
    help: "The plant, whose latest note it is")
}

extension OptionDefinition {
  fileprivate static let notedAction = Option(
    "id", value: "ACTION",
    help: "An earlier note, by the id at the end of its line in history")
}

extension CommandContext {
  /// Replaces a plant's note by `text`, or takes it away where that is empty.
  fileprivate mutating func correctNote(
    _ text: String, _ deed: Deed, isDated: Bool = false
  ) throws {
    let context = self
    let zone = try inputZone()
    let at = try isDated ? at(in: zone) : nil
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      let id = try snapshot.plant(
        named: context.arguments.positional[0], context.naming())
      let name = try session.plant(id).shownName(id)
      let note = try context.note(of: id, called: name, in: snapshot)
      let day = zone.localDay(of: note.at.instant)
      guard note.text != text || at != nil else {
        report.lines.append("nothing changed: the note of \(name), \(day)")
        return
      }
      let origin = try snapshot.log.event(
        note.origin, in: snapshot.transaction)
      try session.beginAction()
      try session.perform(
        .note(.init(text: text, replaces: origin?.hash)), on: id,
        at: at ?? note.at)
      _ = try session.endAction()
      report.add(deed, "the note of \(name), \(day)")
    }
    try report(written)
  }

  /// The note that `--id` names, else the latest one.
  private func note(
    of plant: PlantID, called name: String, in snapshot: borrowing Snapshot
  ) throws -> NoteView {
    let notes = try NoteView.all(of: plant, in: snapshot)
    guard let text = try arguments[.notedAction] else {
      guard let latest = notes.last else {
        throw NothingMatched(
          reason: "there is no note of \(name)",
          remedy: "'plantguide note NAME \"A new leaf\"' writes one")
      }
      return latest
    }
    let action = try ActionName.action(text, in: snapshot)
    for event in try snapshot.log.events(
      of: action, in: snapshot.transaction)
    where event.header.stream == plant {
      guard case .plantNoted(let body) = event.payload?.body else { continue }
      let origins = [body.replaces?.prefix, event.hash.prefix]
      if let note = notes.first(where: {
        origins.contains($0.origin.hashPrefix)
      }) {
        return note
      }
    }
    throw NothingMatched(
      reason: "'\(text)' wrote no note of \(name) that is shown",
      remedy: "'plantguide history' shows the ids at the ends of its lines")
  }
}
