internal import CatalogueKit
internal import CatalogueStore
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

/// The catalogue's data for a plant that is being added.
///
/// A name that the catalogue does not know, or that nobody confirmed, is kept
/// as typed. An ambiguous name is refused, as nobody said which species is
/// meant.
struct CatalogueAnswer {
  /// The names of the plant; `nil` to keep the name as it was typed.
  var names: PlantNames?
  /// The species or genus that stands for a plant that is not listed.
  var standIn: String?
  /// The profile to record if the user agreed to the care that the catalogue
  /// advises. No task is made that nobody asked for.
  var care: CareProfiled?
  /// The other remarks, a line each.
  var remarks: [String] = []
}

extension CommandContext {
  /// The catalogues. An error of the imported one becomes a warning beside the
  /// command's answer.
  var catalogues: Catalogues {
    Catalogues(home: journal.homePath) { [warnings] error in
      let facts = ErrorFacts(of: error).butGoingOn("it is passed over")
      warnings.add(ErrorReport(facts))
    }
  }

  /// Returns the catalogue's data for the name of a plant being added, as far
  /// as it is certain or somebody agrees.
  ///
  /// A scientific name, or a genus, gives the names that go with it without a
  /// question; its care and its schedules are offered on a terminal, and Enter
  /// accepts them. Another name that leads to one plant needs an answer for
  /// both: `--yes` gives it, and without a terminal the answer is no. Enter
  /// accepts the plant of a common name, but not of a part or near spelling. The
  /// best of several guesses is only accepted by a person. For a name that
  /// nobody knows, the care for unknown plants is offered likewise, as it has no
  /// other. A terminal asks which of several near plants is meant.
  func catalogueAnswer(to name: String) throws -> CatalogueAnswer {
    guard !arguments[.asTyped] else { return CatalogueAnswer() }
    switch try catalogues.reading(of: name) {
    case .unknown: return try answer(toUnknown: name)
    case .unclear(let nearest):
      let namesakes = try catalogues.namesakes(of: name)
      let asks =
        process.prompt.isInteractive && !arguments[.yes] && !wantsJSON
      guard namesakes.isEmpty, !asks else {
        throw CatalogueNameError.ambiguous(
          name, candidates: namesakes.isEmpty ? nearest : namesakes)
      }
      return CatalogueAnswer(remarks: [
        CataloguePhrases.hint(name, nearest: nearest, added: try added(name))
      ])
    case .found(let found): return try answer(to: name, found)
    }
  }

  private func answer(toUnknown name: String) throws -> CatalogueAnswer {
    let question = NameReading.questionOnUnknown(name)
    var answer = CatalogueAnswer()
    guard !arguments.contains(.wateredEvery) else { return answer }
    if arguments[.yes] {
      answer.care = .generic
      answer.remarks = [
        "no catalogue knows this name, so the care is for unknown plants"
      ]
    } else if process.prompt.isInteractive {
      if isDryRun {
        answer.remarks = ["would ask: \(question)"]
      } else if try process.prompt.confirm(question, usually: true) {
        answer.care = .generic
      }
    }
    return answer
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
            question, usually: found.certainty <= .likely)
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
      answer.remarks = [
        CataloguePhrases.hint(name, found, added: try added(name))
      ]
    }
    return answer
  }

  /// Returns the name of the plant that is added as `name` was typed; `nil` in
  /// a dry run.
  private func added(_ name: String) throws -> String? {
    try isDryRun ? nil : arguments[.nickname] ?? name
  }
}
