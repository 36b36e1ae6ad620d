internal import ErrorKit
public import JournalEvents
internal import JournalLog
public import JournalQueries
internal import POSIXKit

/// The thumbnails of photos that were made here, 200 pixels a side, as JPEG.
/// Failing to keep one is never an error.
public struct ThumbnailCache {
  private let home: JournalHome
  private var path: String { home.cacheDirectory }

  /// The greatest number of bytes of the cache.
  public static let mostBytes = 64 << 20
  /// The percentage of the limit that is left after trimming.
  private static let keptPercent = 90

  /// The cache of a journal's home.
  public init(of journal: CareJournal) { home = journal.home }

  private func file(_ name: BlobName) -> String { home.thumbnailFile(of: name) }

  /// Returns the thumbnail of a photo; `nil` if it is not stored.
  public func thumbnail(of name: BlobName) -> [UInt8]? {
    let bytes = try? File.contents(of: file(name), atMost: 1 << 20)
    if bytes != nil { FileSystem.touch(file(name)) }
    return bytes
  }

  /// Keeps the thumbnail of a photo.
  public func keep(_ bytes: [UInt8], of name: BlobName) {
    guard (try? FileSystem.makeDirectory(path)) != nil else { return }
    // A file that cannot be shown gives way. Replacing would look for files of
    // killed processes, which takes long among so many.
    remove(name)
    _ = try? File.make(file(name), with: bytes)
  }

  /// Forgets the thumbnail of a photo.
  public func remove(_ name: BlobName) {
    _ = try? FileSystem.remove(file(name))
  }

  /// Removes the least recently used thumbnails, if the cache is too large.
  public func trim() {
    let files = ((try? FileSystem.names(in: path)) ?? []).compactMap { name in
      let file = "\(path)/\(name)"
      return (try? FileStatus(of: file)).map {
        (path: file, bytes: $0.byteCount, at: $0.modifiedAt)
      }
    }
    var total = files.reduce(0) { $0 + $1.bytes }
    guard total > Self.mostBytes else { return }
    for file in files.sorted(by: { $0.at < $1.at })
    where total > Self.mostBytes / 100 * Self.keptPercent {
      guard (try? FileSystem.remove(file.path)) == true else { continue }
      total -= file.bytes
    }
  }
}
