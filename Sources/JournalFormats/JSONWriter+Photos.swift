public import Encodings
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension JSONWriter {
  /// Writes the photos of plants in the form of
  /// `schemas/projections/photo-list`.
  ///
  /// - Parameters:
  ///   - series: The plants, with their photos.
  ///   - count: The maximum number of photos per plant; the latest are written.
  ///   - path: Returns the path of a photo's file; `nil` if it is not here.
  ///   - isDamaged: Returns whether a photo's file is damaged.
  ///   - take: Receives the output whenever it is long; the writer keeps the
  ///     rest.
  public mutating func photos(
    _ series: [PhotoSeries], latest count: Int = .max,
    path: (PhotoView) -> String?, isDamaged: (PhotoView) -> Bool,
    handingOnTo take: ([UInt8]) throws -> Void
  ) rethrows {
    try object { writer in
      try writer.objects("plants", series) { writer, plant in
        writer.member("plant", plant.plant.id.description)
        writer.member("name", plant.plant.displayName)
        try writer.objects("photos", plant.latest(count)) {
          $0.photo($1, path: path($1), isDamaged: isDamaged($1))
          try $0.handOn(take)
        }
      }
    }
  }

  /// Writes one photo as an object, with the path of its file.
  public mutating func photo(
    _ photo: PhotoView, at path: String?, isDamaged: Bool
  ) {
    object { $0.photo(photo, path: path, isDamaged: isDamaged) }
  }

  /// Writes the data of one photo that are the same on any machine, as an
  /// object.
  mutating func photo(_ photo: PhotoView) {
    object { $0.members(of: photo) }
  }

  private mutating func photo(
    _ photo: PhotoView, path: String?, isDamaged: Bool
  ) {
    members(of: photo)
    member("path", path)
    if isDamaged { member("isDamaged", true) }
  }

  private mutating func members(of photo: PhotoView) {
    member("id") { $0.plain { photo.id.appendText(to: &$0) } }
    member("shortId", photo.shortID)
    member("plant") { $0.plain { photo.plant.appendText(to: &$0) } }
    member("takenAt", photo.at.description)
    member("dateSource", photo.dateSource.rawValue)
    member("note", photo.note)
    member("isCover", photo.isCover)
    member("isFavorite", photo.isFavorite)
    member("mediaType", photo.file.mediaType)
    member("width", photo.file.width)
    member("height", photo.file.height)
    member("bytes", photo.file.byteCount)
    member("sha256") { $0.plain { photo.file.sha256.appendText(to: &$0) } }
  }
}
