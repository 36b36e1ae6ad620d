public import JournalCare
public import JournalEvents
package import JournalLog
public import JournalQueries
public import JournalTime

/// Whether a request is carried out, or only shown: both decide, write and
/// fold alike, but a rehearsal is taken back before anybody else sees it.
public enum ActionMode: Sendable, Hashable {
  /// Carries the request out, durably.
  case commit
  /// Finds out what the request would do.
  case rehearse
}

/// What a request has done, or would do.
public struct Receipt: Sendable {
  /// A Boolean value that indicates whether nothing of it was kept.
  public let mode: ActionMode
  /// The actions that were written, in order; of a rehearsal those that would
  /// have been.
  public package(set) var actions: [ActionID] = []
  /// What changed, in the order of the request.
  public package(set) var changes: [Change] = []
  /// What is worth knowing besides.
  public package(set) var notices: [Notice] = []
  /// The units in which the journal's keeper reads measures.
  public let units: MeasurementUnits
  /// The day on which the request was made.
  public let today: Day
  /// The day on which it happened, where that is not ``today``: who typed
  /// "friday" is to see which.
  public private(set) var day: Day?

  package init(mode: ActionMode, units: MeasurementUnits, today: Day) {
    self.mode = mode
    self.units = units
    self.today = today
  }

  /// Says when what the request tells of happened.
  mutating func say(_ at: OffsetInstant) {
    day = at.localDay == today ? nil : at.localDay
  }
}

/// An action that was written.
public struct ActionID: Sendable, Hashable {
  /// Who wrote it.
  public let writer: WriterID
  /// The place of its first event in the writer's chain.
  public let sequence: UInt64
  /// The whole hash of its first event.
  public let hash: EventHash
  /// The id that people type.
  public let shortID: String
  /// The id that also tells the branches of a fork apart.
  public let branchID: String

  package init(_ action: ActionReference, hash: EventHash) {
    writer = action.first.writer
    sequence = action.first.sequence
    shortID = action.shortID
    branchID = action.branchID
    self.hash = hash
  }
}

extension Receipt {
  /// The plants to which care was given.
  public var caredFor: Set<PlantID> {
    Set(
      changes.compactMap { change in
        guard case .cared(let plant, _, _, _, _) = change else { return nil }
        return plant.id
      })
  }
}

/// One thing that a request has changed.
public enum Change: Sendable {
  /// Care was given; `next` is the day on which its schedule, or the task that
  /// was done, asks for more. Here and below the name of `StreamID.home` stands
  /// for no plant, and a title says more than the kind.
  case cared(
    PlantName, TaskKind, task: TaskID?, title: String?, next: Day?)
  /// Care that was given is recorded otherwise now; `next` is as above.
  case amended(PlantName, from: EventPayload, to: EventPayload, next: Day?)
  /// A task was postponed; `due` is its day now, and `isMoved` tells whether
  /// the snooze made it so: it may have been due then anyway.
  case snoozed(
    PlantName, TaskKind, title: String?, due: Day?, isMoved: Bool)
  /// A day was let pass; `next` is the one that follows, `nil` for none.
  case skipped(PlantName, TaskKind, title: String?, day: Day, next: Day?)
  /// A schedule was set; `advice` says where its values came from.
  case scheduled(
    PlantName, ScheduleSet, advice: ScheduleAdvice?, next: Day?)
  /// A schedule was ended.
  case scheduleCleared(PlantName, TaskKind)
  /// A one-off task was planned.
  case planned(PlantName, TaskAdded)
  /// A one-off task was done; `next` is the day on which it comes round.
  case taskDone(
    PlantName, TaskKind, task: TaskID, title: String?, next: Day?)
  /// A one-off task was dropped.
  case taskDropped(PlantName, TaskKind, task: TaskID, title: String?)

  /// A plant was added; `acquired` is the day on which it was got, where that
  /// was said.
  case added(PlantName, acquired: Day? = nil)
  /// A plant took names, care or schedules from the catalogue.
  case adopted(Adoption)
  /// A plant was added that is like another one.
  case copied(PlantName, original: PlantName)
  /// A plant was moved to the room of that name.
  case moved(PlantName, room: String)
  /// An observation was written down; `left` is the day on which the plant
  /// left, where it has.
  case noted(PlantName, left: Day? = nil)
  /// A plant got so much care and so many notes that another program tells of.
  case tookOver(PlantName, cares: Int, notes: Int)
  /// The note that a plant had of a day was corrected, or taken away; `to` is
  /// the day that it is of now, where that is another.
  case noteCorrected(PlantName, day: Day, to: Day?, isRemoved: Bool)
  /// The note that a plant has of a day says that already.
  case noteUnchanged(PlantName, day: Day)
  /// A plant became a favourite, or is none any more.
  case favorited(PlantName, Bool)
  /// A plant left the collection.
  case removed(PlantName, RemovalReason)
  /// A plant came back; `former` is its name before, where it has another.
  case restored(PlantName, former: String?)
  /// A plant turned out to be another, which shows what it brings.
  case merged(PlantName, into: PlantName, MergedParts)
  /// What is said of a plant was changed.
  case edited(PlantName, PlantEdited)
  /// Fields that people named got values for a plant, or lost them.
  case factsSet(PlantName, [FactSet])
  /// A plant was measured.
  case measured(PlantName, PlantMeasured)
  /// A photo of a plant was added, unless the plant has it already.
  case photographed(PlantName, AddedPhoto)
  /// What is said of a photo was changed.
  case photoAnnotated(PlantName, PhotoView)
  /// A photo was taken away.
  case photoRemoved(PlantName, PhotoView)
  /// A photo of a plant is another one's now, unless that has it already.
  case photoMoved(PhotoView, from: PlantName, AddedPhoto, to: PlantName)
  /// Photos of a plant are to be taken from now on, or no longer.
  case remindedOfPhotos(PlantName, PhotoCadence)
  /// A plant is already as it was to become.
  case unchanged(PlantName)

  /// A room was made.
  case roomMade(RoomName)
  /// A room was changed.
  case roomEdited(RoomName, RoomEdited)
  /// A room was deleted in which so many plants stood.
  case roomDeleted(RoomName, plants: Int)
  /// A room turned out to be another, which got so many plants.
  case roomsMerged(RoomName, into: RoomName, plants: Int)

  /// A setting has another value; the default counts where none is set.
  case settingChanged(key: String, from: SettingValue, to: SettingValue)
  /// A choice of plants is kept under a name, which had another one before
  /// unless it `isNew`.
  case filterSaved(NamedFilter, isNew: Bool)
  /// A choice of plants is kept no more.
  case filterForgotten(NamedFilter)
  /// A field of plants was named, or its values are of another kind than
  /// before.
  case fieldDefined(FactField, former: FactField?)
  /// A field is there no more, of which so many plants have a value.
  case fieldRemoved(FactField, plants: Int)
  /// An action was taken back, or its undoing was.
  case undone(Undoing)
  /// What events said was erased.
  case erased(ErasedEvents)
  /// A writer has another name, or none.
  case writerNamed(WriterID, isOwn: Bool, name: WriterName)
  /// So many events of lines were appended.
  case appended(events: Int)
  /// Events that are written already came in.
  case received(ReceivedEvents)
}

/// Events that came in from elsewhere.
public struct ReceivedEvents: Sendable {
  /// How many were new.
  public package(set) var new = 0
  /// How many were held already.
  public package(set) var duplicates = 0
  /// What the new ones tell, by writer.
  public package(set) var news: [WriterID: ReceivedNews] = [:]
  /// How many events that were held before are erased now.
  public package(set) var erased = 0
  /// Writers whose chain has branches now.
  public package(set) var forkedWriters: Set<WriterID> = []
  /// The edits that lost since, of this home or against it.
  public package(set) var lostEdits: [LostEdit] = []

  package init() {}
}

/// A room as a receipt names it.
public struct RoomName: Sendable, Hashable {
  /// The room.
  public let id: RoomID
  /// What it is called.
  public let name: String

  /// Creates a name.
  public init(_ id: RoomID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// A field that follows from a plant's species.
public enum SpeciesField: String, Sendable, CaseIterable {
  case family
  case genus
  case category
}

/// What is worth knowing about a request beside what it changed.
public enum Notice: Sendable {
  /// Nothing was due, so nothing was done.
  case nothingDue
  /// A one-off task of the kind of care that was given is due, and stays
  /// open: care of a kind settles its schedule, but ends no task of its own.
  case stillOpen(
    PlantName, TaskKind, due: Day, task: TaskID, title: String?)
  /// These tasks are due and were left: each needs a deed of its own.
  case leftUndone([(plant: PlantName, kind: TaskKind, title: String?)])
  /// The first tasks of a new plant, and their day.
  case firstDue([TaskKind], Day)
  /// A new plant has no schedule, so that nothing asks for its care.
  case unscheduled(PlantName)
  /// The same care was given on the same day already.
  case givenBefore([FormerCare])
  /// What was said to have happened is yet to come.
  case inFuture(OffsetInstant)
  /// A day on which something is said to have been is yet to come.
  case dayInFuture(Day)
  /// Fields that follow from a new scientific name were taken from the
  /// catalogue.
  case takenFromCatalogue([SpeciesField], species: String)
  /// The catalogue does not know a new scientific name, so these fields stay
  /// as they were.
  case keptWithoutCatalogue([SpeciesField], species: String)
  /// Plants took nothing from the catalogue, as nobody said which plant of it
  /// is meant, or that another profile should replace theirs.
  case notAdopted([Adoption])
  /// Plants grow elsewhere now, and the new place asks for another watering
  /// schedule; none changes by itself. `hasProfile` tells whether the first
  /// has a care profile, from which one would follow.
  case wateringUnchanged([PlantName], hasProfile: Bool)
  /// Another setting moves the due days of these tasks.
  case tasksMoved([TaskMove])
  /// Another hemisphere leaves these schedules of some months alone.
  case monthsKept([(plant: PlantName, kind: TaskKind, months: MonthSet)])
  /// A photo was there already, and what is known of it stays, though
  /// something else was said of it now.
  case photoKept(PlantName, PhotoView)
  /// Nothing changed, as all was so already.
  case nothingChanged
  /// Several plants have a nickname now: an undo brought it back.
  case nicknameShared(String, [PlantName])
}

/// Care that a plant had on the same day before.
public struct FormerCare: Sendable, Hashable {
  /// The plant.
  public let plant: PlantName
  /// The kind of care.
  public let kind: TaskKind
  /// What the task was called that came round, where it has a title.
  public let title: String?
  /// The day.
  public let day: Day
  /// When it was given, by the journal's clocks.
  public let time: TimeOfDay
  /// Who recorded it, where several devices do.
  public let recorder: Recorder?
}

/// A task that is due on another day.
public struct TaskMove: Sendable, Hashable {
  /// The plant.
  public let plant: PlantName
  /// The kind of care.
  public let kind: TaskKind
  /// The day before; `nil` where there was none.
  public let from: Day?
  /// The day now.
  public let to: Day
}
