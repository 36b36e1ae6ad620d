internal import CatalogueKit
package import CatalogueStore
package import JournalActions
package import JournalCare
package import JournalEvents
package import JournalQueries

/// A plant of the collection with the name by which services know it.
package struct OnlineName: Sendable {
  /// The plant.
  package let plant: PlantName
  /// The scientific name, without a cultivar.
  package let name: String
  /// The level of the catalogue's care for the plant.
  package let level: CareLevel

  /// The subject under which answers about the plant are kept.
  package var subject: String { FoldedName.of(name) }
}

/// The answers of services about plants of the collection.
package struct OnlineCare {
  /// A plant with what was found for it.
  package struct Result {
    /// The plant.
    package let plant: OnlineName
    /// The species, or the reason that there is none.
    package let finding: Swift.Result<SpeciesFinding, ServiceError>
  }

  /// The results, in the order of the plants.
  package var results: [Result] = []

  /// The care of the plants for which a service has growth data.
  package var foreign: [PlantID: ForeignCare] {
    var foreign: [PlantID: ForeignCare] = [:]
    for result in results {
      guard case .success(let finding) = result.finding else { continue }
      foreign[result.plant.plant.id] = finding.care
    }
    return foreign
  }
}

extension CareJournal {
  /// Returns the names by which services know plants: the scientific name that
  /// the catalogue accepts, else that of the plant.
  ///
  /// - Throws: Errors of choosing plants.
  package func onlineNames(
    of plants: PlantChoice, in catalogues: Catalogues
  ) throws -> [OnlineName] {
    try adoptions(for: plants, in: catalogues).map { adoption in
      var name = adoption.name
      var level = CareLevel.generic
      if case .found(let found) = adoption.reading {
        level = found.profile?.level ?? .generic
        if found.names.genusCount == nil, found.standIn == nil {
          name = found.names.scientificName
        }
      }
      return OnlineName(
        plant: adoption.plant,
        name: BotanicalName.species(ofCultivar: name) ?? name, level: level)
    }
  }

  /// Asks services for the care of plants, about each species once. A plant
  /// that they do not know is no failure.
  ///
  /// Answers are kept, so a call after a failure asks only what is left.
  ///
  /// - Throws: ``ServiceError``, errors of the key and of choosing plants.
  package func onlineCare(
    of plants: PlantChoice, in catalogues: Catalogues,
    _ surroundings: ServiceSurroundings
  ) throws -> OnlineCare {
    try onlineCare(
      of: plants, in: catalogues, by: SpeciesServices(surroundings).species)
  }

  func onlineCare(
    of plants: PlantChoice, in catalogues: Catalogues,
    by find: (String) throws -> SpeciesFinding
  ) throws -> OnlineCare {
    var findings: [String: Result<SpeciesFinding, ServiceError>] = [:]
    var care = OnlineCare()
    for plant in try onlineNames(of: plants, in: catalogues) {
      let finding = try findings[plant.subject] ?? Self.finding(plant, by: find)
      findings[plant.subject] = finding
      care.results.append(.init(plant: plant, finding: finding))
    }
    return care
  }

  private static func finding(
    _ plant: OnlineName, by find: (String) throws -> SpeciesFinding
  ) throws -> Result<SpeciesFinding, ServiceError> {
    do {
      return .success(try find(plant.name))
    } catch let error as ServiceError {
      guard case .speciesNotFound = error else { throw error }
      return .failure(error)
    }
  }

  /// Asks services again for the care of plants, no matter how fresh their
  /// answers are, and replaces the former care of catalogues and services. The
  /// plants keep their names.
  ///
  /// - Returns: The receipt of ``adopt(_:_:)``, and the answers.
  /// - Throws: ``ServiceError``, errors of the key, `CareError` and errors of
  ///   choosing plants.
  package func refreshCare(
    of plants: PlantChoice, in catalogues: Catalogues,
    _ surroundings: ServiceSurroundings, _ occasion: Occasion,
    _ mode: ActionMode = .commit
  ) throws -> (receipt: Receipt, care: OnlineCare) {
    var surroundings = surroundings
    surroundings.revalidates = true
    return try refreshCare(
      of: plants, in: catalogues, by: SpeciesServices(surroundings).species,
      occasion, mode)
  }

  func refreshCare(
    of plants: PlantChoice, in catalogues: Catalogues,
    by find: (String) throws -> SpeciesFinding, _ occasion: Occasion,
    _ mode: ActionMode = .commit
  ) throws -> (receipt: Receipt, care: OnlineCare) {
    let care = try onlineCare(of: plants, in: catalogues, by: find)
    var request = AdoptRequest(plants, in: catalogues, occasion)
    request.foreign = care.foreign
    request.keepsNames = true
    // Whoever asks for new care agrees to replace the former.
    request.takesLikely = true
    return (try adopt(request, mode), care)
  }
}
