internal import Encodings

/// The event types that this program writes and folds.
///
/// A type's name, and its payload's shape for a schema version, never change
/// once written. Any other name is an unknown type: kept and shipped
/// untouched, and folded by a later program.
public enum EventType: String, CaseIterable, Sendable {
  case plantAdded = "plant.added"
  case plantFavorited = "plant.favorited"
  case plantMoved = "plant.moved"
  case plantRemoved = "plant.removed"
  case plantRestored = "plant.restored"
  case plantMerged = "plant.merged"
  case plantNoted = "plant.noted"
  case plantEdited = "plant.edited"
  case plantMeasured = "plant.measured"
  case plantIdentified = "plant.identified"
  case factSet = "fact.set"
  case careProfiled = "care.profiled"
  case scheduleSet = "schedule.set"
  case scheduleCleared = "schedule.cleared"
  case taskAdded = "task.added"
  case taskCompleted = "task.completed"
  case taskSkipped = "task.skipped"
  case taskSnoozed = "task.snoozed"
  case photoCaptured = "photo.captured"
  case photoAnnotated = "photo.annotated"
  case photoRemoved = "photo.removed"
  case photoReminderSet = "photo.reminderSet"
  case roomCreated = "room.created"
  case roomEdited = "room.edited"
  case roomDeleted = "room.deleted"
  case roomMerged = "room.merged"
  case journalCreated = "journal.created"
  case writerStarted = "writer.started"
  case writerNamed = "writer.named"
  case settingChanged = "setting.changed"
  case actionUndone = "action.undone"
  case payloadErased = "payload.erased"

  /// The kind of thing that a stream is about.
  public enum Subject: Sendable {
    case plant
    case room
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
