internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let edit = Command(
    definition: CommandDefinition(
      path: ["edit"],
      summary: "Change what is said of plants",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isRepeatable: true, completion: .plant,
          help: "Plants, by name or short id; - reads names from standard input"
        )
      ],
      options: EditOptions.all + OptionDefinition.writing,
      examples: [
        "plantguide edit Monty --name \"Old Monty\" --tag gift",
        "plantguide edit Monty --clear family --location balcony",
      ],
      discussion:
        "Without options an editor ($VISUAL, else $EDITOR, else vi) opens on "
        + "the plant's fields. A form that cannot be taken is kept in a file, "
        + "which --form reads again; all that changes then stands in it.",
      section: .collection, isWriting: true)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, takesFilters: false)
    if let path = context.arguments.value(EditOptions.form.name) {
      try EditOptions.checkFormAlone(context)
      var dialog = try EditDialog(of: selection, context)
      return try dialog.take(path, &context)
    }
    var change = try context.plantChange()
    if let name = change.fields.scientificName {
      change.kinship = try context.catalogueNames(scientific: name)
    }
    guard !change.isEmpty else {
      guard context.process.prompt.isInteractive, !context.wantsJSON else {
        throw UsageError(
          "say what changes",
          hint: "such as --name Monty or --clear family",
          usage: context.command.usage)
      }
      var dialog = try EditDialog(of: selection, context)
      return try dialog.run(&context)
    }
    guard change.fields.nickname == .keep || selection.names.count == 1 else {
      throw UsageError(
        "--name is given for several plants, and a nickname is one plant's")
    }
    try context.confirm(selection)
    try context.edit(selection, change)
  }
}

extension CommandContext {
  /// Changes plants as one action and reports it.
  mutating func edit(
    _ selection: PlantChoice, _ change: PlantChange
  ) throws {
    let at = try at(in: try inputZone())
    let note = try arguments[.note]
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      var edits: [(id: PlantID, edit: PlantEdited)] = []
      for id in try snapshot.plants(selection) {
        let plant = try session.plant(id)
        let edit = try change.edit(of: plant)
        guard edit.isEmpty else {
          edits.append((id, edit))
          report.note(change.remark(on: plant, edit))
          continue
        }
        report.lines.append("nothing changed: \(plant.shownName(id))")
      }
      try session.edit(edits, at: at, note: note, &report)
    }
    try report(written)
  }
}

extension ActionSession {
  /// Records edits as one action; none where there are none.
  mutating func edit(
    _ edits: [(id: PlantID, edit: PlantEdited)], at: OffsetInstant,
    note: String?, _ report: inout WriteReport
  ) throws {
    guard !edits.isEmpty else { return }
    try beginAction()
    var hints: [String] = []
    for (id, edit) in edits {
      let before = try plant(id)
      try perform(.edit(edit), on: id, at: at, note: note)
      let plant = try plant(id)
      report.add(
        .edit, "\(plant.shownName(id)): \(SafeText.shown(edit.text))")
      if let hint = plant.wateringHint(id, after: before, calendar) {
        hints.append(hint)
      }
    }
    // Of many plants one stands for the others.
    if let hint = hints.first {
      report.lines.append(
        hints.count == 1 ? hint : "\(hint), and so on for \(hints.count) plants"
      )
    }
    _ = try endAction()
    report.noteFuture(
      edits.lazy.compactMap { $0.edit.acquiredOn.applied(to: nil) }.max(),
      after: calendar.zone.localDay(of: now))
  }
}

extension PlantChange {
  /// What is to be said of a new scientific name: where its family and the
  /// like come from, or that they are those of the old one.
  fileprivate func remark(
    on plant: PlantState, _ edit: PlantEdited
  ) -> String? {
    guard renames(plant) else { return nil }
    let name = SafeText.shown(fields.scientificName ?? "")
    let given = [
      ("family", fields.family, edit.family, plant.profile?.family),
      ("genus", fields.genus, edit.genus, plant.profile?.genus),
      ("category", fields.category, edit.category, plant.profile?.category),
    ].filter { $0.1 == .keep }
    guard kinship == nil else {
      let taken = given.filter { $0.2 != .keep }.map(\.0)
      return taken.isEmpty
        ? nil
        : "\(Wording.list(taken, joinedBy: "and")) of \(name) taken from the catalogue"
    }
    let kept = given.filter { $0.2 == .keep && $0.3?.isEmpty == false }
      .map(\.0)
    guard !kept.isEmpty else { return nil }
    let options = kept.map { "--\($0)" }
    return "the catalogue does not know \(name), so "
      + "\(Wording.list(kept, joinedBy: "and")) stay as they were; "
      + "change them with \(Wording.list(options, joinedBy: "and"))"
  }
}

extension PlantState {
  /// What to say of the watering of a plant that grows elsewhere than
  /// `before`, where the new place asks for another schedule: none changes by
  /// itself.
  fileprivate func wateringHint(
    _ id: PlantID, after before: PlantState, _ calendar: CareCalendar
  ) -> String? {
    guard let schedule = care(.watering)?.schedule,
      details.location != before.details.location
    else { return nil }
    let advised = advisedWatering(calendar)
    guard advised != before.advisedWatering(calendar),
      advised != schedule.seasonalIntervalDays
    else { return nil }
    let change = details.careProfile == nil ? "--winter SPAN" : "--anew"
    return "note: watering stays as it is; 'plantguide schedule set "
      + "\(ShortID.text(of: id)) watering \(change)' fits it to the new place"
  }

  private func advisedWatering(_ calendar: CareCalendar) -> SeasonalIntervals? {
    ScheduleAdvice.schedules(
      for: details.careProfile?.body, location: details.location ?? .indoor,
      hemisphere: calendar.hemisphere
    ).first { $0.schedule.kind == .watering }?.schedule.seasonalIntervalDays
  }

  /// The name and the short id, as reports have them.
  func shownName(_ id: PlantID) -> String {
    "\(SafeText.shown(displayName)) (\(ShortID.text(of: id)))"
  }
}
