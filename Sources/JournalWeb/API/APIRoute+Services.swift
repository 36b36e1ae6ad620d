internal import Encodings
internal import ErrorKit
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import PlantServices

extension APIRoute {
  /// The services of the server's machine. Keys are neither shown nor taken.
  static let ofServices: [APIRoute] = [
    APIRoute(
      method: .get, pattern: RoutePath("services"), right: .changeAll,
      dependsOnJournalAlone: false
    ) { call in
      try call.fields.finish()
      let report = try call.services().report
      return WebResponse(json: { $0.object { $0.members(of: report) } })
    },
    .act(.post, "services/{service}/test", .changeAll, lane: .services) {
      try $0.testService()
    },
    .act(.delete, "cache", .changeAll) { call in
      try call.fields.finish()
      let cleared = try ServiceCaches(ofHomeAt: call.journal.homePath).clear()
      return WebResponse(json: { writer in
        writer.object {
          $0.members(of: cleared)
          $0.member("lines", [cleared.words])
        }
      })
    },
  ]
}

extension APICall {
  /// Returns the services as they are known, without asking any, and the moment
  /// at which each was asked.
  func services() throws -> (
    report: ServicesReport, askedAt: [PlantService: Instant]
  ) {
    let isOffline = ServiceSurroundings.ofServer(journal).isOffline
    let statuses = try PlantService.allCases.map { try status(of: $0) }
    var askedAt: [PlantService: Instant] = [:]
    for service in PlantService.allCases {
      askedAt[service] = api.services.state(of: service)?.at
    }
    return (
      ServicesReport(of: journal, statuses, isOffline: isOffline), askedAt
    )
  }

  /// Returns the state of a service as it is known, without asking it.
  func status(of service: PlantService) throws -> ServiceStatus {
    var status = try ServiceStatus(of: service, .silent(journal))
    if let known = api.services.state(of: service) {
      status.outcome = known.outcome
      status.quota = known.quota
    }
    return status
  }

  /// Asks a service for something that costs nothing.
  fileprivate mutating func testService() throws -> WebResponse {
    try fields.finish()
    guard let service = PlantService(rawValue: parameters[0]) else {
      throw ServiceError.unknownService(parameters[0])
    }
    let quota: IdentificationAnswer.Quota
    do {
      quota = try ServiceStatus.test(service, .ofServer(journal))
    } catch {
      let facts = ErrorFacts(of: error)
      api.services.note(
        service, .init(outcome: .failed(facts), quota: nil, at: journal.now))
      throw ServiceTestFailure(facts)
    }
    api.services.note(
      service, .init(outcome: .reached, quota: quota, at: journal.now))
    var status = try ServiceStatus(of: service, .silent(journal))
    status.quota = quota
    let lines = [
      "\(service.title) \(service.needsKey ? "accepts the key" : "answers")",
      status.quotaWords(journal.words(of:)),
    ].compactMap(\.self)
    return WebResponse(json: { writer in
      writer.object { writer in
        writer.member("name", service.rawValue)
        writer.serviceQuota(quota)
        writer.member("lines", lines)
      }
    })
  }
}

/// The error that a service cannot be used. It is the result that was asked for,
/// so nothing sends the request again by itself.
private struct ServiceTestFailure: DescribedError {
  let facts: ErrorFacts

  init(_ facts: ErrorFacts) {
    self.facts = ErrorFacts(
      .conflict, facts.message, facts.remedy, title: facts.title)
  }
}
