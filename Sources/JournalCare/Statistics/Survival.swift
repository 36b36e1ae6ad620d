public import JournalEvents

/// What became of the plants that were kept in a period.
///
/// A plant that was given away or sold lives on elsewhere; only death counts
/// against survival. What was entered by mistake was never kept.
public struct Survival: Sendable {
  /// The plants of one species.
  public struct Species: Hashable, Sendable {
    /// How many were kept on some day of the period.
    public fileprivate(set) var kept = 0
    /// How many of these died in it.
    public fileprivate(set) var died = 0
  }

  /// How many plants were in the collection on some day of the period.
  public private(set) var kept = 0
  /// How many left it in the period, by reason.
  public private(set) var left: [RemovalReason: Int] = [:]
  /// The plants by scientific name.
  public private(set) var species: [String: Species] = [:]

  /// Creates the survival of no plant.
  public init() {}

  /// How many plants died in the period.
  public var died: Int { left[.died] ?? 0 }

  /// The share of the plants kept that did not die, 0 to 1; `nil` where none
  /// was kept.
  public var share: Double? {
    kept == 0 ? nil : 1 - Double(died) / Double(kept)
  }

  /// Counts a plant that has a ``PlantStay`` in the period.
  public mutating func add(_ plant: PlantState, _ stay: PlantStay) {
    guard let profile = plant.profile else { return }
    kept += 1
    species[profile.scientificName, default: Species()].kept += 1
    guard let reason = stay.leftFor else { return }
    left[reason, default: 0] += 1
    guard reason == .died else { return }
    species[profile.scientificName, default: Species()].died += 1
  }
}
