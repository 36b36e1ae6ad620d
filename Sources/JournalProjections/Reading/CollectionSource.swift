public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

/// Folded state that views read: as it is now, from the projections, or as it
/// was known at a moment, folded from the log.
///
/// Both answer in the same orders, so a view needs not know which it reads.
public protocol CollectionSource {
  /// The settings in force.
  var settings: JournalSettings { get }
  /// The rooms that can be seen.
  var rooms: RoomList { get }
  /// How instants become days.
  var calendar: CareCalendar { get }

  /// The plant's state; `nil` where nothing is known of it.
  func plant(
    _ id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> PlantState?

  /// Visits the plants by id until `body` returns `false`.
  func forEachPlant(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws

  /// Visits the open tasks due on `days`, by day, plant and kind, until
  /// `body` returns `false`.
  func forEachDue(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws

  /// Visits the open tasks with a snooze in force that ends on one of `days`
  /// until `body` returns `false`.
  func forEachSnoozed(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws

  /// Visits the open scheduled waterings that may be gathered from one of
  /// `days` on, by that day, until `body` returns `false`.
  func forEachWatering(
    gatheringFrom days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws

  /// Visits the latest care of each plant and kind that was given at or after
  /// `start` until `body` returns `false`.
  func forEachDone(
    since start: Instant,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (DoneEntry) throws -> Bool
  ) throws

  /// The latest care of a kind that was given to a plant on `day`; `nil` for
  /// none. Reads the plant's stream.
  func latestCare(
    of plant: PlantID, _ kind: TaskKind, on day: Day,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Instant?

  /// The places of a plant's observations in the log.
  func notePositions(
    of plant: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [LogPosition]

  /// The value of a counter.
  func count(
    of statistic: Statistic,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int

  /// The counters per family, or per source, by name.
  func counts(
    perFamily: Bool, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(name: String, count: Int)]

  /// How many open tasks are due on `days`.
  func openTaskCount(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int

  /// Whether an action is undone.
  func isUndone(
    _ action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Bool
}
