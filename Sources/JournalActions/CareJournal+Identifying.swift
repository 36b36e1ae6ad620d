internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries

/// A request to record the species that a plant was identified as.
public struct IdentificationRequest: Sendable {
  /// The single plant.
  public var plant: PlantChoice
  /// The identification; it names the first photo, whatever it says.
  public var identification: PlantIdentified
  /// Photos of the plant, whose files are stored.
  public var photos: [NewPhoto]
  /// The time and remark of the identification.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ plant: PlantChoice, _ identification: PlantIdentified,
    photos: [NewPhoto] = [], _ occasion: Occasion = Occasion()
  ) {
    self.plant = plant
    self.identification = identification
    self.photos = photos
    self.occasion = occasion
  }
}

extension CareJournal {
  /// Records what a plant was identified as, and adds the photos, as one
  /// action. The names of the plant stay.
  ///
  /// - Returns: ``Change/identified(_:_:)``, and
  ///   ``Change/photographed(_:_:)`` for each photo.
  /// - Throws: `CareError`, and errors of choosing plants.
  public func recordIdentification(
    _ request: IdentificationRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let plant = try session.snapshot().plant(request.plant)
      let photos = try session.place(request.photos)
      let body = request.identification.naming(photos.first?.kept)
      try session.action { session in
        try session.add(photos)
        try session.perform(.identify(body), on: plant, at: at, note: note)
      }
      receipt.changes.append(.identified(try session.name(plant), body))
      receipt.changes += try session.changes(photos)
    }
  }
}

extension PlantIdentified {
  /// Returns the identification of a photo.
  func naming(_ photo: PhotoID?) -> PlantIdentified {
    PlantIdentified(
      source: source, confidence: confidence, topResults: topResults,
      photo: photo ?? self.photo, model: model, modelVersion: modelVersion,
      place: place)
  }
}
