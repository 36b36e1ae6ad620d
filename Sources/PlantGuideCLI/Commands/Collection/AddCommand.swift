internal import CatalogueKit
internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let add = Command(
    definition: CommandDefinition(
      path: ["add"],
      summary: "Add a plant to the collection",
      arguments: [
        ArgumentDefinition(
          name: "SPECIES", isOptional: true, completion: .species,
          help: "The species: \"Monstera deliciosa\" or \"swiss cheese\"")
      ],
      options: [
        .nickname,
        .room,
        .wateredEvery,
        .addedCommonName,
        .family,
        .genus,
        .category,
        .location,
        .acquired,
        .parent,
        .addedTag,
        .asTyped,
      ] + OptionDefinition.writing,
      examples: [
        "plantguide add \"Calathea orbifolia\" --name Olga --room Kitchen --every 7d",
        "plantguide add \"Monstera deliciosa\" --from Monty --acquired yesterday",
        "plantguide add \"swiss cheese\" --yes",
      ],
      discussion: """
        If the catalogue has the scientific name, the plant takes its names, \
        family and care, with schedules for water and fertilizer. On a \
        terminal you are asked about the care first; Enter accepts it. If you \
        typed only part of a name or a near spelling, Enter means no. The \
        output has the first due day. Without a species, a terminal asks for \
        everything.

        A cultivar that is not listed takes the data of its species, and a \
        species that of its genus. For "Begonia sp." you get what is usual for \
        a Begonia.

        With --yes or on a terminal, you can also write a common name or a \
        near spelling. If several species come near, a terminal asks which \
        one you mean. Elsewhere a name that several species have is refused \
        without --as-typed. Other names are kept as typed; 'adopt' can take \
        names and care later.
        """,
      section: .collection, isWriting: true)
  ) { context in
    if context.arguments.positional.isEmpty {
      guard context.process.prompt.isInteractive, !context.arguments[.yes],
        !context.wantsJSON
      else {
        throw context.command.lack(of: context.command.arguments[0])
      }
      try context.askForNewPlant()
    }
    let typedName = try NameInput.name(
      context.arguments.positional[0], "the scientific name")
    if context.process.prompt.isInteractive, !context.arguments[.yes] {
      // Refuses a bad addition before anybody is asked about care.
      let plant = try context.newPlant(typedName, CatalogueAnswer())
      _ = try context.journal.add(plant, .rehearse)
    }
    let answer = try context.catalogueAnswer(to: typedName)
    let plant = try context.newPlant(typedName, answer)
    var report = WriteReport(
      try context.journal.add(plant, context.mode), .commandLine,
      addendum: Self.addendum(typedName, answer))
    report.lines.insert(contentsOf: answer.remarks, at: 1)
    try context.report(report)
  }

  /// Returns the report's words on the names from the catalogue.
  private static func addendum(
    _ name: String, _ answer: CatalogueAnswer
  ) -> String {
    guard let names = answer.names else { return "" }
    if let standIn = answer.standIn {
      return ", as a plant of \(SafeText.shown(standIn))"
    }
    if let count = names.genusCount {
      let genus = SafeText.shown(names.genus)
      return ", as some plant of its genus; "
        + "'plantguide browse \(genus)' lists \(count)"
    }
    guard names.scientificName != name else { return "" }
    return ", \(SafeText.shown(names.scientificName))"
  }
}

extension CommandContext {
  /// Returns the plant to add; typed words take precedence over the catalogue.
  fileprivate func newPlant(
    _ name: String, _ answer: CatalogueAnswer
  ) throws -> NewPlant {
    let entry = answer.names
    let scientificName = entry?.scientificName ?? name
    var plant = NewPlant(scientificName: scientificName)
    let commonNames = try arguments[.addedCommonName]
    plant.commonNames =
      commonNames.isEmpty ? entry?.commonNames ?? [] : commonNames
    plant.family =
      try arguments[.family] ?? entry?.family ?? ""
    plant.genus =
      try arguments[.genus] ?? entry?.genus
      ?? NameInput.genus(of: scientificName)
    plant.category =
      try arguments[.category]
      ?? entry.flatMap { $0.category.isEmpty ? nil : $0.category }
    plant.nickname = try arguments[.nickname]
    plant.room = try arguments[.room]
    plant.acquiredOn = try arguments[.acquired].map { .typedPast($0) }
    plant.source = entry == nil ? .manual : .catalogue
    plant.parent = try arguments[.parent]
    plant.parentNaming = naming(field: PlantField.from.rawValue)
    plant.tags = try arguments[.addedTag]
    plant.location = try locationEdit().location.applied(to: nil)
    plant.care = answer.care
    plant.wateringInterval = try arguments[.wateredEvery]
    plant.occasion = try occasion()
    return plant
  }
}

extension OptionDefinition {
  static let wateredEvery = Option(
    "every", value: "SPAN", completion: .interval,
    help: "The watering interval: 7d, 2w, weekly",
    read: ScheduleInput.interval)
  fileprivate static let addedCommonName = RepeatableOption(
    "common", value: "NAME", help: "A common name"
  ) { try NameInput.name($0, "a common name") }
  fileprivate static let addedTag = RepeatableOption(
    "tag", value: "TEXT", completion: .tag, help: "A tag"
  ) { try NameInput.name($0, "a tag") }
  static let asTyped = Flag(
    "as-typed", help: "Do not use the catalogue")
}
