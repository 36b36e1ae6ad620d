internal import CatalogueKit
public import CatalogueStore
public import JournalCare
public import JournalEvents
public import JournalQueries

/// The catalogue's data for one plant of the collection: its names, unless
/// somebody gave others, its care, and the schedules that follow.
///
/// Data that its keeper set by hand stays: names, the keeper's own care
/// profile, and every schedule except one that an earlier profile of the
/// catalogue advised.
public struct Adoption: Sendable {
  /// The plant.
  public let plant: PlantName
  /// The looked-up name.
  public let name: String
  /// The catalogues' reading of the name.
  public let reading: NameReading
  /// The edit of the plant.
  public let edit: PlantEdited
  /// The new care profile; `nil` if the plant keeps its own.
  public let care: CareProfiled?
  /// The new schedules.
  public let schedules: [ScheduleSet]
  /// The profile of the catalogue or a service that the new one would replace;
  /// `nil` for none.
  public let formerCare: CareProfiled?
  /// A Boolean value that indicates whether it would replace another profile of
  /// the catalogue, which a person must decide.
  public var replacesCare: Bool { formerCare != nil }

  /// The certainty that the right plant was found.
  public enum Certainty: Sendable {
    /// The plant is certain; or no plant comes near, and it gets the care for
    /// unknown plants.
    case certain
    /// The plant is the only one that comes near, or a profile would be
    /// replaced.
    case likely
    /// The name has some words of one plant's name.
    case partial
    /// Several plants are possible, or the name says little.
    case doubtful
  }

  /// The certainty that the right plant was found.
  public var certainty: Certainty {
    needsAgreement ? .likely : reading.adoptionCertainty
  }

  /// A Boolean value that indicates whether it is certain which plant it is, but
  /// a person must agree to replace its care.
  public var needsAgreement: Bool {
    replacesCare && reading.adoptionCertainty == .certain
  }

  /// The scientific names among which a person must choose; none if it is
  /// certain which plant it is.
  public var candidates: [String] {
    certainty == .certain ? [] : reading.candidates
  }

  /// The level of the care, such as genus or family.
  public var level: CareLevel? { care.flatMap(CareLevel.init(of:)) }

  /// A Boolean value that indicates whether the plant already has all of it.
  public var isEmpty: Bool { edit.isEmpty && care == nil }

  /// Determines what a plant would get.
  init(
    _ id: PlantID, _ plant: PlantState, _ profile: PlantAdded,
    in names: NameReadings, hemisphere: Hemisphere, called: String? = nil,
    foreign: ForeignCare? = nil, keepsNames: Bool = false
  ) throws {
    self.plant = PlantName(id, plant.displayName)
    let own = try Self.reading(of: profile, in: names)
    // If somebody agrees with the reading of a name, the name stays the same.
    if let called, own.reading.scientificName != called {
      (name, reading) = (called, try names.reading(of: called))
    } else {
      (name, reading) = own
    }
    var edit = PlantEdited()
    var care: CareProfiled?
    switch reading {
    case .unclear: break
    case .found(let found):
      let former = try profile.names(formerly: found.names, names)
      edit = profile.adopting(found.names, insteadOf: former)
        .changing(plant)
      care = found.profile?.recorded ?? .generic
    case .unknown: care = .generic
    }
    if keepsNames { edit = PlantEdited() }
    if let foreign, let base = care { care = foreign.filled(from: base) }
    self.edit = edit
    let present = plant.details.careProfile?.body
    if let present, let new = care {
      let isWorse =
        CareLevel(of: new) == .generic && CareLevel(of: present) != .generic
      let isReplaceable =
        present.source == .catalogue
        || (foreign != nil && present.source.isService)
      if !isReplaceable || isWorse || new.advisesSame(as: present) {
        care = nil
      }
    }
    self.care = care
    formerCare = care == nil ? nil : present
    schedules =
      care.map { care in
        plant.schedules(of: care, insteadOf: present, hemisphere)
      } ?? []
  }

  /// Returns the first of the plant's names with a meaning, the scientific name
  /// before others.
  private static func reading(
    of profile: PlantAdded, in names: NameReadings
  ) throws -> (name: String, reading: NameReading) {
    let first = try names.reading(of: profile.scientificName)
    guard case .unknown = first else { return (profile.scientificName, first) }
    for name in profile.commonNames {
      let reading = try names.reading(of: name)
      if case .unknown = reading { continue }
      return (name, reading)
    }
    return (profile.scientificName, first)
  }
}

extension NameReading {
  /// The certainty without regard to the care that a plant has.
  fileprivate var adoptionCertainty: Adoption.Certainty {
    switch self {
    case .unclear: .doubtful
    case .unknown: .certain
    case .found(let found):
      switch found.certainty {
      case .certain: .certain
      case .likely, .near: .likely
      case .partial: .partial
      case .guess: .doubtful
      }
    }
  }

  /// The scientific name of the plant found; `nil` for none.
  fileprivate var scientificName: String? {
    if case .found(let found) = self { found.names.scientificName } else { nil }
  }
}

extension PlantAdded {
  /// Returns the names of the plant whose common names this one got before its
  /// scientific name was corrected; `nil` if there is none.
  fileprivate func names(
    formerly names: PlantNames, _ readings: NameReadings
  ) throws -> PlantNames? {
    guard let first = commonNames.first,
      case .found(let other) = try readings.reading(of: first),
      other.names.scientificName != names.scientificName,
      other.names.commonNames == commonNames
    else { return nil }
    return other.names
  }

  /// Returns the edit that completes these names: the scientific name, and the
  /// names that are empty or came from the former plant.
  fileprivate func adopting(
    _ names: PlantNames, insteadOf former: PlantNames?
  ) -> PlantEdited {
    var edit = PlantEdited()
    edit.scientificName = names.scientificName
    let followed = NameInput.genus(of: scientificName)
    if genus.isEmpty || genus == followed, !names.genus.isEmpty {
      edit.genus = .set(names.genus)
    }
    if family.isEmpty || family == former?.family, !names.family.isEmpty {
      edit.family = .set(names.family)
    }
    if category == nil || category == former?.category, !names.category.isEmpty
    {
      edit.category = .set(names.category)
    }
    if former != nil || commonNames.isEmpty,
      names.commonNames != commonNames
    {
      edit.commonNames =
        names.commonNames.isEmpty ? .clear : .set(names.commonNames)
    }
    return edit
  }
}

extension PlantState {
  /// Returns the schedules of a new profile. For a plant's first profile these
  /// are the kinds without a schedule; later, those that the former profile had
  /// advised.
  fileprivate func schedules(
    of care: CareProfiled, insteadOf former: CareProfiled?,
    _ hemisphere: Hemisphere
  ) -> [ScheduleSet] {
    let before = former.map { advice(for: $0, in: hemisphere) } ?? []
    return advice(for: care, in: hemisphere).map(\.schedule).filter {
      schedule in
      guard let present = self.care(schedule.kind)?.schedule else {
        return former == nil
      }
      return present != schedule && before.contains { $0.schedule == present }
    }
  }
}
