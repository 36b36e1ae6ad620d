public import JournalEvents
public import JournalTime

/// The days of a period on which a plant was in the collection.
///
/// A plant that left and came back is taken to have been there all the time.
public struct PlantStay: Hashable, Sendable {
  /// The first and the last of the days.
  public let days: ClosedRange<Day>
  /// Why it left in the period; `nil` where it did not.
  public let leftFor: RemovalReason?
  /// The days from when it was got, else added, to the last of ``days``.
  public let age: Int

  /// Finds the stay of `plant` in `period`; `nil` where there is none, as for
  /// what was entered by mistake.
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

  /// How many days these are.
  public var length: Int { days.lowerBound.distance(to: days.upperBound) + 1 }
}

extension PlantState {
  /// The days from when it was got, else added, to when it left, else to
  /// `today`; `nil` before it was added.
  public func age(on today: Day, _ calendar: CareCalendar) -> Int? {
    guard let addedAt else { return nil }
    let first =
      profile?.acquiredOn ?? calendar.zone.localDay(of: addedAt.instant)
    let last = removal.map { calendar.zone.localDay(of: $0.at.instant) }
    return max(0, first.distance(to: last ?? today))
  }
}

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

/// How much care a plant takes in a month of 30 days.
public struct CareDemand: Hashable, Sendable {
  /// How often it got care in the period: days with care, one per kind.
  public let given: Int
  /// How many days of the period it was kept.
  public let days: Int
  /// How often its schedules come round in a month, over the year after the
  /// period, when each time is kept; `nil` for a plant that left.
  public let plannedPerMonth: Double?

  /// Creates the demand of a plant that has a stay in the period.
  ///
  /// - Complexity: O(*t*) for *t* times that its schedules come round in a
  ///   year.
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

  /// How often it got care in a month; a plant kept for less than a month is
  /// taken to have been kept for one.
  public var givenPerMonth: Double {
    Double(given) * 30 / Double(max(days, 30))
  }
}

extension CareCalendar {
  /// How often the schedules of `plant` come round in the 365 days after
  /// `day`, if all is done on it.
  fileprivate func yearlyCount(of plant: PlantState, after day: Day) -> Double {
    plant.cares.compactMap(\.schedule).reduce(0) { sum, schedule in
      let days = ScheduleRepetition(
        of: schedule, after: day, through: day.advanced(by: 365), in: self)
      return sum + Double(days.reduce(0) { count, _ in count + 1 })
    }
  }
}
