package import JournalCare
package import JournalEvents
package import JournalLog
package import JournalProjections
package import JournalTime
package import LMDBKit

/// The files that the events of a journal name, from any replica and whatever
/// happened to the photos later.
package struct NamedPhotos {
  /// A photo that an event added.
  package struct Photo {
    package let photo: PhotoID
    /// The plant in the photo.
    package let plant: PlantID
    /// The photo's file.
    package let name: BlobName
    /// The thumbnail, whose file may be missing.
    package let thumbnail: BlobName?
    /// The photo's source, whose file may be missing.
    package let original: BlobName?
    /// The length of the file in bytes.
    package let byteCount: Int
    /// A Boolean value that indicates whether the plant shows the photo.
    package fileprivate(set) var isShown = false
    /// The time when it was added, or last removed, undone or restored.
    package fileprivate(set) var changed: Instant

    /// The file and its thumbnail.
    package var files: [BlobName] { thumbnail.map { [name, $0] } ?? [name] }
  }

  /// The photos in the canonical order of their events.
  package private(set) var photos: [Photo] = []
  /// The number of unknown events, which may name further files.
  package private(set) var unknownEvents = 0
  /// The number of erased events that added photos.
  package private(set) var erasedEvents = 0

  /// An action on any branch of a fork.
  private struct ActionKey: Hashable {
    let writer: WriterID
    let sequence: UInt64
  }

  /// Reads all events.
  ///
  /// - `shown`: The positions of the effective events of photos; `nil` if
  ///   unknown, which counts every photo that was not removed as shown.
  /// - `merges`: The plants that were merged.
  package init(
    of log: EventLog, in transaction: borrowing some Transaction,
    shown: Set<LogPosition>?, merges: PlantMerges = .none
  ) throws {
    var places = PhotoPlaces()
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
      let isInForce = shown?.contains(event.position) ?? true
      func note(_ photo: PhotoID) {
        let key = ActionKey(writer: header.writer, sequence: header.action)
        actions[key, default: []].append(photo)
        changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
      }
      switch payload.body {
      case .photoCaptured(let body):
        note(body.photo)
        if isInForce {
          _ = places.add(body.photo, in: header.stream, at: photos.count)
        }
        photos.append(
          Photo(
            photo: body.photo, plant: merges.root(of: header.stream),
            name: body.sha256,
            thumbnail: body.thumbnailSha256,
            original: body.sourceSha256, byteCount: body.byteCount,
            changed: header.recorded))
      case .photoRemoved(let body):
        note(body.photo)
        if isInForce { places.remove(body.photo, in: header.stream) }
      case .actionUndone(let body):
        let key = ActionKey(writer: body.writer, sequence: body.sequence)
        for photo in actions[key] ?? [] {
          changes[photo] = max(changes[photo] ?? .distantPast, header.recorded)
        }
      default: break
      }
      return true
    }
    for place in photos.indices {
      let photo = photos[place].photo
      photos[place].changed = changes[photo] ?? photos[place].changed
    }
    for place in places.remaining { photos[place].isShown = true }
  }

  /// Reads the events of a snapshot.
  package init(in snapshot: borrowing Snapshot) throws {
    var shown: Set<LogPosition> = []
    try snapshot.forEachPosition(of: .photo) { shown.insert($1) }
    try self.init(
      of: snapshot.log, in: snapshot.transaction, shown: shown,
      merges: snapshot.merges)
  }

  /// The photos' files.
  package var names: Set<BlobName> { Set(photos.map(\.name)) }
  /// The thumbnails' files.
  package var thumbnails: Set<BlobName> { Set(photos.compactMap(\.thumbnail)) }
  /// The files of photos and thumbnails.
  package var files: Set<BlobName> { Set(photos.flatMap(\.files)) }
  /// The files of the photos' sources.
  package var originals: Set<BlobName> { Set(photos.compactMap(\.original)) }
  /// The files of photos that plants show.
  package var shownNames: Set<BlobName> {
    Set(photos.filter(\.isShown).map(\.name))
  }
}

extension Instant {
  fileprivate static let distantPast = Instant(milliseconds: 0)
}
