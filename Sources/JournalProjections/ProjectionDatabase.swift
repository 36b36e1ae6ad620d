internal import JournalLog
internal import LMDBKit

/// The names of the databases that hold folded state.
///
/// All but `meta` can be dropped and folded again from the log.
public enum ProjectionDatabase {
  /// Plants by id.
  public static let plants = "plants"
  /// Rooms that have events, by id.
  public static let rooms = "rooms"
  /// Settings by key.
  public static let settings = "settings"
  /// The journals that were created or joined, by id.
  public static let journals = "journals"
  /// Actions whose undoing was ever said, by their first event.
  public static let undone = "undone"
  /// Counters by name.
  public static let statistics = "statistics"
  /// Open tasks by effective due day.
  public static let due = "due"
  /// Open tasks whose snooze is in force, by its end.
  public static let snoozed = "snoozed"
  /// Open scheduled waterings, by the day from which they may be gathered.
  public static let windows = "windows"
  /// The latest care of each plant and kind, by its instant.
  public static let done = "done"
  /// Where the observations of each plant stand in the log.
  public static let notes = "notes"
  /// Where the measurements of each plant stand in the log.
  public static let measurements = "measurements"
  /// Where what is said of each plant's photos stands in the log.
  public static let photos = "photos"
  /// Where care stands in the log that does not count as it was recorded.
  public static let amended = "amended"
  /// What people call the writers.
  public static let writerNames = "writerNames"
  /// What plants were merged into.
  public static let merges = "merges"
  /// Plants by folded name.
  public static let names = "names"
  /// Events whose payloads are erased, by their hashes.
  public static let erased = "erased"
  /// Format and reducer versions and this home's writers.
  public static let meta = "meta"

  /// Those that a rebuild drops.
  public static let rebuilt = [
    plants, rooms, settings, journals, undone, statistics, due, snoozed,
    windows, done, notes, measurements, photos, amended, names, writerNames,
    erased, merges,
  ]

  /// Every database of a journal, the log's included.
  public static let everything = LogDatabase.all + rebuilt + [meta]
}

/// The databases of one environment that hold folded state.
public final class ProjectionDatabases: Sendable {
  let plants: Database
  let rooms: Database
  let settings: Database
  let journals: Database
  let undone: Database
  let statistics: Database
  let due: Database
  let snoozed: Database
  let windows: Database
  let done: Database
  let notes: Database
  let measurements: Database
  let photos: Database
  let amended: Database
  let writerNames: Database
  let names: Database
  let merges: Database
  let erased: Database
  let meta: Database
  let rebuilt: [Database]
  /// The tips of the writers, which belong to the log.
  let writers: Database

  /// Those of which a digest is kept.
  var digested: [Database] { [writers] + rebuilt }

  init(environment: Environment) {
    plants = environment.database(ProjectionDatabase.plants)
    rooms = environment.database(ProjectionDatabase.rooms)
    settings = environment.database(ProjectionDatabase.settings)
    journals = environment.database(ProjectionDatabase.journals)
    undone = environment.database(ProjectionDatabase.undone)
    statistics = environment.database(ProjectionDatabase.statistics)
    due = environment.database(ProjectionDatabase.due)
    snoozed = environment.database(ProjectionDatabase.snoozed)
    windows = environment.database(ProjectionDatabase.windows)
    done = environment.database(ProjectionDatabase.done)
    notes = environment.database(ProjectionDatabase.notes)
    measurements = environment.database(ProjectionDatabase.measurements)
    photos = environment.database(ProjectionDatabase.photos)
    amended = environment.database(ProjectionDatabase.amended)
    writerNames = environment.database(ProjectionDatabase.writerNames)
    names = environment.database(ProjectionDatabase.names)
    merges = environment.database(ProjectionDatabase.merges)
    erased = environment.database(ProjectionDatabase.erased)
    meta = environment.database(ProjectionDatabase.meta)
    rebuilt = ProjectionDatabase.rebuilt.map(environment.database)
    writers = environment.database(LogDatabase.writers)
  }
}
