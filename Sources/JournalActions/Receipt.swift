public import JournalCare
public import JournalEvents
package import JournalLog
public import JournalQueries
public import JournalTime

/// The mode of a request. Both modes decide, write and fold alike, but a
/// rehearsal is rolled back before anybody else sees it.
public enum ActionMode: Sendable, Hashable {
  /// Carries the request out, durably.
  case commit
  /// Finds out the effects of the request.
  case rehearse
}

/// The effects of a request, or of its rehearsal.
public struct Receipt: Sendable {
  /// The mode of the request.
  public let mode: ActionMode
  /// The actions written, in order; in a rehearsal, those that would be.
  public package(set) var actions: [ActionID] = []
  /// The changes, in the order of the request.
  public package(set) var changes: [Change] = []
  /// The notices beside the changes.
  public package(set) var notices: [Notice] = []
  /// The units of measures.
  public let units: MeasurementUnits
  /// The day of the request.
  public let today: Day
  /// The day of the changes, if it is not ``today``, so that people see the day
  /// that "friday" meant.
  public private(set) var day: Day?

  package init(mode: ActionMode, units: MeasurementUnits, today: Day) {
    self.mode = mode
    self.units = units
    self.today = today
  }

  /// Sets the day of the changes.
  mutating func say(_ at: OffsetInstant) {
    day = at.localDay == today ? nil : at.localDay
  }
}

extension Receipt {
  /// The number of plants or other things that people change at once without
  /// being asked.
  public static let mostUnasked = 3

  /// The number of plants that got care, or else of changes. Rooms that make
  /// place for another count once.
  public var changedCount: Int {
    let plants = caredFor
    guard plants.isEmpty else { return plants.count }
    let rooms = changes.count {
      if case .roomEdited = $0 { true } else { false }
    }
    return changes.count - max(rooms - 1, 0)
  }
}

/// The id of a written action.
public struct ActionID: Sendable, Hashable {
  /// The writer.
  public let writer: WriterID
  /// The place of the first event in the writer's chain.
  public let sequence: UInt64
  /// The full hash of the first event.
  public let hash: EventHash
  /// The id that people type.
  public let shortID: String
  /// The id that also distinguishes the branches of a fork.
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
  /// A Boolean value that indicates whether plants may have left the
  /// collection, or got another species.
  public var takesPlantsAway: Bool {
    changes.contains { change in
      switch change {
      case .removed, .merged, .edited, .adopted, .undone, .erased, .received,
        .appended:
        true
      default: false
      }
    }
  }

  /// The moment of care that was given or corrected, if it is yet to come. A
  /// person is asked whether it is meant.
  public var futureCare: OffsetInstant? {
    let isCare = changes.contains { change in
      switch change {
      case .cared, .amended, .taskDone: true
      default: false
      }
    }
    guard isCare else { return nil }
    for case .inFuture(let at) in notices { return at }
    return nil
  }

  /// The plants that got care.
  public var caredFor: Set<PlantID> {
    Set(
      changes.compactMap { change in
        guard case .cared(let plant, _, _, _, _) = change else { return nil }
        return plant.id
      })
  }
}

/// A change by a request.
public enum Change: Sendable {
  /// Care was given; `next` is the next due day of its schedule, or of the task
  /// done. Here and below the name of `StreamID.home` stands for no plant, and
  /// a title says more than the kind.
  case cared(
    PlantName, TaskKind, task: TaskID?, title: String?, next: Day?)
  /// Recorded care was corrected; `next` is as above.
  case amended(PlantName, from: EventPayload, to: EventPayload, next: Day?)
  /// A task was postponed; `due` is its new day, and `isMoved` is false if the
  /// task would be due then anyway.
  case snoozed(
    PlantName, TaskKind, title: String?, due: Day?, isMoved: Bool)
  /// A day was skipped; `next` is the next due day, `nil` for none.
  case skipped(PlantName, TaskKind, title: String?, day: Day, next: Day?)
  /// A schedule was set; `advice` is the source of its values.
  case scheduled(
    PlantName, ScheduleSet, advice: ScheduleAdvice?, next: Day?)
  /// A schedule was ended.
  case scheduleCleared(PlantName, TaskKind)
  /// A one-off task was planned.
  case planned(PlantName, TaskAdded)
  /// A one-off task was done; `next` is its next due day, if it repeats.
  case taskDone(
    PlantName, TaskKind, task: TaskID, title: String?, next: Day?)
  /// A one-off task was dropped.
  case taskDropped(PlantName, TaskKind, task: TaskID, title: String?)

  /// A plant was added; `acquired` is the day of acquisition, if given.
  case added(PlantName, acquired: Day? = nil)
  /// A plant got names, care or schedules from the catalogue.
  case adopted(Adoption)
  /// A plant was added as a copy of another.
  case copied(PlantName, original: PlantName)
  /// A plant was moved to a room.
  case moved(PlantName, room: String)
  /// An observation was recorded; `left` is the day on which the plant left, if
  /// it has.
  case noted(PlantName, left: Day? = nil)
  /// A plant got care and notes from another program, in these numbers.
  case tookOver(PlantName, cares: Int, notes: Int)
  /// A plant's note of a day was corrected or removed; `to` is its new day, if
  /// that has changed.
  case noteCorrected(PlantName, day: Day, to: Day?, isRemoved: Bool)
  /// A plant's note of a day already has the text.
  case noteUnchanged(PlantName, day: Day)
  /// A plant became a favourite, or no longer is one.
  case favorited(PlantName, Bool)
  /// A plant left the collection.
  case removed(PlantName, RemovalReason)
  /// A plant came back; `former` is its former name, if that has changed.
  case restored(PlantName, former: String?)
  /// A plant was merged into another, which shows these parts.
  case merged(PlantName, into: PlantName, MergedParts)
  /// Fields of a plant were changed; `parent` is its parent, if that is set.
  case edited(PlantName, PlantEdited, parent: PlantName? = nil)
  /// Custom fields of a plant, of these, got values, or lost them.
  case factsSet(PlantName, [FactSet], of: [FactField])
  /// A plant got a care profile.
  case profiled(PlantName, CareProfiled)
  /// A plant was measured.
  case measured(PlantName, PlantMeasured)
  /// A plant was identified.
  case identified(PlantName, PlantIdentified)
  /// A photo was added to a plant, unless the plant had it already.
  case photographed(PlantName, AddedPhoto)
  /// The facts about a photo were changed.
  case photoAnnotated(PlantName, PhotoView)
  /// A photo was removed.
  case photoRemoved(PlantName, PhotoView)
  /// A photo was moved to another plant, which may have had it already.
  case photoMoved(PhotoView, from: PlantName, AddedPhoto, to: PlantName)
  /// Reminders of photos were set for a plant, or ended.
  case remindedOfPhotos(PlantName, PhotoCadence)
  /// A plant is already in the requested state.
  case unchanged(PlantName)

  /// A room was made.
  case roomMade(RoomName)
  /// A room was changed.
  case roomEdited(RoomName, RoomEdited)
  /// A room with this number of plants was deleted.
  case roomDeleted(RoomName, plants: Int)
  /// A room was merged into another, which got this number of plants.
  case roomsMerged(RoomName, into: RoomName, plants: Int)

  /// A setting got another value; without one, the default counts.
  case settingChanged(key: String, from: SettingValue, to: SettingValue)
  /// A choice of plants was saved under a name, which had another choice unless
  /// it `isNew`.
  case filterSaved(NamedFilter, isNew: Bool)
  /// A saved choice of plants was forgotten.
  case filterForgotten(NamedFilter)
  /// A custom field was defined, or the kind of its values was changed.
  case fieldDefined(FactField, former: FactField?)
  /// A custom field was removed, for which this number of plants have a value.
  case fieldRemoved(FactField, plants: Int)
  /// An action was undone, or redone.
  case undone(Undoing)
  /// The contents of events were erased.
  case erased(ErasedEvents)
  /// A writer got another name, or lost it.
  case writerNamed(WriterID, isOwn: Bool, name: WriterName)
  /// This number of events were appended from lines.
  case appended(events: Int)
  /// Existing events were received.
  case received(ReceivedEvents)
}

/// Events received from elsewhere.
public struct ReceivedEvents: Sendable {
  /// The number of new events.
  public package(set) var new = 0
  /// The number of events that were held already.
  public package(set) var duplicates = 0
  /// The news in the new events, by writer.
  public package(set) var news: [WriterID: ReceivedNews] = [:]
  /// The number of events held before that are erased now.
  public package(set) var erased = 0
  /// The writers whose chains have branches now.
  public package(set) var forkedWriters: Set<WriterID> = []
  /// The edits that have lost since: this home's, or those against it.
  public package(set) var lostEdits: [LostEdit] = []

  package init() {}
}

/// A room in a receipt.
public struct RoomName: Sendable, Hashable {
  /// The room.
  public let id: RoomID
  /// The name.
  public let name: String

  /// Creates a name.
  public init(_ id: RoomID, _ name: String) {
    self.id = id
    self.name = name
  }
}

/// A field that follows from a plant's species.
public enum SpeciesField: String, Sendable, CaseIterable {
  /// The plant's family.
  case family
  /// The plant's genus.
  case genus
  /// The plant's category, such as succulent.
  case category
}

/// A notice about a request, beside its changes.
public enum Notice: Sendable {
  /// Nothing was due, so nothing was done.
  case nothingDue
  /// A one-off task of the same kind of care is due and stays open, because
  /// care of a kind settles only its schedule.
  case stillOpen(
    PlantName, TaskKind, due: Day, task: TaskID, title: String?)
  /// These tasks are due and stay open, because each is done by itself.
  case leftUndone([(plant: PlantName, kind: TaskKind, title: String?)])
  /// The first tasks of a new plant, and their day.
  case firstDue([TaskKind], Day)
  /// A new plant has no schedule, so nothing asks for its care.
  case unscheduled(PlantName)
  /// The same care was already given on that day.
  case givenBefore([FormerCare])
  /// These tasks are no longer due as they were shown, since they were done, so
  /// nothing was recorded of them.
  case doneBefore([SettledTask])
  /// The time of the changes is in the future.
  case inFuture(OffsetInstant)
  /// A day in the facts, such as that of acquisition, is in the future.
  case dayInFuture(Day)
  /// Fields got values from the catalogue for a new scientific name.
  case takenFromCatalogue([SpeciesField], species: String)
  /// The catalogue does not know a new scientific name, so these fields keep
  /// their values.
  case keptWithoutCatalogue([SpeciesField], species: String)
  /// Plants got nothing from the catalogue, because nobody chose a species, or
  /// agreed to replace a profile.
  case notAdopted([Adoption])
  /// Plants have a new location, which asks for another watering schedule, but
  /// none changes by itself. `hasProfile` indicates whether the first has a
  /// care profile, which would give one.
  case wateringUnchanged([PlantName], hasProfile: Bool)
  /// A changed setting moves the due days of these tasks.
  case tasksMoved([TaskMove])
  /// A change of the hemisphere leaves these schedules for some months alone.
  case monthsKept([(plant: PlantName, kind: TaskKind, months: MonthSet)])
  /// An existing photo keeps its facts, although the request gave others.
  case photoKept(PlantName, PhotoView)
  /// A plant was named that was merged into another, which was meant.
  case isPart(PlantName, of: PlantName)
  /// A plant was removed as a mistake, so the plants that were part of it are
  /// in the collection by themselves again.
  case partsStay([PlantName], of: PlantName)
  /// A merged plant had these values, which do not come along, because the other
  /// plant has its own; each is a change that would have set it.
  case leftBehind([Change], PlantName, by: PlantName)
  /// A merged plant is poisonous, and the other is not known to be.
  case losesToxicity(PlantName, PlantToxicity, by: PlantName)
  /// A merge was undone, and the plant stays part of the other, because another
  /// action merged them, too.
  case stillPart(PlantName, of: PlantName, by: Recorder, undo: String)
  /// An undone edit added these tags, which stay, because the plant's tags were
  /// edited again since.
  case tagsStay(PlantName, [String])
  /// A restored plant was part of another, from which these parts go back. What
  /// the merge gave the other stays there.
  case tookApart(PlantName, from: PlantName, MergedParts)
  /// Nothing changed, because the state was already as requested.
  case nothingChanged
  /// An undo brought back a nickname, which several plants have now.
  case nicknameShared(String, [PlantName])
}

/// Care that a plant already had on the same day.
public struct FormerCare: Sendable, Hashable {
  /// The plant.
  public let plant: PlantName
  /// The kind of care.
  public let kind: TaskKind
  /// The title of the task, if it has one.
  public let title: String?
  /// The day.
  public let day: Day
  /// The time at which it was given, in the journal's zone.
  public let time: TimeOfDay
  /// The recorder, if several devices record.
  public let recorder: Recorder?
}

/// A task that was shown as due, and was done since.
public struct SettledTask: Sendable, Hashable {
  /// The plant, or the home.
  public let plant: PlantName
  /// The kind of care.
  public let kind: TaskKind
  /// The title of the task, if it has one.
  public let title: String?
  /// The day on which it was due.
  public let due: Day
  /// The care of the day, if it is known.
  public let former: FormerCare?
}

/// A task whose due day has changed.
public struct TaskMove: Sendable, Hashable {
  /// The plant.
  public let plant: PlantName
  /// The kind of care.
  public let kind: TaskKind
  /// The former due day; `nil` for none.
  public let from: Day?
  /// The new due day.
  public let to: Day
}
