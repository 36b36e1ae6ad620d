public import JournalEvents
internal import JournalLog
public import JournalQueries

/// The files of photos in a journal's home.
public struct PhotoFiles {
  private let blobs: BlobFolder
  /// Those that are here, where they were listed.
  private let listed: Set<BlobName>?

  /// For how many photos it is quicker to list all files than to look for
  /// each.
  private static let listedCount = 500

  /// The files of a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - count: Of how many photos it is going to be asked.
  public init(of journal: CareJournal, for count: Int = 1) {
    blobs = BlobFolder(of: journal.home)
    listed = count > Self.listedCount ? try? Set(blobs.unsortedNames()) : nil
  }

  /// How many photos have no file here, whatever became of them since.
  ///
  /// - Throws: What reading the journal throws.
  public static func missingCount(
    of photos: Set<PhotoID>, in journal: CareJournal
  ) throws -> Int {
    guard !photos.isEmpty else { return 0 }
    let blobs = BlobFolder(of: journal.home)
    let missing = try journal.read { try NamedPhotos(in: $0) }.photos.filter {
      photos.contains($0.photo) && blobs.byteCount(of: $0.name) == nil
    }
    return Set(missing.map(\.photo)).count
  }

  /// Whether the file of a photo is here.
  public func isHere(_ photo: PhotoView) -> Bool {
    let name = photo.file.sha256
    return listed?.contains(name) ?? (blobs.byteCount(of: name) != nil)
  }

  /// Where the file of a photo lies; `nil` where it is not here.
  public func path(of photo: PhotoView) -> String? {
    isHere(photo) ? blobs.file(photo.file.sha256) : nil
  }

  /// Whether the file of a photo is here and is not what its name says, or
  /// cannot be read.
  public func isDamaged(_ photo: PhotoView) -> Bool {
    do { return try content(of: photo) == nil && isHere(photo) } catch {
      return true
    }
  }

  /// The bytes of a photo, or of its thumbnail where only that is here and
  /// whole; `nil` where neither is.
  ///
  /// - Throws: As ``content(of:)``, for the thumbnail.
  func largestContent(of photo: PhotoView) throws -> [UInt8]? {
    if let content = try? content(of: photo) { return content }
    return try photo.file.thumbnailSha256.flatMap { try blobs.content(of: $0) }
  }

  /// The bytes of a photo; `nil` where it is not here.
  ///
  /// - Throws: `FileSystemError`, `StorageError` for a damaged file.
  public func content(of photo: PhotoView) throws -> [UInt8]? {
    try blobs.content(of: photo.file.sha256)
  }
}
