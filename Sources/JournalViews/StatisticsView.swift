internal import JournalCare
public import JournalProjections
public import JournalTime
public import LMDBKit

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
  /// Open tasks due today or in the 30 days after.
  public let upcomingTasks: Int
  /// Open tasks due before today.
  public let overdueTasks: Int
  /// Plants that left the collection.
  public let removedPlants: Int
  /// Care given today, one per plant and kind.
  public let completedToday: Int

  /// How many days ahead a task counts as upcoming.
  public static let upcomingDays = 30

  /// Reads the view of `day`.
  public init(
    _ source: some CollectionSource, on day: Day,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    totalPlants = try source.count(of: .total, in: transaction)
    favoriteCount = try source.count(of: .favorites, in: transaction)
    familyDistribution = try source.counts(perFamily: true, in: transaction)
      .map { ($0.name.isEmpty ? "unknown" : $0.name, $0.count) }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    identificationSources = try source.counts(
      perFamily: false, in: transaction)
    addedThisMonth = try source.count(
      of: .added(month: day.monthText), in: transaction)
    upcomingTasks = try source.openTaskCount(
      in: day...day.advanced(by: Self.upcomingDays), transaction)
    overdueTasks =
      day > .earliest
      ? try source.openTaskCount(
        in: .earliest...day.advanced(by: -1), transaction) : 0
    removedPlants = try source.count(of: .removed, in: transaction)
    completedToday = try TodayView(source, on: day, in: transaction).done.count
  }
}
