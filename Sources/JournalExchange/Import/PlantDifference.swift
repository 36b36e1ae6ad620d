internal import CatalogueStore
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// The differences between an existing plant and an input, and the steps that
/// remove them.
public struct PlantDifference: Sendable {
  /// A field that differs.
  public struct Field: Sendable, Hashable {
    /// The column, as tables name it: "room", "watering every".
    public let column: String
    /// The value in the journal, as a table has it; empty for none.
    public let old: String
    /// The value in the input; empty for none.
    public let new: String
  }

  /// A command for a part of the difference; `at` is `nil` for now.
  struct Step: Sendable, Hashable {
    let command: PlantCommand
    var at: OffsetInstant?
    var note: String?
  }

  /// The plant, by its name before.
  public let plant: PlantName
  /// The place in the input: "line 3".
  public let place: String
  /// The fields that differ.
  public private(set) var fields: [Field] = []
  /// The steps that make the plant as in the input, in order.
  private(set) var steps: [Step] = []
  /// The notice on a new scientific name.
  private(set) var notice: Notice?

  var isEmpty: Bool { steps.isEmpty }

  init(of plant: PlantName, at place: String) {
    self.plant = plant
    self.place = place
  }

  /// The context of a comparison.
  struct Context {
    let rooms: RoomList
    /// The zone in which days are counted.
    let zone: TimeZoneRules
    /// The catalogues' names for new scientific names; `nil` for none.
    let names: NameReadings?
  }

  /// Compares the columns `incoming.told` of an input with the plant. Other
  /// columns stay as they are.
  ///
  /// Notes, care and a departure are only ever added.
  ///
  /// - `body`: The first event of `incoming`, with ids for names of rooms and
  ///   plants.
  /// - Throws: `CellError` if the input changes values that cannot be changed.
  init(
    of view: PlantView, from incoming: IncomingPlant, _ body: PlantAdded,
    in context: Context
  ) throws {
    self.init(
      of: PlantName(view.id, view.state.displayName), at: incoming.place)
    try checkFixed(view, incoming)
    try edit(view, incoming, body, context)
    move(view, incoming, body, context)
    favour(view.state, incoming)
    setFacts(view.state, incoming)
    try note(view, incoming)
    try schedule(view.state, incoming)
    try care(for: view.state, incoming, context.zone)
    try remove(view.state, incoming)
  }

  mutating func add(_ column: String, _ old: String, _ new: String) {
    fields.append(Field(column: column, old: old, new: new))
  }

  mutating func add(_ step: Step) { steps.append(step) }

  private mutating func add(
    _ column: PlantColumn, _ old: String, _ new: String
  ) {
    add(column.rawValue, old, new)
  }
}

// MARK: Facts about the plant

extension PlantDifference {
  private func checkFixed(
    _ view: PlantView, _ incoming: IncomingPlant
  ) throws(CellError) {
    let state = view.state
    guard
      !incoming.told.contains(.mergedInto)
        || incoming.mergedInto == view.shownBy?.id
    else {
      throw CellError(
        "says what '\(state.displayName)' is part of, which is not changed",
        in: .mergedInto)
    }
    guard incoming.told.contains(.addedAt),
      incoming.addedAt?.instant != state.addedAt?.instant
    else { return }
    throw CellError(
      "says when '\(state.displayName)' was added, which an import does not change",
      in: .addedAt)
  }

  private mutating func edit(
    _ view: PlantView, _ incoming: IncomingPlant, _ body: PlantAdded,
    _ context: Context
  ) throws {
    let state = view.state
    guard let profile = state.profile else { return }
    var wanted = PlantEdit()
    wanted.fields = try incoming.edit(body).changing(state)
    guard !wanted.isEmpty else { return }
    let edit: PlantEdited
    (edit, notice) = try wanted.edit(of: state, in: context.names)
    guard !edit.isEmpty else { return }
    let after = profile.edited(by: edit)
    for column in PlantColumn.allCases {
      let (old, new) = (column.text(in: profile), column.text(in: after))
      if old != new { add(column, old, new) }
    }
    let place = state.details.location
    let location = edit.location.applied(to: place)
    if place != location {
      add(.growingLocation, place?.rawValue ?? "", location?.rawValue ?? "")
    }
    add(Step(command: .edit(edit)))
  }

  private mutating func move(
    _ view: PlantView, _ incoming: IncomingPlant, _ body: PlantAdded,
    _ context: Context
  ) {
    let room = body.room ?? StandardRoom.other.id
    guard incoming.told.contains(.room), room != view.room else { return }
    let isKnown = context.rooms[room] != nil
    add(
      .room, RoomName.text(of: view.room, in: context.rooms),
      isKnown
        ? RoomName.text(of: room, in: context.rooms) : incoming.room ?? "")
    add(Step(command: .move(to: body.room)))
  }

  private mutating func setFacts(
    _ state: PlantState, _ incoming: IncomingPlant
  ) {
    for fact in incoming.factsSet {
      let held = state.details.facts[fact.name]
      guard held != fact.value else { continue }
      add(fact.name, held ?? "", fact.value ?? "")
      add(Step(command: .setFact(fact)))
    }
  }

  private mutating func favour(
    _ state: PlantState, _ incoming: IncomingPlant
  ) {
    let isFavorite = incoming.isFavorite
    guard incoming.told.contains(.isFavorite), isFavorite != state.isFavorite
    else { return }
    add(.isFavorite, "\(state.isFavorite)", "\(isFavorite)")
    add(Step(command: .favorite(isFavorite)))
  }
}

// MARK: Additions

extension PlantDifference {
  private mutating func note(
    _ view: PlantView, _ incoming: IncomingPlant
  ) throws(CellError) {
    guard incoming.told.contains(.notes) else { return }
    guard !incoming.notes.isEmpty || view.notes.isEmpty else {
      throw CellError("holds '-', but an import clears no notes", in: .notes)
    }
    let held = Set(view.notes)
    let new = incoming.notes.filter { !held.contains($0) }
    guard !new.isEmpty else { return }
    add(.notes, "", NotesCell.text(of: new))
    for text in new { add(Step(command: .note(.init(text: text)))) }
  }

  private mutating func schedule(
    _ state: PlantState, _ incoming: IncomingPlant
  ) throws(CellError) {
    for kind in incoming.endedSchedules {
      try schedule(.init(kind: kind, every: nil, place: place), state)
    }
    for schedule in incoming.schedules {
      let days = schedule.intervalDays
      try self.schedule(
        .init(kind: schedule.kind, every: days, place: place), state)
    }
  }

  private mutating func care(
    for state: PlantState, _ incoming: IncomingPlant, _ zone: TimeZoneRules
  ) throws(CellError) {
    for care in incoming.cares {
      let column = "last \(care.kind.name)"
      let day = zone.localDay(of: care.at.instant)
      let last = state.care(care.kind)?.lastCompleted.map(zone.localDay(of:))
      guard day != last else { continue }
      if let last, last > day {
        throw CellError(
          "says \(day), but the latest in the journal is of \(last); "
            + "leave the cell empty", inColumn: column)
      }
      add(column, last?.description ?? "", day.description)
      add(
        Step(command: .complete(TaskCompleted(kind: care.kind)), at: care.at))
    }
  }

  private mutating func remove(
    _ state: PlantState, _ incoming: IncomingPlant
  ) throws(CellError) {
    let told = incoming.told.intersection([.removed, .removedAt])
    guard !told.isEmpty else { return }
    guard let held = state.removal else {
      guard let removal = incoming.removal else { return }
      add(.removed, "", removal.reason.rawValue)
      return add(Step(command: .remove(removal.reason), at: removal.at))
    }
    let isSame =
      (!told.contains(.removed) || incoming.removal?.reason == held.reason)
      && (!told.contains(.removedAt)
        || incoming.removal?.at?.instant == held.at.instant)
    guard isSame else {
      throw CellError(
        "says otherwise how '\(state.displayName)' left, which an import does not change",
        in: .removed)
    }
  }
}

extension IncomingPlant {
  /// Returns the edit to the values in the input.
  fileprivate func edit(_ body: PlantAdded) throws(CellError) -> PlantEdited {
    var edit = PlantEdited()
    for column in told {
      switch column {
      case .nickname: edit.nickname = FieldEdit(body.nickname)
      case .scientificName:
        guard let scientificName else {
          throw CellError("cannot be cleared", in: .scientificName)
        }
        edit.scientificName = scientificName
      case .commonNames: edit.commonNames = FieldEdit(body.commonNames)
      case .family: edit.family = FieldEdit(family)
      case .genus: edit.genus = FieldEdit(genus ?? "")
      case .category: edit.category = FieldEdit(category)
      case .growingLocation: edit.location = FieldEdit(growingLocation)
      case .tags: edit.tags = FieldEdit(tags)
      case .acquiredOn: edit.acquiredOn = FieldEdit(acquiredOn)
      case .source: edit.source = source
      case .confidence: edit.confidence = FieldEdit(confidence)
      case .parent: edit.parent = FieldEdit(body.parent)
      case .id, .shortID, .room, .isFavorite, .addedAt, .removed, .removedAt,
        .notes, .mergedInto:
        break
      }
    }
    return edit
  }
}

extension FieldEdit {
  /// Sets the value, or clears the field if there is none.
  init(_ value: Value?) {
    self = value.map { .set($0) } ?? .clear
  }
}

extension FieldEdit where Value: Collection {
  /// Sets a text or a list, or clears the field if it is empty.
  init(_ value: Value) {
    self = value.isEmpty ? .clear : .set(value)
  }
}
