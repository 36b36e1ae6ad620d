public import JournalTime

/// A photo of a plant was taken; `at` is the time. The journal keeps the file
/// by its hash, but neither the place of the photo nor the original file name.
public struct PhotoCaptured: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID
  /// The hash of the stored file.
  public let sha256: BlobName
  /// The number of bytes in the stored file.
  public let byteCount: Int
  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The media type, such as `image/jpeg`.
  public let mediaType: String
  /// The source of the time at which the photo was taken.
  public let dateSource: PhotoDateSource
  /// The hash of the imported file.
  public let sourceSha256: BlobName?
  /// The perceptual hash of the photo, as sixteen hexadecimal digits. Those of
  /// similar photos differ in few bits.
  public let dhash: String?
  /// The hash of its thumbnail: a JPEG of 200 pixels a side. A sync may send it
  /// before the photo, or alone.
  public let thumbnailSha256: BlobName?

  /// The maximum edge in pixels, and file size in bytes.
  private static let edges = 1...100_000
  private static let sizes = 1...(256 << 20)

  /// Creates a photo that was taken in.
  public init(
    photo: PhotoID, sha256: BlobName, byteCount: Int, width: Int, height: Int,
    mediaType: String, dateSource: PhotoDateSource,
    sourceSha256: BlobName? = nil, dhash: String? = nil,
    thumbnailSha256: BlobName? = nil
  ) {
    self.photo = photo
    self.sha256 = sha256
    self.byteCount = byteCount
    self.width = width
    self.height = height
    self.mediaType = mediaType
    self.dateSource = dateSource
    self.sourceSha256 = sourceSha256
    self.dhash = dhash
    self.thumbnailSha256 = thumbnailSha256
  }

  /// The files of the photo.
  public var files: [BlobName] {
    thumbnailSha256.map { [sha256, $0] } ?? [sha256]
  }

  /// The bits of ``dhash``; `nil` if it is missing or invalid.
  public var looks: UInt64? {
    dhash.flatMap { $0.utf8.count == 16 ? UInt64($0, radix: 16) : nil }
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    byteCount = try fields.required("bytes", .integer(Self.sizes)) {
      $0.byteCount
    }
    dhash = try fields.optional("dhash", .name) { $0.dhash }
    photo = try fields.required("photo", .id()) { $0.photo }
    width = try fields.required("width", .integer(Self.edges)) { $0.width }
    height = try fields.required("height", .integer(Self.edges)) { $0.height }
    sha256 = try fields.required("sha256", .blobName) { $0.sha256 }
    mediaType = try fields.required("mediaType", .name) { $0.mediaType }
    dateSource = try fields.required("dateSource", .choice()) { $0.dateSource }
    sourceSha256 = try fields.optional("sourceSha256", .blobName) {
      $0.sourceSha256
    }
    thumbnailSha256 = try fields.optional("thumbnailSha256", .blobName) {
      $0.thumbnailSha256
    }
  }
}

/// An annotation of a photo changed; only the given fields change.
public struct PhotoAnnotated: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID
  /// The caption.
  public var caption: FieldEdit<String> = .keep
  /// A Boolean value that indicates whether the photo is its plant's cover. The
  /// latest cover wins.
  public var isCover: Bool?
  /// The time at which the photo was taken.
  public var takenAt: OffsetInstant?
  /// A Boolean value that indicates whether the photo is a favourite.
  public var isFavorite: Bool?

  /// Creates an annotation that changes nothing yet.
  public init(photo: PhotoID) { self.photo = photo }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    photo = try fields.required("photo", .id()) { $0.photo }
    caption = try fields.edit("caption", .note) { $0.caption }
    isCover = try fields.kept("isCover", .bool) { $0.isCover }
    takenAt = try fields.kept("takenAt", .instant) { $0.takenAt }
    isFavorite = try fields.kept("isFavorite", .bool) { $0.isFavorite }
  }
}

/// A photo was removed.
public struct PhotoRemoved: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID

  /// Creates the removal of a photo.
  public init(photo: PhotoID) { self.photo = photo }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    photo = try fields.required("photo", .id()) { $0.photo }
  }
}

/// Photo reminders for a plant were set; `at` determines the weekday or the day
/// of the month.
public struct PhotoReminderSet: FieldGroup, Hashable, Sendable {
  /// The interval of the reminders.
  public let cadence: PhotoCadence

  /// Creates a rhythm of reminders.
  public init(cadence: PhotoCadence) { self.cadence = cadence }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    cadence = try fields.required("cadence", .choice()) { $0.cadence }
  }
}
