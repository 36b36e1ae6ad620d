internal import JournalEvents
public import JournalQueries

/// The photos to display: decoded by the photo program, or as files.
///
/// Photos that cannot be shown, because their file is missing, damaged or
/// refused, are `nil`.
public final class PhotoPixels {
  private let files: PhotoFiles
  private let thumbnails: ThumbnailCache
  private let studio: PhotoStudio
  private var hasKept = false

  /// Creates the photos of a journal, decoded by the program at `program`.
  public init(of journal: CareJournal, program: String) {
    files = PhotoFiles(of: journal)
    thumbnails = ThumbnailCache(of: journal)
    studio = PhotoStudio(program: program)
  }

  /// Returns the file of a photo, or of its thumbnail.
  ///
  /// - Throws: ``PhotoFault`` if no photo can be decoded.
  public func file(of photo: PhotoView, isSmall: Bool) throws -> [UInt8]? {
    try usable {
      if isSmall, let kept = thumbnails.thumbnail(of: photo.file.sha256) {
        return kept
      }
      guard let file = try files.largestContent(of: photo) else { return nil }
      _ = try studio.open(file)
      // Large files are made again as well: a forged one must not reach a
      // program without confinement.
      let developed = try studio.develop(
        isSmall ? .forThumbnails : PhotoStudio.Form(), taken: photo.at)
      guard isSmall else { return developed.file }
      let thumbnail = developed.thumbnail
      thumbnails.keep(thumbnail, of: photo.file.sha256)
      hasKept = true
      return thumbnail
    }
  }

  /// Returns the pixels of a photo, or of its thumbnail, as large as fits.
  ///
  /// - Throws: ``PhotoFault`` if no photo can be decoded.
  public func pixels(
    of photo: PhotoView, isSmall: Bool, within size: (width: Int, height: Int)
  ) throws -> PhotoStudio.Pixels? {
    let file =
      try isSmall
      ? file(of: photo, isSmall: true)
      : usable { try files.largestContent(of: photo) }
    guard let file else { return nil }
    if let found = try pixels(of: file, within: size) { return found }
    guard isSmall else { return nil }
    // A damaged thumbnail is made again.
    thumbnails.remove(photo.file.sha256)
    return try self.file(of: photo, isSmall: true).flatMap {
      try pixels(of: $0, within: size)
    }
  }

  /// Returns the pixels of a file, as large as fits.
  ///
  /// - Throws: ``PhotoFault`` if no photo can be decoded.
  public func pixels(
    of file: [UInt8], within size: (width: Int, height: Int)
  ) throws -> PhotoStudio.Pixels? {
    try usable {
      _ = try studio.open(file)
      return try studio.pixels(within: size.width, size.height)
    }
  }

  deinit { if hasKept { thumbnails.trim() } }

  private func usable<R>(_ body: () throws -> R?) throws -> R? {
    do {
      return try body()
    } catch let fault as PhotoFault where !fault.isOfFile {
      throw fault
    } catch {
      return nil
    }
  }
}
