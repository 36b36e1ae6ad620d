import JournalEvents
import JournalQueries
import JournalTime

/// The photos of a plant read word for word: all its events that count are
/// kept, and each answer is searched for again. Those of plants merged into it
/// have photos of their own, whatever their ids.
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

  private struct Event {
    let payload: EventPayload
    let origin: EventReference
    let stream: StreamID
  }

  private var events: [Event] = []

  /// Adds the next event in canonical order.
  mutating func append(
    _ payload: EventPayload, _ origin: EventReference, of stream: StreamID
  ) {
    events.append(Event(payload: payload, origin: origin, stream: stream))
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
    let stream = events[index].stream
    let isTaken = events[..<index].contains {
      if case .photoCaptured(let other) = $0.payload.body {
        other.photo == file.photo && $0.stream == stream
      } else {
        false
      }
    }
    return isTaken ? nil : file
  }

  private func photo(at index: Int) -> Photo? {
    let stream = events[index].stream
    guard let file = firstCapture(at: index),
      !isRemoved(file.photo, of: stream, in: index..<events.endIndex)
    else { return nil }
    let said = events[index...].compactMap { event -> PhotoAnnotated? in
      guard case .photoAnnotated(let said) = event.payload.body,
        said.photo == file.photo, event.stream == stream
      else { return nil }
      return said
    }
    let (payload, origin) = (events[index].payload, events[index].origin)
    let takenAt = said.compactMap(\.takenAt).last
    return Photo(
      origin: origin, file: file, at: takenAt ?? payload.at,
      dateSource: takenAt == nil ? file.dateSource : .given,
      note: said.last { $0.caption != .keep }
        .map { $0.caption.applied(to: nil) } ?? payload.note,
      isFavorite: said.compactMap(\.isFavorite).last ?? false,
      isCover: cover == index)
  }

  private func isRemoved(
    _ photo: PhotoID, of stream: StreamID, in range: Range<Int>
  ) -> Bool {
    events[range].contains {
      $0.payload.body == .photoRemoved(.init(photo: photo))
        && $0.stream == stream
    }
  }

  /// The index of the photo that was made the cover last, if it is still one.
  private var cover: Int? {
    for index in events.indices.reversed() {
      let stream = events[index].stream
      guard case .photoAnnotated(let said) = events[index].payload.body,
        said.isCover == true,
        let start = events[..<index].indices.first(where: {
          events[$0].stream == stream
            && firstCapture(at: $0)?.photo == said.photo
        }), !isRemoved(said.photo, of: stream, in: start..<index)
      else { continue }
      let isRevoked = events[index...].contains {
        if case .photoAnnotated(let later) = $0.payload.body {
          later.photo == said.photo && later.isCover == false
            && $0.stream == stream
        } else {
          false
        }
      }
      let isGone = isRemoved(
        said.photo, of: stream, in: index..<events.endIndex)
      return isRevoked || isGone ? nil : start
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
