package import JournalCare
internal import JournalEvents

/// A service that knows what species need.
package protocol SpeciesService {
  /// The client.
  var client: ServiceClient { get }

  /// Creates the value without asking anything.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  init(_ surroundings: ServiceSurroundings) throws

  /// Returns the species of a scientific name.
  ///
  /// - Throws: ``ServiceError/speciesNotFound(_:name:near:)`` with names that
  ///   come near, or another error.
  func species(named name: String) throws -> SpeciesFinding

  /// Asks for something small, to see that the key is accepted.
  ///
  /// - Throws: ``ServiceError``, or errors of the key.
  func test() throws
}

/// A species that a service found for a name.
package struct SpeciesFinding {
  /// The service.
  package var service: PlantService
  /// The name that was asked for.
  package var name: String
  /// The species.
  package var species: SpeciesFacts
  /// The address of the species.
  package var url: String
  /// The seconds since 1970 when the service last confirmed the data.
  package var storedAt: Int
  /// The failure because of which old data stands for new data.
  package var failure: ServiceError?

  /// The care that follows from the growth data.
  package var care: ForeignCare {
    ForeignCare(
      species.growth, bloom: species.bloom, growth: species.growthRate,
      source: service == .openPlantbook ? .openPlantbook : .trefle, url: url)
  }
}

/// The services that know what species need, the best first: Open Plantbook
/// knows house plants in rooms, and Trefle plants in the wild.
package struct SpeciesServices {
  private let services: [any SpeciesService]

  /// Creates the value without asking anything.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  package init(_ surroundings: ServiceSurroundings) throws {
    services = [
      try OpenPlantbook(surroundings), try Trefle(surroundings),
    ]
  }

  /// Returns what the first service that knows needs of a species says. A
  /// service without a key answers from what is kept.
  ///
  /// A failure of a service ends the search: with another source, schedules
  /// would change for as long as it fails.
  ///
  /// - Throws: ``ServiceError``, or errors of keys.
  package func species(named name: String) throws -> SpeciesFinding {
    var bare: SpeciesFinding?
    var refusal: ServiceError?
    var silence: ServiceError?
    for service in services {
      do {
        let finding = try service.species(named: name)
        if !finding.care.isEmpty { return finding }
        bare = bare ?? finding
      } catch let error as ServiceError {
        switch error {
        case .speciesNotFound: refusal = error
        case .keyMissing: silence = silence ?? error
        case .offline where service.client.keySource == nil:
          silence = silence ?? error
        default: throw error
        }
      }
    }
    if let bare { return bare }
    throw refusal ?? silence ?? ServiceError.keyMissing(.openPlantbook)
  }
}
