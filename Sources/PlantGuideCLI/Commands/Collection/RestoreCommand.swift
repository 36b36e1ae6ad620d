internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let restore = Command(
    definition: CommandDefinition(
      path: ["restore"],
      summary: "Bring removed plants back",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isRepeatable: true, completion: .removedPlant,
          help: "The plants")
      ],
      options: [
        Option(
          "name", value: "NICKNAME",
          help: "What you call it from now on, as where its name is taken")
      ] + OptionDefinition.writing,
      examples: [
        "plantguide restore Monty",
        "plantguide restore Monty --name \"Old Monty\"",
      ], section: .collection, isWriting: true)
  ) { context in
    let nickname = try context.arguments.value("name").map(NameInput.nickname)
    let selection = try PlantChoice(
      context.arguments.positional, of: context, prefersRemoved: true,
      takesFilters: false)
    guard nickname == nil || selection.names.count == 1 else {
      throw UsageError(
        "--name is given for several plants, and a nickname is one plant's")
    }
    try context.confirm(selection)
    try context.restore(selection, as: nickname)
  }
}

extension CommandContext {
  /// Brings plants back as one action and reports it.
  fileprivate mutating func restore(
    _ selection: PlantChoice, as nickname: String?
  ) throws {
    let at = try at(in: try inputZone())
    let note = try arguments[.note]
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      try session.beginAction()
      for id in try snapshot.plants(selection) {
        let name = try session.restore(
          id, as: nickname, at: at, note: note)
        report.add(.restore, name)
      }
      _ = try session.endAction()
    }
    try report(written)
  }
}

extension ActionSession {
  /// Brings a plant back, under another nickname where one is given.
  ///
  /// - Returns: What it is called, and was called.
  fileprivate mutating func restore(
    _ id: PlantID, as nickname: String?, at: OffsetInstant, note: String?
  ) throws -> String {
    let plant = try plant(id)
    guard !plant.isPresent else {
      throw NothingMatched(
        reason: "'\(SafeText.shown(plant.displayName))' is not removed")
    }
    try perform(
      .restore(as: nickname), on: id, at: at, note: note)
    var edit = PlantEdited()
    if let nickname { edit.nickname = .set(nickname) }
    edit = edit.changing(plant)
    guard !edit.isEmpty else { return plant.shownName(id) }
    try perform(.edit(edit), on: id, at: at)
    let former = SafeText.shown(plant.displayName)
    return try self.plant(id).shownName(id)
      + ", formerly \(former)"
  }
}
