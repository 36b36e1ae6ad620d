internal import Catalogue
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

extension Command {
  static let add = Command(
    definition: CommandDefinition(
      path: ["add"],
      summary: "Add a plant to the collection",
      arguments: [
        ArgumentDefinition(
          name: "SPECIES", completion: .species,
          help: "Such as \"Monstera deliciosa\" or \"swiss cheese\"")
      ],
      options: [
        OptionDefinition(
          name: "name", value: "NICKNAME", help: "What you call it"),
        .room,
        OptionDefinition(
          name: "every", value: "SPAN",
          help: "Water it so often: 7d, 2w, weekly"),
        OptionDefinition(
          name: "common", value: "NAME", help: "A common name",
          isRepeatable: true),
        OptionDefinition(
          name: "family", value: "NAME", completion: .family,
          help: "The botanical family"),
        OptionDefinition(
          name: "acquired", value: "DAY", help: "The day you got it"),
        OptionDefinition(
          name: "from", value: "PLANT", completion: .plant,
          help: "The plant it came from"),
        OptionDefinition(
          name: "tag", value: "TEXT", completion: .tag, help: "A label",
          isRepeatable: true),
        OptionDefinition(
          name: "as-typed", help: "Take nothing from the catalogue"),
      ] + OptionDefinition.writing,
      examples: [
        "plantguide add \"Monstera deliciosa\" --name Monty --room Kitchen --every 7d",
        "plantguide add \"swiss cheese\" --yes",
      ],
      discussion: """
        Family and common names come from the catalogue where it has the \
        scientific name. On a terminal, or with --yes, a common name or some \
        words of it will do, and the advice on care comes, too, with \
        schedules for water and fertilizer. A name that it does not know is \
        taken as it is.
        """, section: .care)
  ) { context in
    let arguments = context.arguments
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let typedName = try NameInput.name(
      arguments.positional[0], "the scientific name")
    let note = try arguments.value("note").map(NameInput.note)
    let newPlant = NewPlant(
      name: typedName, completion: try context.completion(for: typedName))
    let report = try context.write { session, report, journal, transaction in
      let id: PlantID = session.randomness.id()
      let plant = try newPlant.body(
        context, zone, journal: journal,
        rooms: try session.projector.roomList(in: transaction), transaction)
      try session.beginAction(in: transaction)
      try session.perform(
        .add(plant), on: id, at: at, note: note, in: transaction)
      for command in try newPlant.care(arguments, session.calendar.hemisphere) {
        try session.perform(command, on: id, at: at, in: transaction)
      }
      _ = try session.endAction(in: transaction)
      let state = try session.projector.plant(id, in: transaction)
      let name = SafeText.shown(state.displayName)
      let shortID = ShortID.text(of: id)
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: shortID,
          name: state.displayName))
      report.lines.append(
        "added \(name) (\(shortID))\(newPlant.addendum)")
    }
    try context.report(report)
  }
}

/// A plant that is being added: what was typed, and what the catalogue adds.
private struct NewPlant {
  let name: String
  let completion: CatalogueCompletion?

  /// The event that adds it. What is typed goes before the catalogue.
  func body(
    _ context: CommandContext, _ zone: TimeZoneRules, journal: Journal,
    rooms: RoomList, _ transaction: borrowing WriteTransaction
  ) throws -> PlantAdded {
    let arguments = context.arguments
    let commonNames = try arguments.values("common").map {
      try NameInput.name($0, "a common name")
    }
    let entry = completion?.entry
    let scientificName = entry?.scientificName ?? name
    return PlantAdded(
      scientificName: scientificName,
      commonNames: commonNames.isEmpty
        ? entry?.commonNames ?? [] : commonNames,
      family: try arguments.value("family").map {
        try NameInput.name($0, "the family")
      } ?? entry?.family ?? "",
      genus: entry?.genus ?? NameInput.genus(of: scientificName),
      category: entry.flatMap { $0.category.isEmpty ? nil : $0.category },
      nickname: try arguments.value("name").map {
        try NameInput.name($0, "the nickname")
      },
      room: try arguments.value("room").map {
        try CommandContext.room($0, in: rooms)
      },
      acquiredOn: try arguments.value("acquired").map {
        try DateInput.day(
          $0, today: zone.localDay(of: try context.now()), preferring: .past)
      },
      source: entry == nil ? .manual : .catalogue,
      parent: try arguments.value("from").map {
        try context.plant($0, in: journal, transaction)
      },
      tags: try arguments.values("tag").map {
        try NameInput.name($0, "a tag")
      })
  }

  /// What makes its care: the catalogue's advice, and schedules. Who says how
  /// often to water decides that alone.
  func care(
    _ arguments: ParsedArguments, _ hemisphere: Hemisphere
  ) throws -> [PlantCommand] {
    var commands: [PlantCommand] = []
    if let profile = completion?.care { commands.append(.profileCare(profile)) }
    if let span = arguments.value("every") {
      let watering = ScheduleSet(
        kind: .watering, intervalDays: try ScheduleInput.interval(span))
      commands.append(.setSchedule(watering))
    } else if let watering = completion?.watering {
      commands.append(.setSchedule(watering))
    }
    if let fertilizing = completion?.fertilizing(in: hemisphere) {
      commands.append(.setSchedule(fertilizing))
    }
    return commands
  }

  /// What the catalogue made of the name, where that is another one.
  var addendum: String {
    guard let entry = completion?.entry, entry.scientificName != name else {
      return ""
    }
    return ", \(SafeText.shown(entry.scientificName))"
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
