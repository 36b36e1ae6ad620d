internal import ErrorKit
public import JournalEvents
internal import JournalLog
public import JournalQueries
internal import POSIXKit

/// The thumbnails of photos that were made here, 200 pixels a side, as
/// JPEG. What keeps one or fails to is never worth an error.
public struct ThumbnailCache {
  private let home: JournalHome
  private var path: String { home.cacheDirectory }

  /// How many bytes it may hold.
  public static let mostBytes = 64 << 20
  /// What is left once it has held more, in hundredths of that.
  private static let keptPercent = 90

  /// The cache of a journal's home.
  public init(of journal: CareJournal) { home = journal.home }

  private func file(_ name: BlobName) -> String { home.thumbnailFile(of: name) }

  /// The thumbnail of a photo; `nil` where it is not kept.
  public func thumbnail(of name: BlobName) -> [UInt8]? {
    let bytes = try? File.contents(of: file(name), atMost: 1 << 20)
    if bytes != nil { FileSystem.touch(file(name)) }
    return bytes
  }

  /// Keeps the thumbnail of a photo.
  public func keep(_ bytes: [UInt8], of name: BlobName) {
    guard (try? FileSystem.makeDirectory(path)) != nil else { return }
    // One that cannot be shown gives way. To look for what killed processes
    // have left, as replacing does, takes long among so many.
    remove(name)
    _ = try? File.make(file(name), with: bytes)
  }

  /// Forgets the thumbnail of a photo.
  public func remove(_ name: BlobName) {
    _ = try? FileSystem.remove(file(name))
  }

  /// Removes what was not looked at for longest, where it holds too much.
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
