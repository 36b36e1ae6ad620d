internal import CatalogueKit
internal import Glibc
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension OptionDefinition {
  static let online = Flag(
    "online", help: "Ask services, too; answers are kept for a week")
  static let verbose = Flag(
    "verbose", help: "Report each request to a service, without keys")
}

extension Command {
  static let careRefresh = Command(
    definition: CommandDefinition(
      path: ["care", "refresh"],
      summary: "Ask services again for the care of a plant",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.verbose] + OptionDefinition.writing,
      examples: [
        "plantguide care refresh Monty", "plantguide care refresh --all",
      ],
      discussion: """
        The command asks Open Plantbook first, which knows the light, \
        temperature and humidity that house plants need. If it does not know a \
        plant, Trefle is asked, which knows light, water, temperature and \
        fertilizer of plants in the wild. The catalogue fills the gaps. The \
        command names each need that changes, with its former value. 'show' \
        names the source of the care.

        Your own care profiles and schedules are kept. Schedules that follow \
        the former care follow the new one.
        """, section: .collection, isWriting: true)
  ) { context in
    let (receipt, care) = try context.journal.refreshCare(
      of: PlantChoice(context.arguments.positional, of: context),
      in: context.catalogues, context.serviceSurroundings(),
      context.occasion(), context.mode)
    var report = WriteReport(ofAdopting: receipt, .commandLine)
    report.lines += care.remarks(on: try context.today())
    try context.report(report)
  }
}

extension CommandContext {
  /// The surroundings of services in this program.
  func serviceSurroundings() throws -> ServiceSurroundings {
    let process = process
    var surroundings = ServiceSurroundings(
      home: journal.homePath,
      now: Int(try now().milliseconds / 1_000),
      variable: { process.environment[$0] }, sibling: ChildProcess.sibling,
      said: foreignErrors())
    surroundings.isOffline = process.machineSetting(.offlineMode) == .bool(true)
    if arguments[.verbose] {
      surroundings.log = { line in
        var errors = Output(fileDescriptor: STDERR_FILENO)
        errors.tell(SafeText.shown(line) + "\n", on: process.errorTerminal)
      }
    }
    return surroundings
  }

  /// Asks services for a species by its scientific name.
  func speciesFinding(of name: String) throws -> SpeciesFinding {
    try SpeciesServices(serviceSurroundings()).species(
      named: BotanicalName.species(ofCultivar: name) ?? name)
  }

  /// Prints what a service knows of a plant.
  mutating func print(
    _ finding: SpeciesFinding, filledFrom profile: CareProfile?,
    _ units: MeasurementUnits
  ) throws {
    let species = finding.species
    try print()
    try print(
      terminal.styled(
        "On \(finding.service.title): " + SafeText.shown(species.scientificName)
          + (species.author.isEmpty
            ? "" : " " + SafeText.shown(species.author)),
        .heading))
    let needs = finding.needs(filledFrom: profile, in: units)
    for need in needs where !finding.care.isEmpty {
      let padding = String(repeating: " ", count: max(0, 14 - need.need.count))
      try print(
        "\(need.need)\(padding)\(SafeText.shown(need.text)) "
          + terminal.styled("(\(need.source))", .dim))
    }
    let ranges = finding.rangeWords
    if !ranges.isEmpty {
      try print("sensors       " + ranges.joined(separator: ", "))
    }
    for remark in finding.remarks(on: try today()) { try print(remark) }
    try print(terminal.styled(finding.credit, .dim))
  }
}
