internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TextKit

// The fields that several requests have. They are called like the options of
// the command line, and hold the same words.

extension PlantNaming {
  /// The rules for names that programs send: nothing near counts.
  static func exact(
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    field: String? = nil
  ) -> PlantNaming {
    PlantNaming(
      .exact, includesRemoved: includesRemoved, prefersRemoved: prefersRemoved,
      field: field)
  }
}

extension RequestFields {
  /// Takes the choice of plants out, unless the path names the plant.
  mutating func plants(
    _ plant: String? = nil, _ naming: PlantNaming = .exact()
  ) throws -> PlantChoice {
    if let plant { return PlantChoice(names: [plant], naming: naming) }
    return PlantChoice(
      names: try texts("plant"), rooms: try texts("room"),
      family: try text("family"), tag: try text("tag"),
      favoritesOnly: try flag("favorite") ?? false,
      takesAll: try flag("all") ?? false, excepted: try texts("except"),
      naming: naming)
  }

  /// Takes the choice of plants out, of which there must be one.
  mutating func somePlants() throws -> PlantChoice {
    let plants = try plants()
    guard !plants.isEmpty else {
      throw FieldError(
        "plant",
        "is missing; name plants, or select them with room, family, tag, favorite or all"
      )
    }
    return plants
  }

  /// Takes out the room of a new plant, or the name of a new room.
  mutating func takeRoom(of plant: inout NewPlant) throws {
    plant.room = try text("room")
    plant.roomPrecision = .exact
    plant.newRoom = try text("new-room").map {
      try NameInput.name($0, "the room's name")
    }
    guard plant.room == nil || plant.newRoom == nil else {
      throw FieldError(
        "new-room", "contradicts the room that was given; give one of them")
    }
  }

  /// Takes a filter of tasks out.
  mutating func taskFilter() throws -> TaskFilter {
    TaskFilter(plants: try plants(), kind: try kind())
  }

  /// Takes the kind of care out; `nil` if none is given.
  mutating func kind(_ name: String = "kind") throws -> TaskKind? {
    try text(name).map(KindInput.kind)
  }

  /// Takes the kinds of care out, each once.
  mutating func kinds() throws -> [TaskKind] {
    var kinds: [TaskKind] = []
    for kind in try texts("kind").map(KindInput.kind)
    where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return kinds
  }

  /// Takes single tasks out, each as `PLANT:KIND` or `PLANT:TASK`, and perhaps
  /// `:DAY` for the day on which it was due as it was shown.
  mutating func shownTasks() throws -> [ShownTask] {
    try texts("item").map { text in
      var parts = text.split(
        separator: ":", omittingEmptySubsequences: false
      ).map(String.init)
      let due = parts.count > 2 ? parts.last.flatMap { Day($0) } : nil
      if due != nil { parts.removeLast() }
      guard parts.count > 1, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw FieldError(
          "item",
          "must be a plant, a colon, a kind or task, and perhaps a colon and its day"
        )
      }
      let name = parts.dropFirst().joined(separator: ":")
      return ShownTask(
        plant: parts[0],
        TaskID(name) == nil
          ? .care(try KindInput.kind(name)) : .oneOff(name),
        due: due)
    }
  }

  /// Takes the time and the remark of an action out; by default it is the moment
  /// at which a person asked, or now.
  mutating func occasion() throws -> Occasion {
    let at = try text("at") ?? usualMoment
    return Occasion(
      at: at.map { text in
        Moment { try DateInput.instant(text, now: $0.now, zone: $0.zone) }
      } ?? .now, note: try text("note").map(NameInput.note))
  }

  /// Takes a day out that is to come, if in doubt.
  mutating func day(_ name: String) throws -> Timed<Day>? {
    try text(name).map { text in
      Timed<Day> {
        try DateInput.day(text, today: $0.today, preferring: .future)
      }
    }
  }

  /// Takes a bound of time out.
  mutating func bound(
    _ name: String, _ end: DateInput.Edge
  ) throws -> Timed<Instant>? {
    try text(name).map { text in
      Timed { try DateInput.bound(text, end, now: $0.now, zone: $0.zone) }
    }
  }
}
