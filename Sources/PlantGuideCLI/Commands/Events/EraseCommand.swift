internal import Encodings
internal import JournalActions
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit
internal import TextKit

extension Command {
  static let erase = Command(
    definition: CommandDefinition(
      path: ["erase"],
      summary: "Erase the contents of events for good",
      arguments: [
        ArgumentDefinition(
          name: "EVENT", isOptional: true, isRepeatable: true,
          help:
            "An action's id, as 'history' prints it; erases all its events")
      ],
      options: [.single, .erasedPlant, .notes, .erasedPhotos]
        + GlobalOptions.writing,
      examples: [
        "plantguide erase --plant Monty --notes --dry-run",
        "plantguide erase --plant Monty --photos --dry-run",
      ],
      discussion: """
        The event itself remains, with its type and the time of recording. Its \
        contents (text, dates, amounts) and everything derived from them are \
        gone. No undo brings them back. You are asked first; --dry-run shows \
        what would go.

        --notes erases all notes about a plant, also corrected, removed and \
        undone ones. Remarks on other events stay; the command lists them. If \
        you erase a watering's remark, you erase the watering, too. --photos \
        erases all photos of a plant with their originals and thumbnails, \
        except files that other photos need.

        Other machines erase their copies when they sync; a running 'serve' \
        erases them while idle. Remotes keep old segments and photos until \
        'sync --compact'. Backups and exports keep copies until you delete \
        them, and a disk may keep parts. The command lists the copies it \
        knows of.
        """,
      section: .events, isWriting: true)
  ) { context in
    let request = EraseRequest(try context.eraseTarget())
    let rehearsed = try context.journal.erase(request, .rehearse)
    guard case .erased(let erased)? = rehearsed.changes.first else { return }
    let copies = try ErasedCopies(of: erased, in: context.journal)
    guard !context.isDryRun else {
      return try context.show(erased, copies, [])
    }
    try context.confirm(erased, copies)
    // This erases the events shown, and none that arrived since.
    let receipt = try context.journal.erase(erased.request)
    guard case .erased(var done)? = receipt.changes.first else { return }
    done.remarks = erased.remarks
    // This comes before any output, as the reader may have gone.
    let removal = Result { try context.journal.removeErasedBytes() }
    try context.show(done, copies, receipt.actions)
    try context.output.flush()
    _ = try removal.get()
  }
}

extension OptionDefinition {
  fileprivate static let single = Flag(
    "single",
    help: "Erase only the events with these ids, not whole actions")
  fileprivate static let erasedPlant = Option(
    "plant", value: "NAME", completion: .plant,
    help: "The plant for --notes or --photos")
  fileprivate static let notes = Flag(
    "notes", help: "Erase all notes that the plant ever had")
  fileprivate static let erasedPhotos = Flag(
    "photos", help: "Erase all photos that the plant ever had")
}

extension CommandContext {
  fileprivate func eraseTarget() throws -> EraseRequest.Target {
    let ids = arguments.positional
    guard let plant = try arguments[.erasedPlant] else {
      guard !arguments[.notes], !arguments[.erasedPhotos] else {
        let name = arguments[.notes] ? "notes" : "photos"
        throw UsageError(
          "--\(name) needs a plant", hint: "name it: --plant NAME --\(name)")
      }
      return arguments[.single] ? .events(ids) : .actions(ids)
    }
    guard arguments[.notes] != arguments[.erasedPhotos], ids.isEmpty,
      !arguments[.single]
    else {
      throw UsageError(
        "--plant goes with --notes or with --photos, and with no event",
        hint: "such as: plantguide erase --plant Monty --notes")
    }
    let choice = try PlantChoice(
      [plant], of: self, includesRemoved: true, takesFilters: false)
    return arguments[.notes] ? .notes(choice) : .photos(choice)
  }

  private static let mostShown = 20

  /// Returns the events, one a line, with the id of each.
  private func lines(on events: [ErasedEvent], _ verb: String) throws
    -> [String]
  {
    let shown = events.prefix(Self.mostShown)
    let more = events.count - shown.count
    return try journal.read { snapshot in
      let household = try snapshot.household()
      return try shown.map {
        "\(verb): \(try snapshot.description(of: $0.event, in: household).line(.commandLine))  \($0.id)"
      } + (more > 0 ? ["and \(more) more events"] : [])
    }
  }

  fileprivate mutating func confirm(
    _ erased: ErasedEvents, _ copies: ErasedCopies
  ) throws {
    guard !arguments[.yes] else { return }
    if !wantsJSON {
      for line in try lines(on: erased.events, "erase") { try print(line) }
      for line in try consequences(of: erased, copies) { try print(line) }
    }
    let count = Phrase.count(erased.events.count, "event")
    try confirm("Erase what \(count) said? Nothing brings it back.")
  }

  /// Returns lines about the data that goes with the events or stays.
  private func consequences(
    of erased: ErasedEvents, _ copies: ErasedCopies
  ) throws -> [String] {
    erased.vanishing.map {
      "with this, \($0.shown) and all that was recorded of it is shown no more; 'plantguide remove' keeps its history"
    } + (try lines(on: erased.remarks, "stays")) + erased.lineOnPhotos
      + copies.lines
  }

  fileprivate mutating func show(
    _ erased: ErasedEvents, _ copies: ErasedCopies, _ actions: [ActionID]
  ) throws {
    let isDryRun = isDryRun
    guard !wantsJSON else {
      return try printJSON {
        $0.erasure(erased, copies, actions, isDryRun: isDryRun)
      }
    }
    if isDryRun {
      for line in try lines(on: erased.events, "would erase") {
        try print(line)
      }
    } else {
      let count = Phrase.count(erased.events.count, "event")
      try print("erased what \(count) said")
    }
    for line in try consequences(of: erased, copies) { try print(line) }
    try printDryRun()
  }
}

extension ErasedCopies {
  fileprivate var lines: [String] {
    backups.map { "still in the backup \(SafeText.shown($0))" }
      + remotes.map { remote in
        remote.address.kind.isStore
          ? "still in the remote \(remote.name), until 'plantguide sync --compact \(remote.name)'"
          : "still at '\(remote.name)'; 'plantguide sync \(remote.name)' has it erased there, if this machine may write there"
      } + [
        "other replicas keep it until they sync, and 'plantguide sync status' tells which remotes have heard of it; exports and other copies keep it"
      ]
  }
}
