internal import JournalCare
internal import JournalEvents
public import JournalProjections
package import JournalTime

/// A collection in numbers.
public struct StatisticsView: Sendable {
  /// A name and how many plants have it.
  public typealias Count = (name: String, count: Int)

  /// Plants in the collection.
  public let totalPlants: Int
  /// Favourites among them.
  public let favoriteCount: Int
  /// Plants per family, by name; "unknown" where none was given.
  public let familyDistribution: [Count]
  /// Plants per source of identification, by name.
  public let identificationSources: [Count]
  /// Plants added in the month of the view.
  public let addedThisMonth: Int
  /// Open tasks due today or in the 30 days after: those of Today's rooms,
  /// and those of ``UpcomingView`` that are open already. Where waterings are
  /// gathered, the group day counts.
  public let upcomingTasks: Int
  /// Open tasks due before today, as Today shows them; gathering moves none
  /// of them.
  public let overdueTasks: Int
  /// Plants that left the collection.
  public let removedPlants: Int
  /// Care given today, one per plant and kind.
  public let completedToday: Int

  /// Reads the view of `day`.
  package init(
    _ snapshot: borrowing Snapshot, on day: Day
  ) throws {
    totalPlants = try snapshot.count(of: .total)
    favoriteCount = try snapshot.count(of: .favorites)
    familyDistribution = try snapshot.counts(perFamily: true)
      .map { ($0.name.isEmpty ? "unknown" : $0.name, $0.count) }
      .sortedByName(\.0)
    identificationSources = try snapshot.counts(
      perFamily: false)
    addedThisMonth = try snapshot.count(
      of: .added(month: day.monthText))
    upcomingTasks = try snapshot.upcomingTaskCount(on: day)
    overdueTasks =
      day > .earliest
      ? try snapshot.openTaskCount(
        in: .earliest...day.advanced(by: -1)) : 0
    removedPlants = try snapshot.count(of: .removed)
    completedToday = try TodayView.done(snapshot, on: day).count
  }
}

extension Snapshot {
  /// The collection in numbers, as it is today.
  public func statistics() throws -> StatisticsView {
    try StatisticsView(self, on: today)
  }

  /// - Complexity: O(*d*) for *d* days on which tasks are due; where waterings
  ///   are gathered, that of the look-ahead.
  fileprivate func upcomingTaskCount(
    on today: Day
  ) throws -> Int {
    let last = today.advanced(by: UpcomingView.standardLength)
    guard settings.gathering != .none else {
      return try openTaskCount(in: today...last)
    }
    return try comingTasks(through: last, on: today)
      .count { $0.entry.task.due >= today }
  }
}
