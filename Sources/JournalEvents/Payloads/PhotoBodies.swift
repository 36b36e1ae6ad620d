public import JournalTime

/// A photo of a plant was taken; `at` says when. Its file is kept beside the
/// journal, by its hash; where it was taken and what its file was called are
/// not.
public struct PhotoCaptured: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID
  /// The hash of the file that is kept.
  public let sha256: BlobName
  /// How many bytes that has.
  public let byteCount: Int
  /// Its width, in pixels.
  public let width: Int
  /// Its height, in pixels.
  public let height: Int
  /// What it is, such as `image/jpeg`.
  public let mediaType: String
  /// How it is known when it was taken.
  public let dateSource: PhotoDateSource
  /// The hash of the file that it was made of.
  public let sourceSha256: BlobName?
  /// How it looks, as sixteen hexadecimal digits: photos that look alike
  /// differ in few bits.
  public let dhash: String?
  /// The hash of its thumbnail: 200 pixels a side, as JPEG. It is shipped
  /// before the photo is, or alone.
  public let thumbnailSha256: BlobName?

  /// The greatest edge, in pixels, and the most bytes of a file.
  private static let edges = 1...100_000
  private static let sizes = 1...(256 << 20)

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

  /// The files that it names.
  public var files: [BlobName] {
    thumbnailSha256.map { [sha256, $0] } ?? [sha256]
  }

  /// ``dhash`` as bits; `nil` where it is none.
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

/// What is said of a photo changed: only the fields that are given.
public struct PhotoAnnotated: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID
  /// What it shows.
  public var caption: FieldEdit<String> = .keep
  /// Whether it is the picture of its plant; the latest that is wins.
  public var isCover: Bool?
  /// When it was taken.
  public var takenAt: OffsetInstant?
  /// Whether it is a favourite.
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

/// A photo was taken away.
public struct PhotoRemoved: FieldGroup, Hashable, Sendable {
  /// The photo.
  public let photo: PhotoID

  public init(photo: PhotoID) { self.photo = photo }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    photo = try fields.required("photo", .id()) { $0.photo }
  }
}

/// Photos of a plant are to be taken from now on; `at` says on which weekday,
/// or on which day of the month.
public struct PhotoReminderSet: FieldGroup, Hashable, Sendable {
  /// How often.
  public let cadence: PhotoCadence

  public init(cadence: PhotoCadence) { self.cadence = cadence }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    cadence = try fields.required("cadence", .choice()) { $0.cadence }
  }
}
