internal import Encodings

/// The event types that this program writes and folds.
///
/// A type's name, and its payload's shape for a schema version, never change
/// once written. Any other name is an unknown type: kept and shipped
/// untouched, and folded by a later program.
public enum EventType: String, CaseIterable, Sendable {
  /// A plant came into the collection.
  case plantAdded = "plant.added"
  /// A plant became a favourite, or stopped being one.
  case plantFavorited = "plant.favorited"
  /// A plant moved to a room, or out of any.
  case plantMoved = "plant.moved"
  /// A plant left the collection.
  case plantRemoved = "plant.removed"
  /// A removed plant came back.
  case plantRestored = "plant.restored"
  /// A plant turned out to be the same as another.
  case plantMerged = "plant.merged"
  /// A note was written or corrected.
  case plantNoted = "plant.noted"
  /// Fields of a plant changed.
  case plantEdited = "plant.edited"
  /// A plant was measured.
  case plantMeasured = "plant.measured"
  /// A plant's species was identified.
  case plantIdentified = "plant.identified"
  /// A field that the user named got a value.
  case factSet = "fact.set"
  /// A plant got the care profile of its species.
  case careProfiled = "care.profiled"
  /// A kind of care got a schedule.
  case scheduleSet = "schedule.set"
  /// A schedule ended.
  case scheduleCleared = "schedule.cleared"
  /// A task was planned.
  case taskAdded = "task.added"
  /// Care was given.
  case taskCompleted = "task.completed"
  /// A task was passed over once.
  case taskSkipped = "task.skipped"
  /// A task moved to a later day.
  case taskSnoozed = "task.snoozed"
  /// A photo was taken.
  case photoCaptured = "photo.captured"
  /// The caption, time or marks of a photo changed.
  case photoAnnotated = "photo.annotated"
  /// A photo was removed.
  case photoRemoved = "photo.removed"
  /// Reminders of photos got a rhythm.
  case photoReminderSet = "photo.reminderSet"
  /// A room was made.
  case roomCreated = "room.created"
  /// A room's name, icon or place changed.
  case roomEdited = "room.edited"
  /// A room was deleted.
  case roomDeleted = "room.deleted"
  /// A room became part of another.
  case roomMerged = "room.merged"
  /// The journal began.
  case journalCreated = "journal.created"
  /// An installation began to write.
  case writerStarted = "writer.started"
  /// An installation got a name.
  case writerNamed = "writer.named"
  /// A setting got a value.
  case settingChanged = "setting.changed"
  /// An action was undone.
  case actionUndone = "action.undone"
  /// The payload of an event was erased.
  case payloadErased = "payload.erased"

  /// The kind of thing that a stream is about.
  public enum Subject: Sendable {
    /// A plant's stream.
    case plant
    /// A room's stream.
    case room
    /// The stream of the journal itself.
    case journal
  }

  /// The subject of the stream in which this type's events are.
  public var subject: Subject {
    switch self {
    case .plantAdded, .plantFavorited, .plantMoved, .plantRemoved,
      .plantRestored, .plantMerged, .plantNoted, .plantEdited, .plantMeasured,
      .plantIdentified, .factSet, .careProfiled, .scheduleSet, .scheduleCleared,
      .taskAdded, .taskCompleted, .taskSkipped, .taskSnoozed, .photoCaptured,
      .photoAnnotated, .photoRemoved, .photoReminderSet:
      .plant
    case .roomCreated, .roomEdited, .roomDeleted, .roomMerged:
      .room
    case .journalCreated, .writerStarted, .writerNamed, .settingChanged,
      .actionUndone, .payloadErased:
      .journal
    }
  }

  /// Returns whether folding a plant's stream applies events of this type. In
  /// the stream of the home it applies only those about tasks.
  public func isFolded(in plant: StreamID) -> Bool {
    guard plant == .home else { return subject == .plant }
    return switch self {
    case .taskAdded, .taskCompleted, .taskSkipped, .taskSnoozed: true
    default: false
    }
  }

  /// A Boolean value that indicates whether folds skip events of this type once
  /// their action is undone: all but those of the journal's stream, and of
  /// these settings and names of writers.
  public var isUndoable: Bool {
    subject != .journal || self == .settingChanged || self == .writerNamed
  }

  /// A Boolean value that indicates whether input may hold it: only the program
  /// itself writes some types.
  public var isAppendable: Bool {
    switch self {
    case .journalCreated, .writerStarted, .actionUndone, .payloadErased: false
    // A photo comes with its file.
    case .photoCaptured, .photoAnnotated, .photoRemoved: false
    default: true
    }
  }

  /// A Boolean value that indicates whether the payload of an event of this
  /// type can be erased: not if the journal, its chains or other erasures
  /// depend on it.
  public var isErasable: Bool {
    switch self {
    case .journalCreated, .writerStarted, .actionUndone, .payloadErased: false
    default: true
    }
  }

  /// The type named `name`, or `nil` if this program does not know it.
  public init?(name: String) {
    self.init(utf8: name.utf8.span.bytes)
  }

  /// The type whose name `bytes` spell, or `nil` if this program does not know
  /// it.
  init?(utf8 bytes: RawSpan) {
    guard let type = Self.byName[bytes] else { return nil }
    self = type
  }

  private static let byName = NameTable(allCases) { $0.rawValue }
}
