internal import JournalEvents
public import JournalQueries

/// Photos as they are shown: decoded by the program that does, or as files.
///
/// What cannot be shown, because its file is missing, damaged or refused, is
/// `nil`.
public final class PhotoPixels {
  private let files: PhotoFiles
  private let thumbnails: ThumbnailCache
  private let studio: PhotoStudio

  /// The photos of a journal, decoded by the program at `program`.
  public init(of journal: CareJournal, program: String) {
    files = PhotoFiles(of: journal)
    thumbnails = ThumbnailCache(of: journal)
    studio = PhotoStudio(program: program)
  }

  /// The file of a photo, or of its thumbnail.
  ///
  /// - Throws: ``PhotoFault`` where no photo can be decoded.
  public func file(of photo: PhotoView, isSmall: Bool) throws -> [UInt8]? {
    try usable {
      if isSmall, let kept = thumbnails.thumbnail(of: photo.file.sha256) {
        return kept
      }
      guard let file = try files.content(of: photo) else { return nil }
      guard isSmall else { return file }
      _ = try studio.open(file)
      let thumbnail = try studio.develop(taken: photo.at).thumbnail
      thumbnails.keep(thumbnail, of: photo.file.sha256)
      return thumbnail
    }
  }

  /// The pixels of a photo, or of its thumbnail, as large as they fit.
  ///
  /// - Throws: ``PhotoFault`` where no photo can be decoded.
  public func pixels(
    of photo: PhotoView, isSmall: Bool, within size: (width: Int, height: Int)
  ) throws -> PhotoStudio.Pixels? {
    guard let file = try file(of: photo, isSmall: isSmall) else { return nil }
    return try usable {
      _ = try studio.open(file)
      return try studio.pixels(within: size.width, size.height)
    }
  }

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
