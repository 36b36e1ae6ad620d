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

    /// The name of the file, for its refusal; `nil` if it needs none.
    public let name: String?

    /// Creates a photo.
    public init(_ file: [UInt8], organ: Organ? = nil, name: String? = nil) {
      self.file = file
      self.organ = organ
      self.name = name
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

  /// Refuses too many photos, none, or a number of organs that does not fit
  /// them, before any photo is read.
  ///
  /// - Parameters:
  ///   - photos: The number of photos.
  ///   - organs: The number of organs.
  ///   - places: The number of places for photos, some of which may be empty;
  ///     `nil` for that of the photos.
  /// - Throws: ``WrongPhotos``.
  public static func check(
    photos: Int, organs: Int, places: Int? = nil
  ) throws(WrongPhotos) {
    guard 1...mostPhotos ~= photos else { throw .number(photos) }
    guard organs == 0 || organs == places ?? photos else { throw .organs }
  }

  /// Asks the service.
  public typealias Service = ([Photo]) throws -> IdentificationAnswer

  /// Asks the model with a name, by default the one that was added last.
  var askDevice:
    (_ photos: [Photo], _ model: String?) throws -> IdentificationAnswer
  private let service: Service?

  /// The method.
  public var method: IdentificationMethod
  /// A Boolean value that indicates whether the network is not used.
  public var isOffline = false
  /// The score from which a plant is taken as certain.
  public var minimumConfidence: Double
  /// The name of the model that alone is asked; `nil` for the method's choice.
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
    let store = ModelStore(of: journal)
    askDevice = { photos, name in
      let model = try name.map { try store.model(called: $0) } ?? store.latest()
      guard let model else { throw ModelFault.none() }
      return try DeviceIdentifier(model, programs)
        .answer(to: photos)
    }
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

  /// Refuses a named model if the method never asks models.
  ///
  /// - Throws: ``ModelNotAsked``.
  public func checkModel() throws(ModelNotAsked) {
    guard modelName == nil || method != .apiOnly || isOffline else {
      throw ModelNotAsked()
    }
  }

  /// Identifies the plant that photos show.
  ///
  /// The service is asked only if the device is unsure, or has no model. A
  /// model that cannot be used is an error, because its owner does not expect
  /// the photos to leave the machine.
  ///
  /// - Throws: ``NothingRecognised``; ``ModelFault``; ``ModelNotAsked``;
  ///   `PhotoFault`; the errors of the service.
  public func identify(_ photos: [Photo]) throws -> Identification {
    try checkModel()
    guard method != .apiOnly || isOffline else {
      guard let service else { throw NoService() }
      return try identification(try service(photos), .plantNetAPI)
    }
    guard method == .hybrid, modelName == nil, !isOffline, let service else {
      return try identification(try askDevice(photos, modelName), .onDevice)
    }
    let device: IdentificationAnswer
    do {
      device = try askDevice(photos, nil)
    } catch let fault as ModelFault where fault.kind == .missing {
      return try identification(
        try service(photos), .plantNetAPI,
        ["\(fault.facts.message); asked the service"])
    }
    guard try !Identification.isSure(device, minimumConfidence) else {
      return try identification(device, .onDevice)
    }
    do {
      return try identification(try service(photos), .hybrid)
    } catch {
      // An uncertain answer is better than none.
      let reason =
        error is NothingRecognised
        ? "the service recognized no plant in the photo"
        : ErrorFacts(of: error).message
      do {
        return try identification(device, .onDevice, [reason])
      } catch is NothingRecognised {
        throw error
      }
    }
  }

  private func identification(
    _ answer: IdentificationAnswer, _ source: IdentificationSource,
    _ notes: [String] = []
  ) throws -> Identification {
    try Identification(
      answer, from: source, minimumConfidence: minimumConfidence, notes: notes)
  }
}

/// An error for photos that cannot be asked about together.
public enum WrongPhotos: DescribedError, Equatable {
  /// There is no photo, or too many.
  case number(Int)
  /// Only some of the photos have an organ, or there are more organs.
  case organs

  public var facts: ErrorFacts {
    switch self {
    case .number(let count):
      ErrorFacts(
        .invalidInput,
        count == 0
          ? "there is no photo"
          : "at most \(PlantIdentifier.mostPhotos) photos show one plant",
        "give 1 to \(PlantIdentifier.mostPhotos) photos of the same plant",
        outcome: .nothingWritten)
    case .organs:
      ErrorFacts(
        .invalidInput, "an organ is needed for each photo, or for none",
        "give it once for each photo, in their order", outcome: .nothingWritten)
    }
  }
}

/// An error for naming a model if the service alone is asked.
public struct ModelNotAsked: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput,
      "no model is asked, because the setting identificationMethod is apiOnly",
      "name no model, or change the setting")
  }
}

/// An error for asking a service if none is set up.
public struct NoService: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput, "no service that identifies plants is set up",
      PlantService.plantnet.keyRemedy, title: "Service Unavailable",
      canRetry: false)
  }
}
