internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

extension HortusFoxPlanner {
  /// Plans the changes of an existing plant.
  mutating func update(
    _ plant: HortusFoxPlant, _ state: PlantState,
    in snapshot: borrowing Snapshot
  ) throws {
    let past = try HortusFoxPast(of: plant.id, in: snapshot)
    guard let before = past.state.profile, let now = state.profile else {
      return
    }
    try checkZone(plant, state)
    if let time = past.latest { note(time, on: state.displayName) }
    let kept = plan.kept
    var steps = stay(of: plant, past.state, state)
    let isBack = !steps.isEmpty && !plant.hasLeft
    let added =
      try notes(of: plant, past, state, in: snapshot)
      + plant.cares.filter { !past.has($0) }.map(Self.care)
      + photos(
        of: plant, without: try PhotoView.sources(of: plant.id, in: snapshot),
        hasCover: PhotoView.all(of: plant.id, in: snapshot)
          .contains(where: \.isCover))
    guard state.removal == nil || isBack else {
      // A plant that has left gets no events.
      plan.kept = kept
      if added.isEmpty {
        plan.unchanged += 1
      } else {
        plan.gone.append(PlantName(plant.id, state.displayName))
      }
      return
    }
    // Another plant may have its nickname by now.
    let keepsNickname =
      try !isBack
      || now.nickname.map { try claim($0, for: plant.id, in: snapshot) }
        ?? true
    if !keepsNickname {
      steps = [change(.restore(as: plant.id.description))]
    }
    let edit = try edit(
      plant, from: before, now, state, keepsNickname, in: snapshot)
    if !edit.isEmpty { steps.append(change(.edit(edit))) }
    if let move = move(plant, past.state, state) { steps.append(move) }
    var conflicts: [(field: String, backup: String?)] = []
    steps += facts(
      of: plant, before: past.state.details.facts, now: state.details.facts
    ) { conflicts.append(($0, $1)) }
    for (field, backup) in conflicts { keep(field, backup, of: state) }
    steps += added
    for task in plant.tasks {
      steps += self.steps(
        of: task, planned: past.tasks[task.id],
        isOpen: state.oneOffTask(task.id) != nil)
    }
    // The other steps need the plant to be present, so it leaves last.
    let leaving = steps.firstIndex { $0.command.isRemoval }
    if let leaving { steps.append(steps.remove(at: leaving)) }
    guard !steps.isEmpty else {
      if plan.kept == kept { plan.unchanged += 1 }
      return
    }
    plan.plants.append(
      .init(
        place: plant.place, id: plant.id, isNew: false,
        isOfUnknownSpecies: false, steps: steps))
  }

  func change(_ command: PlantCommand) -> HortusFoxPlan.Step {
    .init(command: command, at: now, remark: remark)
  }

  /// Refuses times in another zone, in which the same row has another instant.
  private func checkZone(
    _ plant: HortusFoxPlant, _ state: PlantState
  ) throws(HortusFoxError) {
    guard let added = plant.addedAt, let before = state.addedAt,
      added.instant != before.instant
    else { return }
    throw .otherZone(
      plant: state.displayName, before: before.description,
      now: added.description)
  }

  /// Returns whether to import a value of the backup. A value that changed in
  /// both is reported, and stays.
  private mutating func takes<Value: Equatable>(
    _ field: String, _ value: Value, before: Value, now: Value,
    of state: PlantState, as text: String?
  ) -> Bool {
    let verdict = BackupVerdict(value, before: before, now: now)
    if verdict == .conflict { keep(field, text, of: state) }
    return verdict == .change
  }

  private mutating func keep(
    _ field: String, _ backup: String?, of state: PlantState
  ) {
    plan.kept.append(
      KeptValue(
        subject: state.displayName, field: field, backup: backup ?? "nothing"))
  }

  /// Returns the step by which the plant leaves or comes back, if any.
  private func stay(
    of plant: HortusFoxPlant, _ before: PlantState, _ now: PlantState
  ) -> [HortusFoxPlan.Step] {
    let verdict = BackupVerdict(
      plant.hasLeft, before: before.removal != nil, now: now.removal != nil)
    guard verdict == .change else { return [] }
    guard plant.hasLeft else { return [change(.restore())] }
    return [departure(of: plant)]
  }

  private mutating func move(
    _ plant: HortusFoxPlant, _ before: PlantState, _ now: PlantState
  ) -> HortusFoxPlan.Step? {
    guard let row = plant.location, let place = places[row] else { return nil }
    func shown(_ room: RoomID?) -> RoomID {
      let room = room ?? StandardRoom.other.id
      return rooms[room]?.id ?? room
    }
    guard
      takes(
        "room", place.room, before: shown(before.room), now: shown(now.room),
        of: now, as: place.name)
    else { return nil }
    return room(of: plant).map { change(.move(to: $0)) }
  }

  private mutating func edit(
    _ plant: HortusFoxPlant, from before: PlantAdded, _ now: PlantAdded,
    _ state: PlantState, _ keepsNickname: Bool,
    in snapshot: borrowing Snapshot
  ) throws -> PlantEdited {
    var edit = PlantEdited()
    let isRenamed =
      !keepsNickname
      || takes(
        "name", plant.name, before: before.calledName, now: now.calledName,
        of: state, as: plant.name)
    if isRenamed {
      let names = try names(of: plant, in: snapshot)
      edit.nickname = FieldEdit(names.nickname)
      // Common names that the plant got here stay.
      let common =
        names.common
        + now.commonNames.filter {
          $0 != plant.name
            && (before.nickname == before.calledName
              || $0 != before.calledName)
        }
      edit.commonNames = FieldEdit(common)
    }
    if takes(
      "scientific name", plant.species, before: before.scientificName,
      now: now.scientificName, of: state, as: plant.species)
    {
      edit.scientificName = plant.species
      let genus = plant.scientificName.map(NameInput.genus)
      if now.genus == before.genus { edit.genus = FieldEdit(genus) }
    }
    if takes(
      "tags", plant.tags, before: before.tags, now: now.tags, of: state,
      as: plant.tags.joined(by: ", "))
    {
      edit.tags = FieldEdit(plant.tags)
    }
    if takes(
      "day it was got", plant.acquiredOn, before: before.acquiredOn,
      now: now.acquiredOn, of: state, as: plant.acquiredOn?.description)
    {
      edit.acquiredOn = FieldEdit(plant.acquiredOn)
    }
    // The backup says nothing about an origin that it does not have.
    let isSaid = plant.originRow == nil || plant.origin != nil
    if isSaid,
      takes(
        "origin", plant.origin, before: before.parent, now: now.parent,
        of: state, as: plant.origin.map { ShortID.text(of: $0) })
    {
      edit.parent = FieldEdit(plant.origin)
    }
    return edit.changing(state)
  }

  private mutating func notes(
    of plant: HortusFoxPlant, _ past: HortusFoxPast, _ state: PlantState,
    in snapshot: borrowing Snapshot
  ) throws -> [HortusFoxPlan.Step] {
    var steps: [HortusFoxPlan.Step] = []
    func correct(
      _ held: HortusFoxPast.Note, _ text: String
    ) throws -> BackupVerdict {
      let verdict = BackupVerdict(
        text, before: held.imported ?? held.text, now: held.text)
      guard verdict == .change else { return verdict }
      let origin = try snapshot.log.event(
        held.origin, in: snapshot.transaction)
      steps.append(
        note(
          text, at: held.at,
          held.isBeside ? notesRemark : remark,
          replaces: origin?.hash))
      return verdict
    }
    if let held = past.notes.last(where: \.isBeside) {
      if case .conflict = try correct(held, plant.notes ?? "") {
        keep("notes", plant.notes, of: state)
      }
    } else if let notes = plant.notes,
      !past.notes.contains(where: { $0.text == notes })
    {
      steps.append(note(notes, at: now, notesRemark))
    }
    var left = past.notes.filter { !$0.isBeside }
    var changed: [HortusFoxPlant.LogNote] = []
    for entry in plant.log {
      let index = left.firstIndex {
        $0.isOf(entry) && [$0.imported, $0.text].contains(entry.text)
      }
      if let index { left.remove(at: index) } else { changed.append(entry) }
    }
    for entry in changed {
      // A note of the same second that no entry above matches.
      guard
        let index = left.firstIndex(where: {
          entry.at != nil && $0.isOf(entry) && $0.imported != nil
        })
      else {
        steps.append(note(entry.text, at: entry.at ?? now, remark))
        continue
      }
      if case .conflict = try correct(left.remove(at: index), entry.text) {
        keep("note", entry.text, of: state)
      }
    }
    return steps
  }
}

extension HortusFoxPast.Note {
  /// Returns whether the note may be an entry of the log, by their times.
  fileprivate func isOf(_ entry: HortusFoxPlant.LogNote) -> Bool {
    entry.at.map { $0.instant == at.instant } ?? true
  }
}

extension HortusFoxPlant {
  var species: String {
    scientificName ?? IncomingPlant.unknownSpecies
  }
}

extension PlantAdded {
  /// The name of the plant in HortusFox: its nickname, without the number that
  /// distinguishes it from others of its name here.
  fileprivate var calledName: String? {
    guard let nickname else { return commonNames.first }
    guard let name = commonNames.first, nickname.hasPrefix("\(name) "),
      Int(nickname.dropFirst(name.count + 1)).map({ $0 > 1 }) == true
    else { return nickname }
    return name
  }
}

extension PlantCommand {
  fileprivate var isRemoval: Bool {
    if case .remove = self { true } else { false }
  }
}
