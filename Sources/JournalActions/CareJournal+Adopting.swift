public import CatalogueStore
public import JournalCare
public import JournalEvents
package import JournalProjections
public import JournalQueries
package import JournalTime

/// A request to give plants the catalogue's data for them.
public struct AdoptRequest {
  /// The plants.
  public var plants: PlantChoice
  /// The catalogues to search.
  public var catalogues: Catalogues
  /// A Boolean value that indicates whether to take a plant that only comes
  /// near, if it is the only one, and to replace profiles of the catalogue. The
  /// plant of which a name has only some words is taken if the plants are chosen
  /// by name.
  public var takesLikely = false
  /// The choices for uncertain plants: a scientific name, or `nil` to leave the
  /// plant as it is.
  public var answers: [PlantID: String?] = [:]
  /// The care of outside sources, which takes precedence over the catalogue's.
  public var foreign: [PlantID: ForeignCare] = [:]
  /// A Boolean value that indicates whether the plants keep their names.
  public var keepsNames = false
  /// The time and remark of the action.
  public var occasion: Occasion

  /// Creates a request that takes only plants found with certainty.
  public init(
    _ plants: PlantChoice, in catalogues: Catalogues,
    _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.catalogues = catalogues
    self.occasion = occasion
  }
}

extension CareJournal {
  /// Returns the catalogues' data for plants, one by one, without writing.
  ///
  /// - Parameters:
  ///   - plants: The plants.
  ///   - catalogues: The catalogues to search.
  ///   - foreign: The care of outside sources.
  /// - Returns: The data for each plant.
  /// - Throws: Errors of choosing plants.
  public func adoptions(
    for plants: PlantChoice, in catalogues: Catalogues,
    foreign: [PlantID: ForeignCare] = [:]
  ) throws -> [Adoption] {
    try read { snapshot in
      let hemisphere = snapshot.calendar.hemisphere
      let names = NameReadings(in: catalogues)
      return try snapshot.plants(plants).compactMap { id in
        guard let plant = try snapshot.plant(id), let profile = plant.profile
        else { return nil }
        return try Adoption(
          id, plant, profile, in: names, hemisphere: hemisphere,
          foreign: foreign[id])
      }
    }
  }

  /// Gives plants names and care from the catalogue, as one action.
  ///
  /// - Returns: ``Change/adopted(_:)`` for each changed plant and
  ///   ``Change/unchanged(_:)`` for each that has all; of notices
  ///   ``Notice/notAdopted(_:)``.
  /// - Throws: `CareError` and errors of choosing plants.
  public func adopt(
    _ request: AdoptRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let names = NameReadings(in: request.catalogues)
      var taken: [Adoption] = []
      var left: [Adoption] = []
      for id in try session.snapshot().plants(request.plants) {
        let answer = request.answers[id]
        let adoption = try session.adoption(
          for: id, in: names, called: answer ?? nil,
          foreign: request.foreign[id], keepsNames: request.keepsNames)
        guard let adoption else { continue }
        let isTaken =
          switch (answer, adoption.certainty) {
          case (.some(.some), _), (nil, .certain): true
          case (nil, .likely): request.takesLikely
          case (nil, .partial):
            request.takesLikely && !request.plants.names.isEmpty
          case (.some(nil), _), (nil, .doubtful): false
          }
        if !isTaken {
          left.append(adoption)
        } else if adoption.isEmpty {
          receipt.changes.append(.unchanged(adoption.plant))
        } else {
          taken.append(adoption)
        }
      }
      if !taken.isEmpty {
        try session.action { session in
          for adoption in taken {
            try session.perform(adoption, at: at, note: note)
          }
        }
      }
      receipt.changes += taken.map(Change.adopted)
      if !left.isEmpty { receipt.notices.append(.notAdopted(left)) }
    }
  }
}

extension ActionSession {
  /// Returns the catalogues' data for a plant, with regard to this session's
  /// events.
  package mutating func adoption(
    for id: PlantID, in names: NameReadings, called name: String? = nil,
    foreign: ForeignCare? = nil, keepsNames: Bool = false
  ) throws -> Adoption? {
    let plant = try plant(id)
    guard let profile = plant.profile else { return nil }
    return try Adoption(
      id, plant, profile, in: names, hemisphere: calendar.hemisphere,
      called: name, foreign: foreign, keepsNames: keepsNames)
  }

  /// Records an adoption in the open action.
  package mutating func perform(
    _ adoption: Adoption, at: OffsetInstant, note: String? = nil
  ) throws {
    let id = adoption.plant.id
    var commands: [PlantCommand] = []
    if !adoption.edit.isEmpty { commands.append(.edit(adoption.edit)) }
    if let care = adoption.care { commands.append(.profileCare(care)) }
    commands += adoption.schedules.map { .setSchedule($0) }
    let plant = try plant(id)
    for (index, command) in commands.enumerated() {
      var remark = index == 0 ? note : nil
      if case .setSchedule(let schedule) = command {
        // The keeper's remark on a schedule stays with the new one.
        remark = remark ?? plant.remark(on: schedule.kind)
      }
      try perform(command, on: id, at: at, note: remark)
    }
  }

  /// Gives a newly recorded plant the catalogue's data, but only if that is
  /// certain.
  ///
  /// - Returns: The adoption, taken or not; `nil` if nothing comes near.
  package mutating func adoptCertain(
    _ id: PlantID, in names: NameReadings, at: OffsetInstant
  ) throws -> Adoption? {
    guard let adoption = try adoption(for: id, in: names) else {
      return nil
    }
    if case .unknown = adoption.reading { return nil }
    if adoption.certainty == .certain, !adoption.isEmpty {
      try perform(adoption, at: at)
    }
    return adoption
  }
}
