internal import CatalogueStore
internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension Command {
  static let adopt = Command(
    definition: CommandDefinition(
      path: ["adopt"],
      summary: "Give plants names and care from the catalogue",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.online, .verbose]
        + OptionDefinition.writing,
      examples: [
        "plantguide adopt --all --dry-run", "plantguide adopt Monty",
        "plantguide adopt Monty --online",
      ],
      discussion: """
        Use it for plants that you imported, appended or added without the \
        catalogue, and after you corrected a name. A plant with a scientific \
        name of the catalogue takes its entry at once. On a terminal you are \
        asked about common names, near spellings and names of several \
        plants. Elsewhere these plants are listed and skipped. --yes accepts \
        names that have only one meaning; if you name the plants, also some words \
        of a plant's name.

        A cultivar that is not listed takes the care of its species, and a \
        species that of its genus. An unknown plant takes cautious care for \
        any plant, marked as such. Your own names, care profiles and \
        schedules are kept. If the catalogue's care has changed since a plant \
        took it, you are offered the new care.

        --online also asks Open Plantbook, and Trefle for plants that it does \
        not know. Their data comes before the catalogue's care, which fills \
        the gaps. 'care refresh' asks again.
        """, section: .collection, isWriting: true)
  ) { context in
    let plants = try PlantChoice(context.arguments.positional, of: context)
    var request = AdoptRequest(
      plants, in: context.catalogues, try context.occasion())
    request.takesLikely = context.arguments[.yes]
    var remarks: [String] = []
    if context.arguments[.online] {
      let care = try context.journal.onlineCare(
        of: plants, in: request.catalogues, context.serviceSurroundings())
      request.foreign = care.foreign
      remarks = care.remarks(on: try context.today())
    }
    if context.process.prompt.isInteractive, !context.arguments[.yes],
      !context.isDryRun
    {
      request.answers = try context.answers(
        for: context.journal.adoptions(
          for: plants, in: request.catalogues, foreign: request.foreign))
    }
    let receipt = try context.journal.adopt(request, context.mode)
    var report = WriteReport(ofAdopting: receipt, .commandLine)
    report.lines += remarks
    try context.report(report)
  }
}

extension CommandContext {
  /// Asks which plant is meant for each uncertain adoption.
  fileprivate func answers(
    for adoptions: [Adoption]
  ) throws -> [PlantID: String?] {
    var answers: [PlantID: String?] = [:]
    for adoption in adoptions where adoption.certainty != .certain {
      answers[adoption.plant.id] = .some(try answer(for: adoption))
    }
    return answers
  }

  /// Returns the scientific name that somebody chose; `nil` for none.
  private func answer(for adoption: Adoption) throws -> String? {
    let plant = adoption.plant.shown
    let names = adoption.reading.candidates
    let care = adoption.care?.origin ?? ""
    guard !adoption.needsAgreement else {
      return try process.prompt.confirm(
        "\(plant) has other care than \(care). Take that?")
        ? names.first ?? adoption.name : nil
    }
    guard let first = names.first else { return nil }
    let more =
      adoption.replacesCare ? " It then takes other care, too: \(care)." : ""
    guard adoption.certainty == .doubtful, names.count > 1 else {
      return try process.prompt.confirm(
        "\(plant), '\(adoption.name)': is it \(first)?\(more)") ? first : nil
    }
    let choices = names.enumerated().map { "\($0 + 1) \($1)" }
    while true {
      let answer = try process.prompt.answer(
        "\(plant), '\(adoption.name)', could be "
          + Phrase.list(choices, joinedBy: "or")
          + ". Which number, or Enter for none?\(more)")
      let text = (answer ?? "").filter { !$0.isWhitespace }
      if text.isEmpty || text == "0" { return nil }
      if let number = Int(text), names.indices.contains(number - 1) {
        return names[number - 1]
      }
    }
  }
}
