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
