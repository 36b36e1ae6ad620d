internal import Archives
internal import POSIXKit

/// The pictures of a backup of HortusFox, read one at a time.
public final class HortusFoxPictures {
  private let places: [String: String]
  private let archive: ZipArchive?

  /// Opens a backup again.
  ///
  /// - Throws: `ZipError` or `FileSystemError`.
  init(of backup: HortusFoxArchive) throws {
    places = backup.pictures
    archive = try backup.archivePath.map {
      try ZipArchive(path: $0, byteCount: FileStatus(of: $0).byteCount)
    }
  }

  /// Whether there is a picture of that name.
  public func has(_ name: String) -> Bool { places[name] != nil }

  /// The bytes of a picture.
  ///
  /// - Parameters:
  ///   - name: Its path in the backup, such as `gallery/img/leaf.jpg`.
  ///   - limit: How many bytes are wanted.
  /// - Returns: The bytes; of a longer one a few more than wanted, which show
  ///   that.
  /// - Throws: `ZipError` where it is not there, or as it should be, and
  ///   `FileSystemError`.
  public func contents(of name: String, atMost limit: Int) throws -> [UInt8] {
    guard let place = places[name] else {
      throw ZipError.missing(name: name)
    }
    let next: () throws -> [UInt8]
    if let archive {
      next = try archive.file(place)
    } else {
      let file = try File(place, .readingAtOnce)
      next = { try file.read(1 << 16) }
    }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = try next()
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }
}
