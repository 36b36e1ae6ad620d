internal import JournalCare
internal import JournalEvents
public import JournalProjections
package import JournalTime

/// A collection in numbers.
public struct StatisticsView: Sendable {
  /// A name and the number of plants with it.
  public typealias Count = (name: String, count: Int)

  /// The number of plants in the collection.
  public let totalPlants: Int
  /// The number of favourites among them.
  public let favoriteCount: Int
  /// The numbers of plants per family, by name; "unknown" for none.
  public let familyDistribution: [Count]
  /// The number of plants per source of identification, by name.
  public let identificationSources: [Count]
  /// The number of plants added in the month of the view.
  public let addedThisMonth: Int
  /// The number of open tasks due today or in the 30 days after: those in
  /// Today's rooms, and the already open ones of ``UpcomingView``. For gathered
  /// waterings, the group day counts.
  public let upcomingTasks: Int
  /// The number of open tasks due before today, as in Today; gathering moves
  /// none of them.
  public let overdueTasks: Int
  /// The number of plants that left the collection, merged ones included.
  public let removedPlants: Int
  /// The number of plants that were merged into others.
  public let mergedPlants: Int
  /// The number of times that care was given today, one per plant and kind.
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
    mergedPlants = try snapshot.merges.mergedCount
    completedToday = try TodayView.done(snapshot, on: day).count
  }
}

extension Snapshot {
  /// Returns the collection of today in numbers.
  public func statistics() throws -> StatisticsView {
    try StatisticsView(self, on: today)
  }

  /// - Complexity: O(*d*) for *d* days with due tasks, or that of the
  ///   look-ahead if waterings are gathered.
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
