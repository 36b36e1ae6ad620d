internal import CatalogueKit
internal import CatalogueStore
internal import ErrorKit
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

/// What the catalogue adds to a plant that is being added.
///
/// It is not in the way: a name that the catalogue does not know, or that
/// nobody confirmed, is taken as it was typed. One of several species is not,
/// as nobody said which.
struct CatalogueAnswer {
  /// What the plant is called; `nil` where the name is taken as it was typed.
  var names: PlantNames?
  /// The species or the genus that stands for a plant that is not listed.
  var standIn: String?
  /// The profile to record, where the care that the catalogue advises was
  /// agreed to. Tasks that nobody asked for are not made.
  var care: CareProfiled?
  /// What else is to be said, a line each.
  var remarks: [String] = []
}

extension CommandContext {
  /// The catalogues. What is wrong with the imported one is told beside the
  /// command's answer.
  var catalogues: Catalogues {
    Catalogues(home: journal.homePath) { [warnings] error in
      let facts = ErrorFacts(of: error).butGoingOn("it is passed over")
      warnings.add(ErrorReport(facts))
    }
  }

  /// What the catalogue has for a name that a plant is added by, as far as it
  /// is certain or somebody agrees.
  ///
  /// A scientific name, or a genus, needs no question for the names that go
  /// with it; on a terminal its care and its schedules do, and Enter takes
  /// them. Another name that
  /// leads to one plant needs one for both; `--yes` answers, and without a
  /// terminal the answer is no. What is only the best of several guesses is
  /// for a person to take.
  func catalogueAnswer(to name: String) throws -> CatalogueAnswer {
    guard !arguments[.asTyped] else { return CatalogueAnswer() }
    switch try catalogues.reading(of: name) {
    case .unknown: return CatalogueAnswer()
    case .unclear(let nearest):
      let namesakes = try catalogues.namesakes(of: name)
      guard namesakes.isEmpty else {
        throw CatalogueNameError.ambiguous(name, candidates: namesakes)
      }
      return CatalogueAnswer(
        remarks: [CataloguePhrases.hint(name, nearest: nearest)])
    case .found(let found): return try answer(to: name, found)
    }
  }

  private func answer(
    to name: String, _ found: NameReading.Found
  ) throws -> CatalogueAnswer {
    let question = found.question(
      name, setsWatering: !arguments.contains(.wateredEvery))
    let agreesBeforehand = arguments[.yes]
    let asks = process.prompt.isInteractive && !agreesBeforehand
    let agreed =
      if asks {
        try !isDryRun
          && process.prompt.confirm(
            question, usually: found.certainty == .certain)
      } else {
        found.certainty == .certain
          || agreesBeforehand && found.certainty < .guess
      }
    var answer = CatalogueAnswer(standIn: found.standIn)
    if agreed || found.certainty == .certain { answer.names = found.names }
    if agreed { answer.care = found.profile?.recorded }
    if asks {
      if isDryRun { answer.remarks = ["would ask: \(question)"] }
    } else if answer.names == nil {
      answer.remarks = [CataloguePhrases.hint(name, found)]
    }
    return answer
  }
}
