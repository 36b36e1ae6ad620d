public import JournalEvents

/// A schedule that follows from what a plant needs, and where each of its
/// values came from.
///
/// This is the one table from profiles to schedules. Where a profile says
/// nothing it is conservative: a plant recovers from a week of drought, and
/// not from a month of wet roots or of salts that it does not use.
public struct ScheduleAdvice: Hashable, Sendable {
  /// Where a value came from.
  public enum Origin: Hashable, Sendable {
    /// The plant's care profile.
    case profile(CareProfileSource)
    /// Where the plant grows.
    case location(GrowingLocation)
    /// The value for plants of which nothing is known.
    case standard
  }

  /// A field of a schedule that an advice fills in.
  public enum Field: String, CaseIterable, Sendable {
    case intervalDays
    case winter
    case amount
    case fertilizer
    case activeMonths
  }

  /// The schedule.
  public let schedule: ScheduleSet
  /// Where the value of each field came from; fields that are left open are
  /// missing.
  public let origins: [Field: Origin]

  /// Days between waterings of a plant of which nothing is known.
  static let standardWatering = 7
  /// In winter a plant grows less, indoors too: so many times the interval,
  /// where the profile has no winter of its own.
  static func winterFactor(_ location: GrowingLocation) -> Int {
    switch location {
    case .indoor, .greenhouse: 2
    case .balcony, .outdoor: 3
    }
  }

  /// The schedules that a plant needs: watering always, fertilizing where
  /// the profile asks for it.
  ///
  /// - Parameters:
  ///   - profile: What is known; `nil` for nothing.
  ///   - location: Where the plant grows.
  ///   - hemisphere: Where it is winter when; months of profiles are those of
  ///     the north.
  /// - Returns: One for each kind of care.
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
      // Rain and cold do outdoors what a profile for indoors cannot know.
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
  /// The months in which the same season is in the hemisphere, the set being
  /// one of the northern.
  public func shifted(to hemisphere: Hemisphere) -> MonthSet {
    guard hemisphere == .southern else { return self }
    return MonthSet(months.map { ($0 + 5) % 12 + 1 }) ?? self
  }
}

extension PlantState {
  /// What a care profile advises for the plant where it grows.
  ///
  /// - Parameters:
  ///   - profile: The profile; `nil` for plants of which nothing is known.
  ///   - hemisphere: Where the plant is.
  /// - Returns: One for each kind of care.
  public func advice(
    for profile: CareProfiled?, in hemisphere: Hemisphere
  ) -> [ScheduleAdvice] {
    ScheduleAdvice.schedules(
      for: profile, location: details.location ?? .indoor,
      hemisphere: hemisphere)
  }
}
