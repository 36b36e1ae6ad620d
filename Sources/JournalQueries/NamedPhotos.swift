package import JournalCare
package import JournalEvents
package import JournalLog
package import JournalProjections
package import JournalTime
package import LMDBKit

/// The files that the events of a journal name, whichever replica wrote them
/// and whatever became of the photos since.
package struct NamedPhotos {
  /// A photo that an event brought.
  package struct Photo {
    package let photo: PhotoID
    /// The plant that it shows.
    package let plant: PlantID
    /// The file that is kept.
    package let name: BlobName
    /// Its thumbnail, which may be kept, too.
    package let thumbnail: BlobName?
    /// The file that it was made of, which may be kept, too.
    package let original: BlobName?
    /// How many bytes the file has.
    package let byteCount: Int
    /// A Boolean value that indicates whether its plant shows it.
    package fileprivate(set) var isShown = false
    /// When it was brought, or last taken away, undone or brought back.
    package fileprivate(set) var changed: Instant

    /// The file and its thumbnail.
    package var files: [BlobName] { thumbnail.map { [name, $0] } ?? [name] }
  }

  /// In canonical order of the events that brought them.
  package private(set) var photos: [Photo] = []
  /// How many events may name files that this program knows nothing of.
  package private(set) var unknownEvents = 0
  /// How many events that brought a photo are erased.
  package private(set) var erasedEvents = 0

  /// An action, whichever branch of a fork it is on.
  private struct ActionKey: Hashable {
    let writer: WriterID
    let sequence: UInt64
  }

  /// Gathers what all events say.
  ///
  /// - `shown`: The places of events of photos that are in force; `nil` where
  ///   that is not known, and all that were not taken away are taken for shown.
  /// - `merges`: Which plants are one.
  package init(
    of log: EventLog, in transaction: borrowing some Transaction,
    shown: Set<LogPosition>?, merges: PlantMerges = .none
  ) throws {
    var places: [PhotoKey: [Int]] = [:]
    // The first of each id, as ``PhotoFold`` has it.
    var first: [PhotoKey: Int] = [:]
    var removed: Set<PhotoKey> = []
    var actions: [ActionKey: [PhotoID]] = [:]
    var changes: [PhotoID: Instant] = [:]
    try log.forEachEvent(.forward, in: transaction) { event, bytes in
      let header = event.header
      guard event.frame.hasPayload else {
        if header.knownType == .photoCaptured { erasedEvents += 1 }
        return true
      }
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
      let plant = merges.root(of: header.stream)
      let isInForce = shown?.contains(event.position) ?? true
      func note(_ photo: PhotoID) {
        let key = ActionKey(writer: header.writer, sequence: header.action)
        actions[key, default: []].append(photo)
        changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
      }
      switch payload.body {
      case .photoCaptured(let body):
        note(body.photo)
        let key = PhotoKey(plant: plant, photo: body.photo)
        places[key, default: []].append(photos.count)
        if isInForce, first[key] == nil { first[key] = photos.count }
        photos.append(
          Photo(
            photo: body.photo, plant: plant, name: body.sha256,
            thumbnail: body.thumbnailSha256,
            original: body.sourceSha256, byteCount: body.byteCount,
            changed: header.recorded))
      case .photoRemoved(let body):
        note(body.photo)
        let key = PhotoKey(plant: plant, photo: body.photo)
        if isInForce, first[key] != nil { removed.insert(key) }
      case .actionUndone(let body):
        let key = ActionKey(writer: body.writer, sequence: body.sequence)
        for photo in actions[key] ?? [] {
          changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
        }
      default: break
      }
      return true
    }
    for (key, found) in places {
      for place in found {
        photos[place].changed = changes[key.photo] ?? photos[place].changed
        photos[place].isShown = first[key] == place && !removed.contains(key)
      }
    }
  }

  /// Gathers what the events of a snapshot say.
  package init(in snapshot: borrowing Snapshot) throws {
    var shown: Set<LogPosition> = []
    try snapshot.forEachPosition(of: .photo) { shown.insert($1) }
    try self.init(
      of: snapshot.log, in: snapshot.transaction, shown: shown,
      merges: snapshot.merges)
  }

  /// The files of photos that events name.
  package var names: Set<BlobName> { Set(photos.map(\.name)) }
  /// Their thumbnails.
  package var thumbnails: Set<BlobName> { Set(photos.compactMap(\.thumbnail)) }
  /// Both.
  package var files: Set<BlobName> { Set(photos.flatMap(\.files)) }
  /// The files of which these may have been made.
  package var originals: Set<BlobName> { Set(photos.compactMap(\.original)) }
  /// The files of photos that plants show.
  package var shownNames: Set<BlobName> {
    Set(photos.filter(\.isShown).map(\.name))
  }
}

extension Instant {
  fileprivate static let distantPast = Instant(milliseconds: 0)
}
