internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalIdentification
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension Command {
  static let identify = Command(
    definition: CommandDefinition(
      path: ["identify"],
      summary: "Identify the plant in a photo",
      arguments: [
        ArgumentDefinition(
          name: "PHOTO", isRepeatable: true, completion: .file,
          help: "One to five photos of the same plant")
      ],
      options: [
        .organ, .identifiedPlant, .addsIdentified, .choice, .place, .model,
        .nickname, .room, .verbose,
      ] + OptionDefinition.writing,
      examples: [
        "plantguide identify leaf.jpg",
        "plantguide identify leaf.jpg --add --name Olga --room Kitchen",
        "plantguide identify leaf.jpg --plant Monty",
      ],
      discussion: """
        A model on this machine looks at the photos first. To get one, see \
        'plantguide help model add'. If you have set a key of Pl@ntNet, it is \
        asked when the model is not sure or missing. See 'plantguide help services \
        set'. Pl@ntNet gets copies of the photos without place and \
        time. Each question counts against your daily quota. The setting \
        identificationMethod can select the model or Pl@ntNet alone.

        If the result is not sure, you see up to five plants. On a terminal you \
        can choose one by its number. A result is sure if its confidence \
        reaches the setting minimumConfidence and the second plant is far \
        behind.

        --add adds the plant with care from the catalogue and with the photo. \
        --plant records the result for an existing plant, which keeps its names. \
        If the result is not sure, --choose says which plant it is, by its \
        number or its scientific name. In scripts, give the name, because the \
        order can change.

        --place records where the plant was, with --add or --plant. Without it no \
        place is recorded: the one in a photo is never read. Only your journal \
        gets it, and the machines that you sync with.

        --dry-run writes nothing, but asks Pl@ntNet as usual. That uses one of \
        your questions of the day.
        """,
      section: .photos, isWriting: true)
  ) { context in try context.identify() }

  static let identifyHistory = Command(
    definition: CommandDefinition(
      path: ["identify", "history"],
      summary: "List what plants were identified as",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.limit] + GlobalOptions.reading,
      examples: ["plantguide identify history"],
      section: .photos)
  ) { context in try context.showIdentifications() }
}

extension OptionDefinition {
  fileprivate static let organ = RepeatableOption<PlantIdentifier.Organ>(
    "organ", value: "PART",
    help: "The part in each photo: leaf, flower, fruit, bark or auto")
  fileprivate static let identifiedPlant = Option(
    "plant", value: "PLANT", completion: .plant,
    help: "Record the result for this plant")
  fileprivate static let addsIdentified = Flag(
    "add", help: "Add the plant to the collection")
  fileprivate static let choice = Option(
    "choose", value: "PLANT",
    help: "The plant that it is, by number or scientific name")
  fileprivate static let place = Option(
    "place", value: "LAT,LON",
    help: "Record this place, in degrees, such as 52.52,13.405")
  fileprivate static let model = Option(
    "model", value: "MODEL",
    help: "Ask this model alone; 'model list' has the names")
}

extension CommandContext {
  fileprivate mutating func identify() throws {
    let paths = arguments.positional
    let adds = arguments[.addsIdentified]
    let plant = try arguments[.identifiedPlant]
    guard !adds || plant == nil else {
      throw UsageError("--add and --plant contradict each other")
    }
    let organs = try arguments[.organ]
    try PlantIdentifier.check(photos: paths.count, organs: organs.count)
    try checkOptions(isTold: adds || plant != nil, adds: adds)
    _ = try place()
    if let choice = try arguments[.choice] {
      try Identification.check(choice: choice)
    }
    // Each question to a service counts, so what would be written is refused
    // before it. By the time of the answer, another plant may have the name.
    var meant: PlantChoice?
    if let plant {
      let receipt = try journal.recordIdentification(
        IdentificationRequest(
          choice(of: plant),
          PlantIdentified(
            source: .onDevice,
            topResults: [PlantIdentified.Result(scientificName: "Planta")]),
          occasion()),
        .rehearse)
      if case .identified(let name, _)? = receipt.changes.first {
        meant = PlantChoice(names: [name.id.description])
      }
    } else if adds {
      _ = try journal.add(told(NewPlant(scientificName: "Planta")), .rehearse)
    }
    let identifier = try identifier()
    let files = try paths.map(Self.contents)
    let photos = files.enumerated().map { index, file in
      PlantIdentifier.Photo(
        file.bytes, organ: organs.isEmpty ? nil : organs[index],
        name: file.path)
    }
    let found = try identifier.identify(photos)
    if !wantsJSON { try show(found, identifier.minimumConfidence) }
    let isTold = adds || plant != nil
    guard isTold || (process.prompt.isInteractive && !wantsJSON) else {
      guard wantsJSON else { return }
      return try printJSONObject { $0.members(of: found) }
    }
    guard let index = try chosen(of: found, isTold: isTold) else { return }
    let report =
      try meant.map { try record(found, index, of: $0, files) }
      ?? add(found, index, files)
    if wantsJSON {
      let undo = report.undoCommand
      return try printJSONObject {
        $0.members(of: found)
        $0.name("written")
        $0.writeReport(report, undo: undo)
      }
    }
    try self.report(report)
  }

  /// Refuses options without the action that they belong to.
  private func checkOptions(isTold: Bool, adds: Bool) throws {
    let ofPlants: [OptionDefinition] = [.nickname, .room]
    let ofActions: [OptionDefinition] = [.choice, .place, .at, .note]
    if !adds, let option = ofPlants.first(where: arguments.contains) {
      throw UsageError("--\(option.name) is for --add")
    }
    if !isTold, let option = ofActions.first(where: arguments.contains) {
      throw UsageError("--\(option.name) is for --add or --plant")
    }
  }

  private func place() throws -> Coordinates? {
    try arguments[.place].map(PlaceInput.place)
  }

  private func choice(of plant: String) throws -> PlantChoice {
    try PlantChoice([plant], of: self, takesFilters: false)
  }

  private static func contents(of path: String) throws -> PhotoContents {
    guard FileSystem.isAnything(path) else {
      throw NothingMatched(reason: "there is no file \(path)")
    }
    return try PhotoContents(of: path)
  }

  private func identifier() throws -> PlantIdentifier {
    var identifier = try PlantIdentifier(
      of: journal, Self.modelPrograms, serviceSurroundings())
    identifier.modelName = try arguments[.model]
    try identifier.checkModel()
    return identifier
  }

  private mutating func show(
    _ found: Identification, _ minimum: Double
  ) throws {
    try print(terminal.styled(found.summary, .heading))
    var table = Table([
      .init(alignment: .right), .init(alignment: .right), .name(),
      .init(narrowest: 20, dropOrder: 1, movesBelow: true),
      .init(narrowest: 24, dropOrder: 2),
    ])
    for (index, plant) in found.plants.enumerated() {
      let isUncertain = plant.score < minimum
      table.add([
        .init("  \(index + 1)"),
        .init(plant.percent, isUncertain ? .attention : .plain),
        .init(plant.scientificName),
        .init(
          plant.commonNames.prefix(3).joined(separator: ", ")),
        .init(plant.catalogueWords, .dim),
      ])
    }
    try print(table)
    for note in found.notes { try print("note: \(SafeText.shown(note))") }
    if let credit = found.credit { try print(terminal.styled(credit, .dim)) }
    if let quota = found.quotaWords { try print(terminal.styled(quota, .dim)) }
  }

  /// Returns the index of the plant that is meant; `nil` for none of them.
  private mutating func chosen(
    of found: Identification, isTold: Bool
  ) throws -> Int? {
    let choice = try arguments[.choice]
    let index = try found.index(choosing: choice)
    if let index, isTold { return index }
    guard process.prompt.isInteractive, !wantsJSON else {
      throw UnsureIdentification(found)
    }
    try output.flush()
    let question =
      isTold
      ? "Which number is it? Enter for none:"
      : "Which number do you want to add to the collection? Enter for none:"
    for _ in 1...3 {
      guard let text = try process.prompt.answer(question),
        !text.allSatisfy(\.isWhitespace)
      else { return nil }
      do throws(NoSuchResult) {
        return try found.index(
          choosing: text.split(whereSeparator: \.isWhitespace)
            .joined(separator: " "))
      } catch {
        try print(ErrorReport(describing: error).message)
        try output.flush()
      }
    }
    throw NothingMatched(reason: "none of the results was chosen")
  }

  // MARK: Writing

  private func add(
    _ found: Identification, _ index: Int, _ files: [PhotoContents]
  ) throws -> WriteReport {
    let plant = try told(
      NewPlant(found, choosing: index, at: place(), in: catalogues))
    return WriteReport(
      try journal.add(
        plant, photos: Self.files(files), by: Self.photoProgram, mode),
      .commandLine)
  }

  /// Returns a new plant with the name, room, time and note of the options.
  private func told(_ plant: NewPlant) throws -> NewPlant {
    var plant = plant
    plant.nickname = try arguments[.nickname]
    plant.room = try arguments[.room]
    plant.occasion = try occasion()
    return plant
  }

  private func record(
    _ found: Identification, _ index: Int, of plant: PlantChoice,
    _ files: [PhotoContents]
  ) throws -> WriteReport {
    WriteReport(
      try journal.record(
        found, choosing: index, at: place(), of: plant,
        photos: Self.files(files),
        by: Self.photoProgram, occasion(), mode), .commandLine)
  }

  private static func files(
    _ files: [PhotoContents]
  ) -> (PlantID) -> [PhotoFile] {
    { plant in files.map { PhotoFile($0, of: plant) } }
  }

  // MARK: History

  fileprivate mutating func showIdentifications() throws {
    let choice = try PlantChoice(
      arguments.positional, of: self, includesRemoved: true,
      followsMerges: true, mayBeEmpty: true)
    let limit = try arguments[.limit] ?? .max
    let entries = try read { try $0.identifications(of: choice, limit: limit) }
    if try printedJSON({ $0.identifications(entries) }) { return }
    guard !entries.isEmpty else {
      return try print("no plant was identified in a photo yet")
    }
    let today = try today()
    let hasPlaces = entries.contains { $0.identification.place != nil }
    var table = Table([
      .init("DATE", narrowest: 15, dropOrder: 1, movesBelow: true),
      .name("PLANT"), .init("IDENTIFIED AS", narrowest: 18, excess: .wrapped),
      .init("SURE", alignment: .right),
      .init("BY", narrowest: 20, dropOrder: 2),
      .init(hasPlaces ? "PLACE" : "", dropOrder: 3),
    ])
    for entry in entries {
      let body = entry.identification
      table.add([
        entry.at.localDay.words(on: today),
        entry.plant.displayName,
        body.topResults.first?.scientificName ?? "nothing",
        entry.percent ?? "", entry.method, body.place?.description ?? "",
      ])
    }
    try print(table)
  }
}

extension Identification {
  /// The outcome in one line: how it was identified, and how surely.
  fileprivate var summary: String {
    guard isSure, let best = plants.first else {
      return "not sure which plant it is (\(method)). Did you mean:"
    }
    return
      "\(SafeText.shown(best.scientificName)), \(best.percent) sure (\(method))"
  }
}
