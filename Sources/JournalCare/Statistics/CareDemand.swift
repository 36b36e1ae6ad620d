internal import JournalTime

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
