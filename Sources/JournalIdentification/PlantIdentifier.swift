public import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
public import PlantServices

/// Identifies plants in photos, on this machine and by a service.
public struct PlantIdentifier {
  /// A photo of the plant.
  public struct Photo: Sendable {
    /// The bytes of its file.
    public let file: [UInt8]
    /// The part of the plant that it shows; `nil` if nobody says.
    public let organ: Organ?

    /// Creates a photo.
    public init(_ file: [UInt8], organ: Organ? = nil) {
      self.file = file
      self.organ = organ
    }
  }

  /// The parts of plants that a service distinguishes.
  public enum Organ: String, CaseIterable, Sendable {
    case leaf, flower, fruit, bark
    /// Any part, which the service finds out.
    case auto
  }

  /// The most photos of one plant.
  public static let mostPhotos = 5

  /// Asks the service.
  public typealias Service = ([Photo]) throws -> IdentificationAnswer

  private let store: ModelStore
  private let programs: StoredModel.Programs
  private let service: Service?

  /// The method.
  public var method = IdentificationMethod.hybrid
  /// A Boolean value that indicates whether the network is not used.
  public var isOffline = false
  /// The score from which a plant is taken as certain.
  public var minimumConfidence = 0.7
  /// The name of the model; `nil` for the one that was added last.
  public var modelName: String?

  /// Creates an identifier with the settings of a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal, in whose home the models are.
  ///   - programs: The programs that run them.
  ///   - service: Asks a service on the network; `nil` if none is set up.
  /// - Throws: Errors of reading the journal.
  public init(
    of journal: CareJournal, _ programs: StoredModel.Programs,
    service: Service? = nil
  ) throws {
    store = ModelStore(of: journal)
    self.programs = programs
    self.service = service
    let (method, minimum) = try journal.read { snapshot in
      (
        snapshot.settings.identificationMethod,
        snapshot.settings.minimumConfidence
      )
    }
    self.method = IdentificationMethod(rawValue: method) ?? .hybrid
    minimumConfidence = minimum
  }

  /// Identifies the plant that photos show.
  ///
  /// - Throws: ``NothingRecognised``; ``ModelFault`` if the device alone is
  ///   asked, or no service can be; `PhotoFault`; the errors of the service.
  public func identify(_ photos: [Photo]) throws -> Identification {
    guard method != .apiOnly || isOffline else {
      guard let service else { throw NoService() }
      return try identification(try service(photos), .plantNetAPI)
    }
    guard method == .hybrid, !isOffline, let service else {
      return try identification(try device(photos), .onDevice)
    }
    var device: IdentificationAnswer?
    var notes: [String] = []
    do {
      device = try self.device(photos)
    } catch let fault as ModelFault {
      notes.append("\(fault.facts.message); asked the service")
    }
    if let device, Identification.isSure(device, minimumConfidence) {
      return try identification(device, .onDevice)
    }
    do {
      return try identification(
        try service(photos), device == nil ? .plantNetAPI : .hybrid, device,
        notes)
    } catch let error where !(error is NothingRecognised) {
      // An uncertain answer is better than none.
      guard let device else { throw error }
      return try identification(
        device, .onDevice, nil, ["\(ErrorFacts(of: error).message)"])
    }
  }

  private func device(_ photos: [Photo]) throws -> IdentificationAnswer {
    let model =
      try modelName.map { try store.model(called: $0) } ?? store.latest()
    guard let model else { throw ModelFault.none() }
    return try DeviceIdentifier(model, programs).answer(to: photos.map(\.file))
  }

  private func identification(
    _ answer: IdentificationAnswer, _ source: IdentificationSource,
    _ device: IdentificationAnswer? = nil, _ notes: [String] = []
  ) throws -> Identification {
    try Identification(
      answer, from: source, device: device,
      minimumConfidence: minimumConfidence, notes: notes)
  }
}

/// An error for asking a service if none is set up.
public struct NoService: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput, "no service that identifies plants is set up",
      "docs/identify.md says how, and how to use a model on this machine",
      title: "Service Unavailable", canRetry: false)
  }
}
