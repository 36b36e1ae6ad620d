internal import JournalEvents
internal import JournalLog
public import JournalQueries

/// The files of photos in a journal's home.
public struct PhotoFiles {
  private let blobs: BlobFolder

  /// The files of a journal.
  public init(of journal: CareJournal) {
    blobs = BlobFolder(of: journal.home)
  }

  /// Where the file of a photo lies; `nil` where it is not here.
  public func path(of photo: PhotoView) -> String? {
    let name = photo.file.sha256
    return blobs.byteCount(of: name).map { _ in blobs.file(name) }
  }

  /// The bytes of a photo; `nil` where it is not here.
  ///
  /// - Throws: `FileSystemError`, `StorageError` for a damaged file.
  public func content(of photo: PhotoView) throws -> [UInt8]? {
    try blobs.content(of: photo.file.sha256)
  }
}
