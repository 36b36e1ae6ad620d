public import JournalEvents
internal import JournalLog
public import JournalQueries

/// The files of photos in a journal's home.
public struct PhotoFiles {
  private let blobs: BlobFolder
  /// The files that are here, if they were listed.
  private let listed: Set<BlobName>?

  /// The number of photos above which listing all files is faster than
  /// searching for each.
  private static let listedCount = 500

  /// Creates the files of a journal.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - count: The number of photos that will be looked up.
  public init(of journal: CareJournal, for count: Int = 1) {
    blobs = BlobFolder(of: journal.home)
    listed = count > Self.listedCount ? try? Set(blobs.unsortedNames()) : nil
  }

  /// Returns the number of photos without a file here, including removed ones.
  ///
  /// - Throws: Errors of reading the journal.
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

  /// Returns whether the file of a photo is here.
  public func isHere(_ photo: PhotoView) -> Bool {
    let name = photo.file.sha256
    return listed?.contains(name) ?? (blobs.byteCount(of: name) != nil)
  }

  /// Returns the path of a photo's file; `nil` if it is not here.
  public func path(of photo: PhotoView) -> String? {
    isHere(photo) ? blobs.file(photo.file.sha256) : nil
  }

  /// A reason why the file of a photo cannot be shown.
  public enum Fault: Sendable {
    /// The file is not on this machine.
    case missing
    /// The file is not what it was, or cannot be read.
    case damaged
  }

  /// Looks for a fault of a photo's file.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - reads: Whether the file is read and its hash compared. If not, only
  ///     its length is, and if all files were listed, not even that.
  /// - Returns: The fault; `nil` for none.
  public func fault(of photo: PhotoView, reading reads: Bool) -> Fault? {
    guard isHere(photo) else { return .missing }
    let isSound =
      reads
      ? (try? content(of: photo)) != nil
      : listed != nil
        || blobs.byteCount(of: photo.file.sha256) == photo.file.byteCount
    return isSound ? nil : .damaged
  }

  /// Returns the bytes of a photo. If only its thumbnail is here and intact, it
  /// returns that; `nil` if neither is.
  ///
  /// - Throws: The errors of ``content(of:)``, for the thumbnail.
  func largestContent(of photo: PhotoView) throws -> [UInt8]? {
    if let content = try? content(of: photo) { return content }
    return try photo.file.thumbnailSha256.flatMap { try blobs.content(of: $0) }
  }

  /// Returns the bytes of a photo; `nil` if it is not here.
  ///
  /// - Throws: `FileSystemError`, or `StorageError` for a damaged file.
  public func content(of photo: PhotoView) throws -> [UInt8]? {
    try blobs.content(of: photo.file.sha256)
  }
}
