internal import ErrorKit
internal import JournalIdentification
internal import JournalLog
public import JournalQueries
internal import PlantServices
internal import TextKit

extension Doctor {
  /// Checks the models of this machine, without running any: that each is
  /// whole, and as it was when this version of the program tested it.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - hasProgram: Whether the program that runs models is installed.
  /// - Returns: The findings; none without models.
  public func modelFindings(
    of journal: CareJournal, hasProgram: Bool
  ) -> [Finding] {
    Finding.guarded(.models) {
      let store = ModelStore(of: journal)
      let names = try store.names()
      guard !names.isEmpty else { return [] }
      var findings = try store.doubts(of: journal.program).map { name, reason in
        Finding.warning(
          .models, "the model '\(name)' \(reason)", .checkModel(name))
      }
      if !hasProgram {
        findings.append(
          .warning(
            .models, "the program that runs models is missing",
            .install("plantguide-identify")))
      }
      return findings.isEmpty
        ? [.ok(.models, "\(Phrase.count(names.count, "model")), tested here")]
        : findings
    }
  }

  /// Checks the set-up of the services, without asking any.
  ///
  /// - Returns: The findings; none if nothing is set up.
  public func serviceFindings() -> [Finding] {
    do {
      _ = try PlantService.plantnet.options(ofHomeAt: home.path)
    } catch {
      let facts = ErrorFacts(of: error)
      return [.warning(.services, facts.message, facts.remedy)]
    }
    var isAny = false
    let findings = PlantService.allCases.compactMap { service in
      if let options = try? service.options(ofHomeAt: home.path) {
        isAny = isAny || !options.texts.isEmpty
      }
      return service.fault(ofHomeAt: home.path).map { facts in
        Finding.warning(
          .services, "\(service.title): \(facts.message)", facts.remedy)
      }
    }
    guard findings.isEmpty, isAny else { return findings }
    return [.ok(.services, "what is set up can be used")]
  }
}
