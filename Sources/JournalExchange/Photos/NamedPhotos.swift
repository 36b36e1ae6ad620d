internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// The files that the events of a journal name, whichever replica wrote them
/// and whatever became of the photos since.
struct NamedPhotos {
  /// A photo that an event brought.
  struct Photo {
    /// The file that is kept.
    let name: BlobName
    /// The file that it was made of, which may be kept, too.
    let original: BlobName?
    /// Whether its plant shows it.
    fileprivate(set) var isShown = false
    /// When it was brought, or last taken away, undone or brought back.
    fileprivate(set) var changed: Instant
  }

  /// In canonical order of the events that brought them.
  private(set) var photos: [Photo] = []
  /// How many events may name files that this program knows nothing of.
  private(set) var unknownEvents = 0

  /// An action, whichever branch of a fork it is on.
  private struct ActionKey: Hashable {
    let writer: WriterID
    let sequence: UInt64
  }

  /// Gathers what all events say.
  ///
  /// - `shown`: The places of events of photos that are in force; `nil` where
  ///   that is not known, and all that were not taken away are taken for shown.
  init(
    of log: EventLog, in transaction: borrowing some Transaction,
    shown: Set<LogPosition>?
  ) throws {
    var places: [PhotoID: [Int]] = [:]
    var inForce: [PhotoID: Int] = [:]
    var actions: [ActionKey: [PhotoID]] = [:]
    var changes: [PhotoID: Instant] = [:]
    try log.forEachEvent(.forward, in: transaction) { event, bytes in
      let header = event.header
      guard event.frame.hasPayload else { return true }
      switch header.knownType {
      case nil:
        unknownEvents += 1
        return true
      case .photoCaptured, .photoRemoved, .actionUndone: break
      default: return true
      }
      guard let payload = event.payload(in: bytes) else {
        unknownEvents += 1
        return true
      }
      let isInForce = shown?.contains(event.position) ?? true
      func note(_ photo: PhotoID) {
        let key = ActionKey(writer: header.writer, sequence: header.action)
        actions[key, default: []].append(photo)
        changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
      }
      switch payload.body {
      case .photoCaptured(let body):
        note(body.photo)
        places[body.photo, default: []].append(photos.count)
        if isInForce, inForce[body.photo] == nil {
          inForce[body.photo] = photos.count
        }
        photos.append(
          Photo(
            name: body.sha256, original: body.sourceSha256,
            changed: header.recorded))
      case .photoRemoved(let body):
        note(body.photo)
        if isInForce { inForce[body.photo] = nil }
      case .actionUndone(let body):
        let key = ActionKey(writer: body.writer, sequence: body.sequence)
        for photo in actions[key] ?? [] {
          changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
        }
      default: break
      }
      return true
    }
    for (photo, found) in places {
      for place in found {
        photos[place].changed = changes[photo] ?? photos[place].changed
        photos[place].isShown = inForce[photo] == place
      }
    }
  }

  /// Gathers what the events of a snapshot say.
  init(in snapshot: borrowing Snapshot) throws {
    var shown: Set<LogPosition> = []
    try snapshot.forEachPosition(of: .photo) { shown.insert($1) }
    try self.init(
      of: snapshot.log, in: snapshot.transaction, shown: shown)
  }

  /// Gathers what the events of a copy say to which nobody writes.
  init(in place: BackupPlace) throws {
    let journal = try Journal.openAsStored(place.home)
    defer {
      try? journal.environment.close()
      BackupFiles.removeLock(of: place)
    }
    let hasOwnFolds = try journal.read {
      try journal.meta(in: $0)?.reducerVersion == Journal.reducerVersion
    }
    self =
      try hasOwnFolds
      ? journal.snapshot(clock: .distantPast) { try NamedPhotos(in: $0) }
      : journal.read {
        try NamedPhotos(of: journal.log, in: $0, shown: nil)
      }
  }

  /// The files that events name.
  var names: Set<BlobName> { Set(photos.map(\.name)) }
  /// The files of which these may have been made.
  var originals: Set<BlobName> { Set(photos.compactMap(\.original)) }
  /// The files of photos that plants show.
  var shownNames: Set<BlobName> {
    Set(photos.filter(\.isShown).map(\.name))
  }
}

extension Instant {
  fileprivate static let distantPast = Instant(milliseconds: 0)
}
