internal import CatalogueKit
package import CatalogueStore
internal import JournalActions
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

  /// Asks services for the care of plants. A plant that they do not know is no
  /// failure.
  ///
  /// Answers are kept, so a call after a failure asks only what is left.
  ///
  /// - Throws: ``ServiceError``, errors of the key and of choosing plants.
  package func onlineCare(
    of plants: PlantChoice, in catalogues: Catalogues,
    _ surroundings: ServiceSurroundings
  ) throws -> OnlineCare {
    let services = try SpeciesServices(surroundings)
    var care = OnlineCare()
    for plant in try onlineNames(of: plants, in: catalogues) {
      do {
        let finding = try services.species(named: plant.name)
        care.results.append(.init(plant: plant, finding: .success(finding)))
      } catch let error as ServiceError {
        guard case .speciesNotFound = error else { throw error }
        care.results.append(.init(plant: plant, finding: .failure(error)))
      }
    }
    return care
  }
}
