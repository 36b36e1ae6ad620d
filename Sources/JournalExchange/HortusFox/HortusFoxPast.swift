internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

/// Where a value of a backup stands beside the one before and the one here.
///
/// A later backup changes only what was as the one before it left it: what
/// somebody changed here since stays.
enum BackupVerdict {
  /// The backup says nothing new.
  case nothing
  /// It changed there, and not here.
  case change
  /// It changed there and here.
  case conflict

  /// - Parameters:
  ///   - backup: What the backup says.
  ///   - before: What the one before it said.
  ///   - now: What is here.
  init<Value: Equatable>(_ backup: Value, before: Value, now: Value) {
    self =
      backup == now || backup == before
      ? .nothing : now == before ? .change : .conflict
  }
}

/// The remarks of events that an import of HortusFox writes, beside those that
/// tell of care: by them a later one knows what it said before, and when that
/// was so, and people see it in the history. They are stored, so another
/// wording would forget what was said.
enum HortusFoxRemark {
  private static let change = "from HortusFox"
  private static let notes = "notes in HortusFox"
  private static let asOf = ", as of "

  /// On what adds a plant, changes it or a room, and on the notes of its log.
  ///
  /// - `latest`: The latest time in the backup.
  static func change(asOf latest: OffsetInstant?) -> String {
    text(change, latest)
  }

  /// On the text that HortusFox has beside a plant.
  static func notes(asOf latest: OffsetInstant?) -> String {
    text(notes, latest)
  }

  static func isChange(_ remark: String?) -> Bool { isText(change, remark) }

  static func isNotes(_ remark: String?) -> Bool { isText(notes, remark) }

  /// The latest time in the backup that a remark is from.
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
  /// Becomes `time` where that is later.
  mutating func raise(to time: OffsetInstant) {
    if map({ $0.instant < time.instant }) ?? true { self = time }
  }
}

/// What earlier imports said of a plant, and what it holds of care and notes.
///
/// Follows from the events alone, so any replica finds the same, and an import
/// that was undone never was.
struct HortusFoxPast {
  /// A note, corrected or not.
  struct Note {
    /// The event that made it.
    let origin: EventReference
    let at: OffsetInstant
    /// A Boolean value that indicates whether it is the text beside the plant.
    let isBeside: Bool
    /// What imports said; `nil` where it is somebody's own.
    var imported: String?
    /// What it says now; empty where it was taken away.
    var text: String
  }

  /// The plant, had nobody but imports written.
  private(set) var state = PlantState()
  /// The latest time in the backups that told of it; `nil` where none is known.
  private(set) var latest: OffsetInstant?
  /// When care of each kind was given.
  private var cares: [TaskKind: Set<Instant>] = [:]
  /// The one-off tasks as they were planned last.
  private(set) var tasks: [TaskID: TaskAdded] = [:]
  /// All notes, those that were taken away among them.
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

  /// Returns whether care was given just then.
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
