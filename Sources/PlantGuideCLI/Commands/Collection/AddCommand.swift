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
          help: "Such as \"Monstera deliciosa\" or \"swiss cheese\"")
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
        Without a species, a terminal asks for the name, the species, the room \
        and the care.

        Names, family and care come from the catalogue where it has the \
        scientific name, with schedules for water and fertilizer; on a \
        terminal it asks before it takes the care, and Enter takes it. The first \
        due day is told. Of a genus alone, as Begonia \
        or "Begonia sp.", it is what is usual of it; a cultivar that is not \
        listed is a plant of its species, and a species one of its genus. With \
        --yes, or where it asks, a common name, some words of it or a near \
        spelling will do. Which of several species that bear the name is meant \
        it asks, or refuses the name but with --as-typed. What it does not \
        know is taken as it is; then a hint names what comes near, and 'adopt' \
        takes the rest later.
        """, section: .collection, isWriting: true)
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
    help: "Water it so often: 7d, 2w, weekly",
    read: ScheduleInput.interval)
  fileprivate static let addedCommonName = RepeatableOption(
    "common", value: "NAME", help: "A common name"
  ) { try NameInput.name($0, "a common name") }
  fileprivate static let addedTag = RepeatableOption(
    "tag", value: "TEXT", completion: .tag, help: "A label"
  ) { try NameInput.name($0, "a tag") }
  static let asTyped = Flag(
    "as-typed", help: "Take nothing from the catalogue")
}
