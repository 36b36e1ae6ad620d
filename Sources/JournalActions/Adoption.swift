internal import CatalogueKit
public import CatalogueStore
public import JournalCare
public import JournalEvents
public import JournalQueries

/// What the catalogue has for one plant of the collection: its names as far as
/// nobody gave others, its care, and the schedules that follow.
///
/// What its keeper set by hand stays: names, a care profile of their own, and
/// every schedule that is not the one which an earlier profile of the catalogue
/// had advised.
public struct Adoption: Sendable {
  /// The plant.
  public let plant: PlantName
  /// The name that was looked up.
  public let name: String
  /// What the catalogues make of it.
  public let reading: NameReading
  /// What would be said of the plant.
  public let edit: PlantEdited
  /// The care profile that it would get; `nil` where it keeps what it has.
  public let care: CareProfiled?
  /// The schedules that it would get.
  public let schedules: [ScheduleSet]
  /// Whether another profile of the catalogue would be replaced, which is for
  /// a person to decide.
  public let replacesCare: Bool

  /// How sure it is that the right plant was found.
  public enum Certainty: Sendable {
    /// It is certain, or nothing comes near, and the plant gets the care for
    /// plants of which nothing is known.
    case certain
    /// It is the only one that comes near, or another profile is to replace
    /// one.
    case likely
    /// Several could be meant, or the name says little.
    case doubtful
  }

  /// How sure it is that the right plant was found.
  public var certainty: Certainty {
    switch reading {
    case .unclear: .doubtful
    case .unknown: replacesCare ? .likely : .certain
    case .found(let found):
      switch found.certainty {
      case .certain: replacesCare ? .likely : .certain
      case .likely, .near: .likely
      case .partial, .guess: .doubtful
      }
    }
  }

  /// For what the care was written.
  public var level: CareLevel? { care.flatMap(CareLevel.init(of:)) }

  /// Whether the plant has all of it.
  public var isEmpty: Bool { edit.isEmpty && care == nil }

  /// Finds out what a plant would get.
  init(
    _ id: PlantID, _ plant: PlantState, _ profile: PlantAdded,
    in names: NameReadings, hemisphere: Hemisphere, called: String? = nil
  ) throws {
    self.plant = PlantName(id, plant.displayName)
    let own = try Self.reading(of: profile, in: names)
    // Who agrees to what a name was taken for goes on calling it so.
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
    self.edit = edit
    let present = plant.details.careProfile?.body
    if let present, let new = care {
      let isWorse =
        CareLevel(of: new) == .generic && CareLevel(of: present) != .generic
      if present.source != .catalogue || isWorse || new.advisesSame(as: present)
      {
        care = nil
      }
    }
    self.care = care
    replacesCare = present != nil && care != nil
    schedules =
      care.map { care in
        plant.schedules(of: care, insteadOf: present, hemisphere)
      } ?? []
  }

  /// The first of the plant's names that means something, the scientific name
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
  /// What the plant is called that was found; `nil` for none.
  fileprivate var scientificName: String? {
    if case .found(let found) = self { found.names.scientificName } else { nil }
  }
}

extension PlantAdded {
  /// What the catalogues have for another plant that is called as this one is,
  /// and gave it its common names before its scientific name was corrected;
  /// `nil` where these are no plant's.
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

  /// The edit that completes these names: the scientific name, and what is
  /// empty or followed from the one before.
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
  /// The schedules that a profile brings: for a plant's first profile those of
  /// kinds that have none, later those that the former one had advised.
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
