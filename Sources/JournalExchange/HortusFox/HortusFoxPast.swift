internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

/// The state of a value in a backup, compared with the earlier backup and with
/// the current value.
///
/// A later backup changes only values that are as the earlier one left them:
/// changes that somebody made here stay.
enum BackupVerdict {
  /// The backup has nothing new.
  case nothing
  /// The value changed in the backup, and not here.
  case change
  /// The value changed in the backup and here.
  case conflict

  /// - Parameters:
  ///   - backup: The value in the backup.
  ///   - before: The value in the earlier backup.
  ///   - now: The current value.
  init<Value: Equatable>(_ backup: Value, before: Value, now: Value) {
    self =
      backup == now || backup == before
      ? .nothing : now == before ? .change : .conflict
  }
}

/// The remarks on the events of a HortusFox import, except on care. A later
/// import finds the earlier values and their times by them, and people see them
/// in the history. They are stored, so another wording would lose the earlier
/// values.
enum HortusFoxRemark {
  private static let change = "from HortusFox"
  private static let notes = "notes in HortusFox"
  private static let asOf = ", as of "

  /// Returns the remark on additions, on changes of plants and rooms, and on
  /// notes from the log.
  ///
  /// - `latest`: The latest time in the backup.
  static func change(asOf latest: OffsetInstant?) -> String {
    text(change, latest)
  }

  /// Returns the remark on the text beside a plant.
  static func notes(asOf latest: OffsetInstant?) -> String {
    text(notes, latest)
  }

  static func isChange(_ remark: String?) -> Bool { isText(change, remark) }

  static func isNotes(_ remark: String?) -> Bool { isText(notes, remark) }

  /// Returns the latest time in the backup that a remark comes from.
  static func time(of remark: String?) -> OffsetInstant? {
    guard let remark else { return nil }
    for text in [change + asOf, notes + asOf] where remark.hasPrefix(text) {
      return OffsetInstant(String(remark.dropFirst(text.count)))
    }
    return nil
  }

  private static func text(_ what: String, _ latest: OffsetInstant?) -> String {
    what + (latest.map { "\(asOf)\($0)" } ?? "")
  }

  private static func isText(_ what: String, _ remark: String?) -> Bool {
    remark == what
      || remark?.hasPrefix(what + asOf) == true && time(of: remark) != nil
  }
}

extension OffsetInstant? {
  /// Sets the time to `time` if that is later.
  mutating func raise(to time: OffsetInstant) {
    if map({ $0.instant < time.instant }) ?? true { self = time }
  }
}

/// The values of a plant from earlier imports, and its care and notes.
///
/// They follow from the events alone, so any replica finds the same, and an
/// undone import does not count.
struct HortusFoxPast {
  /// A note, corrected or not.
  struct Note {
    /// The event that wrote it.
    let origin: EventReference
    let at: OffsetInstant
    /// A Boolean value that indicates whether it is the text beside the plant.
    let isBeside: Bool
    /// The imported text; `nil` for a note that somebody wrote here.
    var imported: String?
    /// The current text; empty if the note was removed.
    var text: String
  }

  /// The plant, if only imports had written.
  private(set) var state = PlantState()
  /// The latest time in the backups of the plant; `nil` if unknown.
  private(set) var latest: OffsetInstant?
  /// The times of care, by kind.
  private var cares: [TaskKind: Set<Instant>] = [:]
  /// The one-off tasks, as last planned.
  private(set) var tasks: [TaskID: TaskAdded] = [:]
  /// The notes, including removed ones.
  private(set) var notes: [Note] = []

  /// Reads the past of a plant.
  ///
  /// - Complexity: O(*n*) for the plant's *n* events.
  init(of id: PlantID, in snapshot: borrowing Snapshot) throws {
    var places: [UInt64: Int] = [:]
    try snapshot.forEachEvent(of: id) { payload, event, action, _ in
      guard let payload,
        try !snapshot.isUndone(action, of: event.header.stream)
      else { return }
      note(payload, event.position, &places)
    }
  }

  /// Returns whether the care is recorded at that time.
  func has(_ care: HortusFoxPlant.Care) -> Bool {
    cares[care.kind]?.contains(care.at.instant) ?? false
  }

  private mutating func note(
    _ payload: EventPayload, _ position: LogPosition,
    _ places: inout [UInt64: Int]
  ) {
    let isBeside = HortusFoxRemark.isNotes(payload.note)
    let isImported = isBeside || HortusFoxRemark.isChange(payload.note)
    if let time = HortusFoxRemark.time(of: payload.note) {
      latest.raise(to: time)
    }
    if case .plantAdded = payload.body {
      state.evolve(payload)
    } else if isImported {
      state.evolve(payload)
    }
    if let kind = payload.body.careGiven?.kind {
      cares[kind, default: []].insert(payload.at.instant)
    }
    if case .taskAdded(let body) = payload.body { tasks[body.task] = body }
    guard case .plantNoted(let body) = payload.body else { return }
    guard let place = body.replaces.flatMap({ places[$0.prefix] }) else {
      places[position.hashPrefix] = notes.count
      return notes.append(
        Note(
          origin: position.reference, at: payload.at,
          isBeside: isBeside,
          imported: isImported ? body.text : nil, text: body.text))
    }
    places[position.hashPrefix] = place
    notes[place].text = body.text
    if isImported { notes[place].imported = body.text }
  }
}
