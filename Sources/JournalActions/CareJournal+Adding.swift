internal import CatalogueKit
public import CatalogueStore
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A plant to add to the collection.
public struct NewPlant: Sendable {
  /// The scientific name.
  public var scientificName: String
  /// The common names.
  public var commonNames: [String] = []
  /// The botanical family; empty if unknown.
  public var family = ""
  /// The genus; empty if unknown.
  public var genus = ""
  /// The catalogue's category.
  public var category: String?
  /// The nickname.
  public var nickname: String?
  /// The room, by name or id.
  public var room: String?
  /// The precision that the room's name must have.
  public var roomPrecision = PlantResolver.Precision.forgiving
  /// The name of a room that is made for it, unless a room has that name; it
  /// precedes `room`.
  public var newRoom: String?
  /// The day of acquisition.
  public var acquiredOn: Timed<Day>?
  /// The source of the identification.
  public var source = IdentificationSource.manual
  /// The plant from which it was propagated, by name or id.
  public var parent: String?
  /// The rules for the parent's name.
  public var parentNaming = PlantNaming()
  /// Free labels.
  public var tags: [String] = []
  /// The location.
  public var location: GrowingLocation?
  /// The care profile, from which the schedules follow.
  public var care: CareProfiled?
  /// The days from watering to watering, which override the care profile.
  public var wateringInterval: Int?
  /// The time and remark of the addition.
  public var occasion = Occasion()
  /// Photos of the plant, whose files are stored. They name a new id, which
  /// becomes the plant's.
  public var photos: [NewPhoto] = []
  /// The identification in the first photo.
  public var identification: PlantIdentified?

  /// Creates a plant of which only the species is known.
  public init(scientificName: String) {
    self.scientificName = scientificName
  }
}

/// A request to copy a plant.
public struct CopyRequest: Sendable {
  /// The single plant to copy.
  public var original: PlantChoice
  /// The nickname of the copy.
  public var nickname: String?
  /// The room of the copy, by name or id; `nil` for the original's.
  public var room: String?
  /// The time and remark of the addition.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ original: PlantChoice, nickname: String? = nil, room: String? = nil,
    _ occasion: Occasion = Occasion()
  ) {
    self.original = original
    self.nickname = nickname
    self.room = room
    self.occasion = occasion
  }
}

extension NewPlant {
  /// Takes the names that go with the plant's scientific name from the
  /// catalogue, if it is certain which plant that is.
  ///
  /// - Parameters:
  ///   - catalogues: The catalogues.
  ///   - takesCare: `true` to take its care as well; that of a name that no
  ///     catalogue knows is the care for unknown plants.
  /// - Throws: `CatalogueNameError` for a name that several plants have.
  public mutating func complete(
    from catalogues: Catalogues, takesCare: Bool
  ) throws {
    let name = scientificName
    genus = NameInput.genus(of: name)
    switch try catalogues.reading(of: name) {
    case .unknown: if takesCare { care = .generic }
    case .unclear:
      let namesakes = try catalogues.namesakes(of: name)
      guard namesakes.isEmpty else {
        throw CatalogueNameError.ambiguous(name, candidates: namesakes)
      }
    case .found(let found) where found.certainty == .certain:
      let names = found.names
      scientificName = names.scientificName
      commonNames = names.commonNames
      family = names.family
      genus = names.genus
      category = names.category.isEmpty ? nil : names.category
      source = .catalogue
      if takesCare { care = found.profile?.recorded }
    case .found: break
    }
  }
}

extension CareJournal {
  /// Adds a plant with its care and its schedules, as one action.
  ///
  /// - Returns: ``Change/added(_:acquired:)``, and
  ///   ``Change/photographed(_:_:)`` for each photo; of notices
  ///   ``Notice/firstDue(_:_:)`` or ``Notice/unscheduled(_:)``, and
  ///   ``Notice/dayInFuture(_:)``.
  /// - Throws: `CareError` and errors of finding rooms and plants.
  public func add(
    _ plant: NewPlant, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(plant.occasion, &receipt)
      let acquiredOn = try plant.acquiredOn?.value(by: session.clock)
      var room: RoomID?
      var made: RoomName?
      if let name = plant.newRoom {
        room = try session.rooms().rooms
          .first { $0.name.foldedName == name.foldedName }?.id
        if room == nil {
          let new = RoomName(session.randomness.id(), name)
          (room, made) = (new.id, new)
        }
      }
      let body = try plant.body(
        acquiredOn: acquiredOn, room: room, in: session.snapshot())
      let id: PlantID =
        plant.photos.first?.plant ?? session.randomness.id()
      let commands = plant.careCommands(session.calendar.hemisphere)
      var photos: [AddedPhoto] = []
      try session.action { session in
        if let made {
          try session.perform(
            RoomCommand.create(name: made.name, icon: "", sortOrder: nil),
            on: made.id, at: at)
        }
        try session.perform(.add(body), on: id, at: at, note: note)
        for command in commands {
          try session.perform(command, on: id, at: at)
        }
        photos = try session.place(plant.photos)
        try session.add(photos)
        if let identification = plant.identification {
          try session.perform(
            .identify(identification.naming(photos.first?.kept)), on: id,
            at: at)
        }
      }
      let name = try session.name(id)
      receipt.changes.append(.added(name, acquired: acquiredOn))
      receipt.changes += try session.changes(photos)
      if let made { receipt.changes.append(.roomMade(made)) }
      let tasks = session.calendar.openTasks(of: try session.plant(id))
      let first = tasks.map(\.due).min()
      receipt.notices.append(
        first.map { day in
          .firstDue(tasks.filter { $0.due == day }.map(\.kind), day)
        } ?? .unscheduled(name))
      if let acquiredOn, acquiredOn > session.today {
        receipt.notices.append(.dayInFuture(acquiredOn))
      }
    }
  }

  /// Adds a copy of a plant, with everything but the nickname and the history,
  /// as one action.
  ///
  /// - Returns: ``Change/copied(_:original:)``.
  /// - Throws: `CareError` and errors of finding rooms and plants.
  public func copy(
    _ request: CopyRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let snapshot = try session.snapshot()
      let rooms = snapshot.rooms
      let original = try snapshot.plant(request.original)
      let plant = try session.plant(original)
      let own = plant.room.flatMap { rooms[$0]?.id }
      let commands = plant.copyCommands(
        nickname: request.nickname,
        room: try request.room.map { try rooms.room(named: $0) } ?? own,
        facts: PlantFact.all(of: plant, snapshot.fields),
        today: session.today)
      let id: PlantID = session.randomness.id()
      try session.action { session in
        for (index, command) in commands.enumerated() {
          try session.perform(
            command, on: id, at: at, note: index == 0 ? note : nil)
        }
      }
      receipt.changes.append(
        .copied(
          try session.name(id),
          original: PlantName(original, plant.displayName)))
    }
  }
}

extension NewPlant {
  fileprivate func body(
    acquiredOn: Day?, room newRoom: RoomID?, in snapshot: borrowing Snapshot
  ) throws -> PlantAdded {
    PlantAdded(
      scientificName: scientificName, commonNames: commonNames,
      family: family, genus: genus, category: category, nickname: nickname,
      room: try newRoom
        ?? room.map { try snapshot.rooms.room(named: $0, roomPrecision) },
      acquiredOn: acquiredOn, source: source,
      confidence: identification?.confidence,
      parent: try parent.map {
        try snapshot.plant(named: $0, parentNaming)
      }, tags: tags)
  }

  /// Returns the commands for location, care profile and schedules. A given
  /// watering interval replaces the profile's watering schedule.
  fileprivate func careCommands(_ hemisphere: Hemisphere) -> [PlantCommand] {
    var commands: [PlantCommand] = []
    if let location {
      var edit = PlantEdited()
      edit.location = .set(location)
      commands.append(.edit(edit))
    }
    var schedules: [ScheduleSet] = []
    if let care {
      commands.append(.profileCare(care))
      schedules = ScheduleAdvice.schedules(
        for: care, location: location ?? .indoor, hemisphere: hemisphere
      ).map(\.schedule)
    }
    if let wateringInterval {
      schedules.removeAll { $0.kind == .watering }
      schedules.append(
        ScheduleSet(kind: .watering, intervalDays: wateringInterval))
    }
    return commands + schedules.map { .setSchedule($0) }
  }
}

extension PlantState {
  /// Returns the commands for a copy of this plant: its facts and schedules,
  /// but not its history.
  fileprivate func copyCommands(
    nickname: String?, room: RoomID?, facts: [PlantFact], today: Day
  ) -> [PlantCommand] {
    guard let profile else { return [] }
    var commands: [PlantCommand] = [
      .add(
        PlantAdded(
          scientificName: profile.scientificName,
          commonNames: profile.commonNames, family: profile.family,
          genus: profile.genus, category: profile.category,
          nickname: nickname, room: room, acquiredOn: profile.acquiredOn,
          source: profile.source, confidence: profile.confidence,
          parent: profile.parent, tags: profile.tags))
    ]
    if let location = details.location {
      var edit = PlantEdited()
      edit.location = .set(location)
      commands.append(.edit(edit))
    }
    if isFavorite { commands.append(.favorite(true)) }
    commands += facts.filter(\.isValid).map {
      .setFact(FactSet(name: $0.field.name, value: $0.value))
    }
    if let care = details.careProfile {
      commands.append(.profileCare(care.body))
    }
    return commands
      + cares.compactMap(\.schedule).map {
        .setSchedule($0.starting(notBefore: today))
      }
  }
}

extension ScheduleSet {
  /// Returns the schedule without a past first day, which would make a new
  /// plant overdue from the start.
  fileprivate func starting(notBefore today: Day) -> ScheduleSet {
    ScheduleSet(
      kind: kind, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, activeMonths: activeMonths,
      amount: amount, fertilizer: fertilizer, time: time,
      startOn: startOn.flatMap { $0 < today ? nil : $0 })
  }
}
