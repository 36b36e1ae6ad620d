internal import JournalIdentification
internal import JournalQueries
internal import POSIXKit
internal import PlantServices

/// The identification of plants by the server's machine.
struct WebIdentifier: Sendable {
  /// Identifies the plant that photos show.
  let identify:
    @Sendable (CareJournal, [PlantIdentifier.Photo]) throws -> Identification
  /// Finds out what can identify, without asking anybody.
  let means: @Sendable (CareJournal) throws -> IdentificationMeans

  /// Creates the identifier that asks the models and the services of the
  /// machine.
  init(_ programs: StoredModel.Programs) {
    identify = { journal, photos in
      try PlantIdentifier(of: journal, programs, .ofServer(journal))
        .identify(photos)
    }
    means = { try IdentificationMeans(of: $0, programs, .ofServer($0)) }
  }

  /// Creates an identifier for tests.
  init(
    identify:
      @escaping @Sendable (
        CareJournal, [PlantIdentifier.Photo]
      ) throws -> Identification,
    means: @escaping @Sendable (CareJournal) throws -> IdentificationMeans
  ) {
    self.identify = identify
    self.means = means
  }
}

extension ServiceSurroundings {
  /// The surroundings of services in a server.
  static func ofServer(_ journal: CareJournal) -> ServiceSurroundings {
    ServiceSurroundings(
      of: journal, variable: { ProcessEnvironment[$0] },
      sibling: ChildProcess.sibling)
  }

  /// The same surroundings, in which no service is asked.
  static func silent(_ journal: CareJournal) -> ServiceSurroundings {
    var surroundings = ofServer(journal)
    surroundings.isOffline = true
    return surroundings
  }
}
