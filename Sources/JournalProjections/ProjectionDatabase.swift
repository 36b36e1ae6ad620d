internal import JournalLog
internal import LMDBKit

/// The names of the databases that hold folded state.
///
/// Each except `meta` and `answers` can be dropped and folded again.
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
  /// The places of each plant's notes in the log.
  public static let notes = "notes"
  /// The places of each plant's measurements in the log.
  public static let measurements = "measurements"
  /// The places in the log of events about each plant's photos.
  public static let photos = "photos"
  /// The places of each plant's identifications in the log.
  public static let identifications = "identifications"
  /// The places in the log of care that does not count as it was recorded.
  public static let amended = "amended"
  /// The names that people gave the writers.
  public static let writerNames = "writerNames"
  /// The plants that events say were merged into others.
  public static let merges = "merges"
  /// Plants by folded name.
  public static let names = "names"
  /// Events whose payloads are erased, by their hashes.
  public static let erased = "erased"
  /// Format and reducer versions and this home's writers.
  public static let meta = "meta"
  /// Answers to programs that may repeat their requests.
  public static let answers = "answers"

  /// The databases that a rebuild drops.
  public static let rebuilt = [
    plants, rooms, settings, journals, undone, statistics, due, snoozed,
    windows, done, notes, measurements, photos, identifications, amended,
    names, writerNames, erased, merges,
  ]

  /// Every database of a journal, the log's included.
  public static let everything = LogDatabase.all + rebuilt + [meta, answers]
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
  let identifications: Database
  let amended: Database
  let writerNames: Database
  let names: Database
  let merges: Database
  let erased: Database
  let meta: Database
  let answers: Database
  let rebuilt: [Database]
  /// The tips of the writers, which belong to the log.
  let writers: Database

  /// The databases of which digests are kept.
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
    identifications = environment.database(ProjectionDatabase.identifications)
    amended = environment.database(ProjectionDatabase.amended)
    writerNames = environment.database(ProjectionDatabase.writerNames)
    names = environment.database(ProjectionDatabase.names)
    merges = environment.database(ProjectionDatabase.merges)
    erased = environment.database(ProjectionDatabase.erased)
    meta = environment.database(ProjectionDatabase.meta)
    answers = environment.database(ProjectionDatabase.answers)
    rebuilt = ProjectionDatabase.rebuilt.map(environment.database)
    writers = environment.database(LogDatabase.writers)
  }
}
