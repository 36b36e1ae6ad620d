package import ErrorKit

/// The state of a service on this machine.
package struct ServiceStatus: Sendable {
  /// The result of asking the service.
  package enum Outcome: Sendable {
    /// The service was not asked, as it has no key or this machine is offline.
    case notAsked
    /// The service accepts the key.
    case reached
    /// The service refused or failed.
    case failed(ErrorFacts)
  }

  /// The service.
  package var service: PlantService
  /// The address.
  package var url: String
  /// The source of the key: environment, file or command; `nil` if there is
  /// none.
  package var keySource: String?
  /// The result of asking.
  package var outcome = Outcome.notAsked
  /// The requests that are left; `nil` if unknown.
  package var quota: IdentificationAnswer.Quota?

  /// The share of the quota that is used, from 0 to 1; `nil` if unknown.
  package var usedShare: Double? {
    guard let total = quota?.total, let remaining = quota?.remaining, total > 0
    else { return nil }
    return min(max(Double(total - remaining) / Double(total), 0), 1)
  }

  /// Finds out the state of a service. Only a service with a key is asked.
  ///
  /// - Throws: Errors of the file of services.
  package init(
    of service: PlantService, _ surroundings: ServiceSurroundings
  ) throws {
    let client = try ServiceClient(for: service, surroundings)
    self.service = service
    url = client.url
    keySource = client.keySource
    guard keySource != nil, !surroundings.isOffline else { return }
    do {
      quota = try Self.test(service, surroundings)
      outcome = .reached
    } catch {
      outcome = .failed(ErrorFacts(of: error))
    }
  }

  /// Asks a service for something that costs nothing, to see that it is
  /// reachable and accepts the key.
  ///
  /// - Returns: The quota, as far as the service states it.
  /// - Throws: ``ServiceError``, or errors of the key.
  package static func test(
    _ service: PlantService, _ surroundings: ServiceSurroundings
  ) throws -> IdentificationAnswer.Quota {
    let knowing: any SpeciesService
    switch service {
    case .plantnet: return try PlantNet(surroundings).quota()
    case .trefle: knowing = try Trefle(surroundings)
    case .openPlantbook: knowing = try OpenPlantbook(surroundings)
    case .wikimedia:
      try Wikimedia(surroundings).test()
      return .init(remaining: nil)
    }
    try knowing.test()
    let headers = knowing.client.headers
    return .init(
      remaining: headers.remaining, total: headers.limit,
      resetsAt: headers.resetsAt)
  }
}
