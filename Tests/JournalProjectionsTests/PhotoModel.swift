import JournalEvents
import JournalQueries
import JournalTime

/// The photos of a plant read word for word: all its events that count are
/// kept, and each answer is searched for again.
struct PhotoModel {
  /// The expected photo.
  struct Photo: Hashable {
    let origin: EventReference?
    let file: PhotoCaptured
    let at: OffsetInstant
    let dateSource: PhotoDateSource
    let note: String?
    let isFavorite: Bool
    let isCover: Bool
  }

  private var events: [(payload: EventPayload, origin: EventReference)] = []

  /// Adds the next event in canonical order.
  mutating func append(_ payload: EventPayload, _ origin: EventReference) {
    events.append((payload, origin))
  }

  /// The photos in the collection, by the time at which they were taken.
  var photos: [Photo] {
    events.indices.compactMap(photo(at:)).enumerated().sorted {
      ($0.element.at.instant, $0.offset) < ($1.element.at.instant, $1.offset)
    }.map(\.element)
  }

  /// The files of which photos were made.
  var sources: Set<BlobName> {
    Set(events.indices.compactMap { firstCapture(at: $0)?.sourceSha256 })
  }

  /// The photo that an event brought first.
  private func firstCapture(at index: Int) -> PhotoCaptured? {
    guard case .photoCaptured(let file) = events[index].payload.body else {
      return nil
    }
    let isTaken = events[..<index].contains {
      if case .photoCaptured(let other) = $0.payload.body {
        other.photo == file.photo
      } else {
        false
      }
    }
    return isTaken ? nil : file
  }

  private func photo(at index: Int) -> Photo? {
    guard let file = firstCapture(at: index),
      !isRemoved(file.photo, in: index..<events.endIndex)
    else { return nil }
    let said = events[index...].compactMap { event -> PhotoAnnotated? in
      guard case .photoAnnotated(let said) = event.payload.body,
        said.photo == file.photo
      else { return nil }
      return said
    }
    let (payload, origin) = events[index]
    let takenAt = said.compactMap(\.takenAt).last
    return Photo(
      origin: origin, file: file, at: takenAt ?? payload.at,
      dateSource: takenAt == nil ? file.dateSource : .given,
      note: said.last { $0.caption != .keep }
        .map { $0.caption.applied(to: nil) } ?? payload.note,
      isFavorite: said.compactMap(\.isFavorite).last ?? false,
      isCover: cover == file.photo)
  }

  private func isRemoved(_ photo: PhotoID, in range: Range<Int>) -> Bool {
    events[range].contains {
      $0.payload.body == .photoRemoved(.init(photo: photo))
    }
  }

  /// The photo that was made the cover last, if it is still a photo.
  private var cover: PhotoID? {
    for index in events.indices.reversed() {
      guard case .photoAnnotated(let said) = events[index].payload.body,
        said.isCover == true,
        let start = events[..<index].indices.first(where: {
          firstCapture(at: $0)?.photo == said.photo
        }), !isRemoved(said.photo, in: start..<index)
      else { continue }
      let isRevoked = events[index...].contains {
        if case .photoAnnotated(let later) = $0.payload.body {
          later.photo == said.photo && later.isCover == false
        } else {
          false
        }
      }
      let isGone = isRemoved(said.photo, in: index..<events.endIndex)
      return isRevoked || isGone ? nil : said.photo
    }
    return nil
  }
}

extension PhotoModel.Photo {
  /// Takes the facts of a folded photo that matter.
  init(_ view: PhotoView) {
    self.init(
      origin: view.origin, file: view.file, at: view.at,
      dateSource: view.dateSource, note: view.note,
      isFavorite: view.isFavorite, isCover: view.isCover)
  }
}
