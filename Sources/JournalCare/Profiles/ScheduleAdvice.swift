public import JournalEvents

/// A schedule derived from a plant's needs, with the origin of each value.
///
/// This is the only table from profiles to schedules. It fills gaps
/// conservatively: a plant recovers from a week of drought, but not from a
/// month of wet roots or of salts that it does not use.
public struct ScheduleAdvice: Hashable, Sendable {
  /// The origin of a value.
  public enum Origin: Hashable, Sendable {
    /// The plant's care profile.
    case profile(CareProfileSource)
    /// The place where the plant grows.
    case location(GrowingLocation)
    /// The value for unknown plants.
    case standard
  }

  /// A field of a schedule that the advice fills in.
  public enum Field: String, CaseIterable, Sendable {
    /// The days between two times.
    case intervalDays
    /// The days between two times in winter.
    case winter
    /// The amount of water.
    case amount
    /// The kind of fertilizer.
    case fertilizer
    /// The months in which the schedule runs.
    case activeMonths
  }

  /// The schedule.
  public let schedule: ScheduleSet
  /// The origin of each field's value; fields without a value are missing.
  public let origins: [Field: Origin]

  /// The days between waterings of an unknown plant.
  static let standardWatering = 7
  /// The factor that lengthens the interval in winter, indoors too, unless the
  /// profile has a winter of its own.
  static func winterFactor(_ location: GrowingLocation) -> Int {
    switch location {
    case .indoor, .greenhouse: 2
    case .balcony, .outdoor: 3
    }
  }

  /// Returns the schedules that a plant needs: always watering, and fertilizing
  /// if the profile has it.
  ///
  /// - Parameters:
  ///   - profile: The known needs; `nil` for an unknown plant.
  ///   - location: The place where the plant grows.
  ///   - hemisphere: The hemisphere of the plant; profiles have northern
  ///     months.
  /// - Returns: A schedule for each kind of care.
  public static func schedules(
    for profile: CareProfiled?, location: GrowingLocation = .indoor,
    hemisphere: Hemisphere = .northern
  ) -> [ScheduleAdvice] {
    var advice = [watering(for: profile, location)]
    if let profile, let feeding = fertilizing(for: profile, hemisphere) {
      advice.append(feeding)
    }
    return advice
  }

  private static func watering(
    for profile: CareProfiled?, _ location: GrowingLocation
  ) -> ScheduleAdvice {
    let given = profile?.watering
    let known = profile.map { Origin.profile($0.source) } ?? .standard
    let interval = given?.intervalDays ?? standardWatering
    var origins: [Field: Origin] = [
      .intervalDays: given == nil ? .standard : known
    ]
    var seasons: [Season: Int] = [:]
    for entry in given?.seasonalIntervalDays.entries ?? [] {
      seasons[entry.season] = entry.days
    }
    let calm = min(
      interval * winterFactor(location), ScheduleSet.maximumInterval)
    if let winter = seasons[.winter] {
      // Outdoors, rain and cold matter more than a profile for indoors knows.
      let isExposed = location == .outdoor || location == .balcony
      seasons[.winter] = isExposed ? max(winter, calm) : winter
      origins[.winter] =
        isExposed && calm > winter ? .location(location) : known
    } else {
      seasons[.winter] = calm
      origins[.winter] = location == .indoor ? .standard : .location(location)
    }
    if given?.amount != nil { origins[.amount] = known }
    return ScheduleAdvice(
      schedule: ScheduleSet(
        kind: .watering, intervalDays: interval,
        seasonalIntervalDays: SeasonalIntervals(seasons),
        amount: given?.amount),
      origins: origins)
  }

  private static func fertilizing(
    for profile: CareProfiled, _ hemisphere: Hemisphere
  ) -> ScheduleAdvice? {
    guard let given = profile.fertilizer else { return nil }
    let known = Origin.profile(profile.source)
    var origins: [Field: Origin] = [.intervalDays: known, .activeMonths: known]
    if given.type != nil { origins[.fertilizer] = known }
    return ScheduleAdvice(
      schedule: ScheduleSet(
        kind: .fertilizing, intervalDays: given.intervalDays,
        activeMonths: given.activeMonths.shifted(to: hemisphere),
        fertilizer: given.type),
      origins: origins)
  }
}

extension MonthSet {
  /// Returns the months of the same season in the hemisphere, given a northern
  /// set.
  public func shifted(to hemisphere: Hemisphere) -> MonthSet {
    guard hemisphere == .southern else { return self }
    return MonthSet(months.map { ($0 + 5) % 12 + 1 }) ?? self
  }
}

extension PlantState {
  /// Returns the advice of a care profile for the plant in its place.
  ///
  /// - Parameters:
  ///   - profile: The profile; `nil` for an unknown plant.
  ///   - hemisphere: The plant's hemisphere.
  /// - Returns: A schedule for each kind of care.
  public func advice(
    for profile: CareProfiled?, in hemisphere: Hemisphere
  ) -> [ScheduleAdvice] {
    ScheduleAdvice.schedules(
      for: profile, location: details.location ?? .indoor,
      hemisphere: hemisphere)
  }
}
