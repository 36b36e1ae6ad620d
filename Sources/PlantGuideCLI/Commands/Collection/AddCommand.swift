internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime

extension Command {
  static let add = Command(
    definition: CommandDefinition(
      path: ["add"],
      summary: "Add a plant to the collection",
      arguments: [
        ArgumentDefinition(
          name: "SCIENTIFIC-NAME", completion: .species,
          help: "Such as \"Monstera deliciosa\"")
      ],
      options: [
        OptionDefinition(
          name: "name", value: "NICKNAME", help: "What you call it"),
        .room,
        OptionDefinition(
          name: "every", value: "SPAN", completion: .interval,
          help: "Water it so often: 7d, 2w, weekly"),
        OptionDefinition(
          name: "common", value: "NAME", help: "A common name",
          isRepeatable: true),
        OptionDefinition(
          name: "family", value: "NAME", completion: .family,
          help: "The botanical family"),
        OptionDefinition(
          name: "acquired", value: "DAY", completion: .day,
          help: "The day you got it"),
        OptionDefinition(
          name: "from", value: "PLANT", completion: .plant,
          help: "The plant it came from"),
        OptionDefinition(
          name: "tag", value: "TEXT", completion: .tag, help: "A label",
          isRepeatable: true),
      ] + OptionDefinition.writing,
      examples: [
        "plantguide add \"Calathea orbifolia\" --name Olga --room Kitchen --every 7d",
        "plantguide add \"Monstera deliciosa\" --from Monty --acquired yesterday",
      ], section: .care)
  ) { context in
    let arguments = context.arguments
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let scientificName = try NameInput.name(
      arguments.positional[0], "the scientific name")
    let note = try arguments.value("note").map(NameInput.note)
    let report = try context.write { session, report, journal, transaction in
      let id: PlantID = session.randomness.id()
      let rooms = try session.projector.roomList(in: transaction)
      let plant = PlantAdded(
        scientificName: scientificName,
        commonNames: try arguments.values("common").map {
          try NameInput.name($0, "a common name")
        },
        family: try arguments.value("family").map {
          try NameInput.name($0, "the family")
        } ?? "",
        genus: NameInput.genus(of: scientificName),
        nickname: try arguments.value("name").map {
          try NameInput.name($0, "the nickname")
        },
        room: try arguments.value("room").map {
          try CommandContext.room($0, in: rooms)
        },
        acquiredOn: try arguments.value("acquired").map {
          try DateInput.day(
            $0, today: zone.localDay(of: try context.now()),
            preferring: .past)
        },
        parent: try arguments.value("from").map {
          try context.plant($0, in: journal, transaction)
        },
        tags: try arguments.values("tag").map {
          try NameInput.name($0, "a tag")
        })
      try session.beginAction(in: transaction)
      try session.perform(
        .add(plant), on: id, at: at, note: note, in: transaction)
      if let span = arguments.value("every") {
        let schedule = ScheduleSet(
          kind: .watering, intervalDays: try ScheduleInput.interval(span))
        try session.perform(
          .setSchedule(schedule), on: id, at: at, in: transaction)
      }
      _ = try session.endAction(in: transaction)
      let state = try session.projector.plant(id, in: transaction)
      let name = SafeText.shown(state.displayName)
      let shortID = ShortID.text(of: id)
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: shortID,
          name: state.displayName))
      report.lines.append("added \(name) (\(shortID))")
    }
    try context.report(report)
  }
}

/// Checks of names that people type.
enum NameInput {
  /// `text`, if it can be a name.
  static func name(_ text: String, _ what: String) throws -> String {
    try checked(text, what, limit: FieldForm.nameLimit)
  }

  /// `text`, if it can be a note.
  static func note(_ text: String) throws -> String {
    try checked(text, "the note", limit: FieldForm.noteLimit)
  }

  private static func checked(
    _ text: String, _ what: String, limit: Int
  ) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("\(what) must not be empty")
    }
    guard text.utf8.count <= limit else {
      throw UsageError(
        "\(what) is \(text.utf8.count) bytes long; at most \(limit) are kept")
    }
    return text
  }

  /// The first word of a scientific name.
  static func genus(of name: String) -> String {
    String(name.split(separator: " ").first ?? "")
  }
}
