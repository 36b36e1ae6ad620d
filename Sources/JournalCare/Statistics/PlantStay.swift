public import JournalEvents
public import JournalTime

/// The days in a period on which a plant was in the collection.
///
/// If a plant left and came back, the absence counts as well.
public struct PlantStay: Hashable, Sendable {
  /// The range from the first to the last day.
  public let days: ClosedRange<Day>
  /// The reason for leaving in the period, if the plant left.
  public let leftFor: RemovalReason?
  /// The number of days from acquisition, or else addition, to the last of
  /// ``days``.
  public let age: Int

  /// Creates the stay of `plant` in `period`; `nil` if there is none, as for a
  /// plant that was entered by mistake.
  public init?(
    of plant: PlantState, in period: ClosedRange<Day>, _ calendar: CareCalendar
  ) {
    guard let profile = plant.profile, let addedAt = plant.addedAt,
      plant.removal?.reason != .mistake
    else { return nil }
    let added = calendar.zone.localDay(of: addedAt.instant)
    let removed = plant.removal.map {
      calendar.zone.localDay(of: $0.at.instant)
    }
    let first = max(added, period.lowerBound)
    let last = min(removed ?? period.upperBound, period.upperBound)
    guard first <= last else { return nil }
    days = first...last
    leftFor =
      removed.map { $0 <= period.upperBound } == true
      ? plant.removal?.reason : nil
    age = max(0, (profile.acquiredOn ?? added).distance(to: last))
  }

  /// The number of days.
  public var length: Int { days.lowerBound.distance(to: days.upperBound) + 1 }
}

extension PlantState {
  /// Returns the number of days from acquisition, or else addition, to removal,
  /// or else `today`; `nil` before the addition.
  public func age(on today: Day, _ calendar: CareCalendar) -> Int? {
    guard let addedAt else { return nil }
    let first =
      profile?.acquiredOn ?? calendar.zone.localDay(of: addedAt.instant)
    let last = removal.map { calendar.zone.localDay(of: $0.at.instant) }
    return max(0, first.distance(to: last ?? today))
  }
}

/// The fate of the plants that were kept in a period.
///
/// Only death counts against survival; plants that were given away or sold live
/// on. Plants that were entered by mistake do not count.
public struct Survival: Sendable {
  /// The plants of one species.
  public struct Species: Hashable, Sendable {
    /// The number of plants kept on some day of the period.
    public fileprivate(set) var kept = 0
    /// The number of these that died in the period.
    public fileprivate(set) var died = 0
  }

  /// The number of plants in the collection on some day of the period.
  public private(set) var kept = 0
  /// The number of plants that left in the period, by reason.
  public private(set) var left: [RemovalReason: Int] = [:]
  /// The plants by scientific name.
  public private(set) var species: [String: Species] = [:]

  /// Creates an empty count.
  public init() {}

  /// The number of plants that died in the period.
  public var died: Int { left[.died] ?? 0 }

  /// The share of the plants that did not die, 0 to 1; `nil` without plants.
  public var share: Double? {
    kept == 0 ? nil : 1 - Double(died) / Double(kept)
  }

  /// Adds a plant that has a ``PlantStay`` in the period.
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

/// The amount of care that a plant needs in a month of 30 days.
public struct CareDemand: Hashable, Sendable {
  /// The number of times it got care in the period: at most one per day and
  /// kind.
  public let given: Int
  /// The number of days of the period on which it was kept.
  public let days: Int
  /// The number of due days in a month, averaged over the year after the period
  /// if each is kept; `nil` for a plant that left.
  public let plannedPerMonth: Double?

  /// Creates the demand of a plant that has a stay in the period.
  ///
  /// - Complexity: O(*t*), where *t* is the number of due days in a year.
  public init(
    of plant: PlantState, _ stay: PlantStay, given: Int,
    _ calendar: CareCalendar
  ) {
    self.given = given
    days = stay.length
    plannedPerMonth =
      stay.leftFor == nil
      ? calendar.yearlyCount(of: plant, after: stay.days.upperBound) * 30 / 365
      : nil
  }

  /// The number of times it got care in a month. A shorter stay counts as a
  /// month.
  public var givenPerMonth: Double {
    Double(given) * 30 / Double(max(days, 30))
  }
}

extension CareCalendar {
  /// Returns the number of due days of `plant` in the 365 days after `day`, if
  /// all care is given on it.
  fileprivate func yearlyCount(of plant: PlantState, after day: Day) -> Double {
    plant.cares.compactMap(\.schedule).reduce(0) { sum, schedule in
      let days = ScheduleRepetition(
        of: schedule, after: day, through: day.advanced(by: 365), in: self)
      return sum + Double(days.reduce(0) { count, _ in count + 1 })
    }
  }
}
