internal import Glibc

/// The way out of an error, as a case with its facts: a command line words it
/// with its commands, a page with buttons.
public enum Remedy: Sendable, Hashable {
  /// Words that hold in every interface.
  case text(String)

  // Of plants and rooms.

  /// Perhaps one of these names was meant.
  case didYouMean([String])
  /// This plant was probably meant; the user has to agree.
  case agreeToPlant(name: String, id: String)
  /// This kind of care was probably meant; the user has to agree.
  case agreeToKind(String)
  /// Say which by its id, such as this one. `field` is the field of the
  /// request that held the name, if it was not the request's own subject.
  case nameByID(String, isWhole: Bool, field: String?)
  /// List the plants.
  case listPlants
  /// List the rooms.
  case listRooms
  /// Choose the plants of this room.
  case choosePlantsOfRoom(String)
  /// Choose all plants.
  case chooseAllPlants
  /// List the open tasks.
  case listTasks
  /// List plants and open tasks.
  case listPlantsAndTasks
  /// Forget the searches.
  case forgetSearches
  /// List the installations that wrote events.
  case listWriters
  /// List the backups.
  case listBackups
  /// List the settings.
  case listSettings
  /// See the other backups; they can be named, too.
  case listOtherBackups
  /// List the saved filters.
  case listFilters
  /// See the fields that people named.
  case listFields
  /// Name a field.
  case nameField
  /// Show a plant with its ids.
  case showPlant
  /// Restore the removed plant.
  case restorePlant(shortID: String)
  /// Restore the removed plant under another nickname.
  case restorePlantRenamed(shortID: String)
  /// Clear the parent of this plant.
  case clearParent(shortID: String)
  /// Give the plant a schedule for a kind of care.
  case setSchedule(plant: String, kind: String)
  /// Skip the due day itself, or a later one.
  case skipDueDay(String)

  /// Give an interval, or if `orField` is set, another field of a schedule.
  case giveInterval(orField: Bool)
  /// Say which task is meant: these.
  case nameTask([String])
  /// Write a note.
  case writeNote
  /// Add a photo.
  case addPhoto
  /// Add a photo again that was erased.
  case addErasedPhoto
  /// Bring files of photos that an undo lacks.
  case bringBackPhotos
  /// Bring files of photos that are missing or damaged.
  case bringPhotos
  /// Sync the files of photos, too.
  case syncPhotos
  /// Change the description of a photo.
  case editPhoto(plant: String, photo: String)
  /// Remove one of two equal photos.
  case removePhoto
  /// Remove files that no photo needs.
  case sweepPhotos
  /// Look up the ids of a plant's photos.
  case listPhotos
  /// Take labels away.
  case removeTags
  /// Say at which place a room belongs.
  case placeRoom(String)
  /// Look up the id of an action.
  case findActionID
  /// Undo the action of this id instead.
  case undoEarlier(id: String)
  /// See the changes since then.
  case showHistory

  // Of actions.

  /// End this task.
  case endTask(shortID: String)
  /// Record care of all kinds that is due.
  case recordAllKinds
  /// Fit the watering of this plant to its place: again from its profile, or by
  /// its winter.
  case fitWatering(shortID: String, hasProfile: Bool)
  /// Match plants with plants of the catalogue. Of some only a single plant is
  /// similar, if `isLikely`.
  case adopt(isLikely: Bool)
  /// Agree to care that takes the place of other care.
  case agreeToCare
  /// Take care from the catalogue for all plants without schedules.
  case adoptAll
  /// Give schedules other months.
  case setMonths
  /// Change these fields of a plant.
  case changeFields([String])

  // Of stored data.

  /// Make a journal, or say where it lies.
  case startJournal
  /// Use the journal to which the events belong, or join both.
  case joinJournals
  /// Restore into a home without a journal.
  case restoreIntoEmptyHome
  /// Fold all stored state again.
  case rebuildProjections
  /// Repair the journal, or see which events are damaged.
  case verifyLog
  /// Find the event that verifying names.
  case findBadEvent
  /// Repair the journal.
  case salvage
  /// Bring back events that are missing, or go on without them.
  case bringEventsBack
  /// Import events that were set aside, once the events before them are back.
  case importStray

  // Of input.

  /// Add the missing rooms first.
  case addRooms
  /// Import the events that this journal lacks.
  case importEvents
  /// Import the lines as a history from elsewhere.
  case loadHistory
  /// Correct the input, and rehearse the import.
  case correctInput
  /// Read the help about tables.
  case readAboutTables
  /// Say in which time zone the same program's times were read before.
  case nameZone
  /// Take a later backup, or agree to the changes that an older one reverts.
  case takeOlder
  /// Write a date in another way, such as this.
  case readAboutDates(String)
  /// Read the help about catalogues.
  case readAboutCatalogues
  /// Import the catalogue again.
  case importCatalogueAgain
  /// Search the catalogue for fewer or other words.
  case tryOtherWords
  /// See how the catalogue is grouped.
  case browseCatalogue

  // Of remotes.

  /// Add a remote.
  case addRemote
  /// Say which journal to take.
  case chooseJournal
  /// Sync with this remote, and see the faults.
  case syncAgain(remote: String)
  /// Have this remote's segments rewritten without erased payloads.
  case compactRemote(String)
  /// Have a remote's data checked, and mended by a device that has the events.
  case checkRemote

  // Of reminders.

  /// Add a channel for reminders.
  case addChannel

  // Of services.

  /// Allow connections to services.
  case goOnline
  /// Get the key of a service on a page, and say where it is.
  case giveKey(service: String, page: String, variable: String)
  /// Try again after a moment, in milliseconds since 1970.
  case tryAfter(milliseconds: Int64)
  /// Add a model, or if `orKey` is set, instead the key of a service that names
  /// plants.
  case addModel(orKey: Bool)
  /// Check the model of this name, or all models.
  case checkModel(String?)
  /// List the models.
  case listModels
  /// Say which of the found plants is meant.
  case chooseResult
  /// Install a program that belongs to this one.
  case install(String)

  // Of a doctor's findings.

  /// Run a program with these words.
  case run([String])
  /// Keep the journal in another place, such as this.
  case useHome(String)
  /// Keep the journal in a folder that belongs to the user.
  case useOwnHome
  /// Move the plant to a room.
  case movePlant(shortID: String)
  /// Rename the plant, or merge it with another.
  case renamePlant(shortID: String, orMerge: String? = nil)
  /// Give a room another name, or make it one with another.
  case renameRoom(shortID: String, orMerge: String? = nil)
  /// Give the setting its default value again.
  case resetSetting(String)
  /// Set the time zone of the journal.
  case setTimeZone
  /// Make a backup first.
  case makeBackup
  /// Fold the stored state again.
  case foldAgain
  /// Rewrite the data file.
  case compact
  /// Let the user's program run longer.
  case giveHookTime
  /// Remove the imported catalogue.
  case removeCatalogue

  /// Creates the remedy for an error number of the system; `nil` if none helps.
  public init?(errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = "free some space on the disk, then try again"
    case EFBIG: self = "raise the limit on the size of files: see 'ulimit -f'"
    case EACCES, EPERM:
      self = "check who owns the path and who may write to it"
    case EROFS:
      self = "the disk is mounted read-only; use a home on another one"
    case EIO: self = "the disk may be failing; make a backup and check it"
    case ENOENT, ENOTDIR: self = "check that the path is right"
    case EISDIR: self = "move the directory away; a file belongs there"
    case ENOMEM: self = "end other programs, then try again"
    case EMFILE, ENFILE: self = "too many files are open; end other programs"
    default: return nil
    }
  }
}

extension Remedy: ExpressibleByStringInterpolation {
  /// Creates a remedy in words.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension [String] {
  /// `a, b or c`; of more than five, the first four and the number of others.
  public var alternatives: String {
    guard count <= 5 else {
      return (prefix(4) + ["\(count - 4) others"]).alternatives
    }
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or \(last)"
  }
}
