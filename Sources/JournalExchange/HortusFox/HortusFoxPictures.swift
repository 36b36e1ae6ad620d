internal import Archives
internal import POSIXKit

/// The pictures of a HortusFox backup, read one at a time.
public final class HortusFoxPictures {
  private let places: [String: String]
  private let archive: ZipArchive?

  /// Opens the backup again.
  ///
  /// - Throws: `ZipError` or `FileSystemError`.
  init(of backup: HortusFoxArchive) throws {
    places = backup.pictures
    archive = try backup.archivePath.map {
      try ZipArchive(path: $0, byteCount: FileStatus(of: $0).byteCount)
    }
  }

  /// Returns whether there is a picture of that name.
  public func has(_ name: String) -> Bool { places[name] != nil }

  /// Returns the bytes of a picture.
  ///
  /// - Parameters:
  ///   - name: Its path in the backup, such as `gallery/img/leaf.jpg`.
  ///   - limit: The greatest number of bytes wanted.
  /// - Returns: The bytes. A longer picture gives a few more than wanted, which
  ///   shows its excess.
  /// - Throws: `ZipError` if the picture is missing or damaged, and
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
