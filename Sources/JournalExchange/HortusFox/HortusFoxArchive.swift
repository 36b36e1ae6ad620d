internal import Archives
public import ErrorKit
internal import POSIXKit

/// The tables of a HortusFox backup, by their paths within it
/// (`plants/data.json`). The backup is a ZIP archive, or the directory of an
/// unpacked one.
///
/// Pictures are read on demand, and no file is unpacked to disk.
public struct HortusFoxArchive: Sendable {
  /// The contents of the tables, including those of later versions.
  public let files: [String: [UInt8]]
  /// The places of its pictures, by their paths in it (`gallery/img/leaf.jpg`).
  let pictures: [String: String]
  /// The path of the archive with the pictures; `nil` for a directory.
  let archivePath: String?

  /// Creates a backup of tables that were already read.
  public init(files: [String: [UInt8]]) {
    self.files = files
    pictures = [:]
    archivePath = nil
  }

  /// Reads a backup.
  ///
  /// - Throws: ``HortusFoxError``, `ZipError`, `InputFileError` or
  ///   `FileSystemError`.
  public init(at path: String) throws {
    let isDirectory = FileSystem.isDirectory(path)
    (files, pictures) =
      isDirectory
      ? (
        try Self.tables(inDirectory: path),
        try Self.pictures(inDirectory: path)
      ) : try Self.contents(ofArchive: path)
    archivePath = isDirectory ? nil : path
    guard HortusFoxFile.allCases.contains(where: { files[$0.rawValue] != nil })
    else { throw HortusFoxError.noBackup(path) }
  }

  /// Opens the pictures.
  ///
  /// - Throws: `ZipError` or `FileSystemError`, if the backup has been removed.
  public func openPictures() throws -> HortusFoxPictures {
    try HortusFoxPictures(of: self)
  }

  private static let table = "data.json"
  /// The folders with pictures of plants.
  private static let pictureFolders = ["gallery/img", "plants/img"]
  /// A limit far above the tables of HortusFox.
  private static let mostTables = 1_000

  private static func tables(
    inDirectory path: String
  ) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for folder in try FileSystem.names(in: path) {
      let place = "\(path)/\(folder)/\(table)"
      guard FileSystem.exists(place) else { continue }
      // Reading a pipe would block.
      guard try FileStatus(of: place).kind != .pipe else {
        throw HortusFoxError.noBackup(path)
      }
      files["\(folder)/\(table)"] = try InputFile.read(place, atMost: .data)
    }
    return files
  }

  /// Ignores links, which could lead anywhere.
  private static func pictures(
    inDirectory path: String
  ) throws -> [String: String] {
    var pictures: [String: String] = [:]
    for folder in pictureFolders {
      for name in try FileSystem.names(in: "\(path)/\(folder)") {
        let place = "\(path)/\(folder)/\(name)"
        let status = try? FileStatus(of: place, followsLinks: false)
        if status?.kind == .file { pictures["\(folder)/\(name)"] = place }
      }
    }
    return pictures
  }

  private static func contents(
    ofArchive path: String
  ) throws -> (files: [String: [UInt8]], pictures: [String: String]) {
    let status = try FileStatus(of: path)
    guard status.kind == .file else { throw HortusFoxError.noBackup(path) }
    let archive = try ZipArchive(path: path, byteCount: status.byteCount)
    var files: [String: [UInt8]] = [:]
    var pictures: [String: String] = [:]
    var left = InputFile.Limit.data.rawValue
    for name in archive.names {
      let folders = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !folders.contains(".."), folders.first != "" else {
        throw HortusFoxError.leadsOut(name: name)
      }
      // A backup that was packed again with its folder has one more level.
      let end = folders.suffix(3)
      if pictureFolders.contains(end.dropLast().joined(separator: "/")) {
        let key = end.joined(separator: "/")
        guard pictures.updateValue(name, forKey: key) == nil else {
          throw ZipError.duplicate(name: key)
        }
      }
      guard folders.count >= 2, folders.last == table[...] else { continue }
      // Each is searched for among all names.
      guard files.count < mostTables else {
        throw HortusFoxError.noBackup(path)
      }
      let piece = try archive.file(name)
      let key = folders.suffix(2).joined(separator: "/")
      guard files[key] == nil else { throw ZipError.duplicate(name: key) }
      files[key] = try InputFile.contents(
        {
          let bytes = try piece()
          left -= bytes.count
          guard left >= 0 else {
            throw InputFileError.tooLong(name: path, limit: .data)
          }
          return bytes
        }, name, atMost: .data)
    }
    return (files, pictures)
  }
}

/// An error of importing a HortusFox backup.
public enum HortusFoxError: DescribedError, Sendable, Hashable {
  /// The backup has none of the tables.
  case noBackup(String)
  /// A file of the archive has a name that leads out of it.
  case leadsOut(name: String)
  /// The times of an earlier backup were read in another time zone, so an
  /// instant of this plant differs now.
  case otherZone(plant: String, before: String, now: String)
  /// A later backup of this plant was already imported. Its latest entry was of
  /// `before`, and the latest of this backup is of `now`.
  case older(name: String, before: String, now: String)

  public var facts: ErrorFacts {
    switch self {
    case .noBackup(let path):
      .init(
        .nothingMatched,
        "there is no backup of HortusFox in \(path): plants/data.json is missing",
        "name its ZIP archive, or the directory in which that was unpacked")
    case .leadsOut(let name):
      .init(
        .invalidInput,
        "the archive cannot be read: the name '\(name)' leads out of it",
        "HortusFox makes no such archive; do not unpack it either",
        outcome: .nothingImported, title: "Import Failed")
    case .otherZone(let plant, let before, let now):
      .init(
        .conflict,
        "the times of an earlier backup were read in another time zone: "
          + "'\(plant)' was added at \(before), which would be \(now)",
        .nameZone, outcome: .nothingImported, title: "Import Failed")
    case .older(let name, let before, let now):
      .init(
        .conflict,
        "this backup is older than one that you imported: its last entry is of "
          + "\(now), and '\(name)' is here as of \(before)",
        .takeOlder, outcome: .nothingImported, title: "Import Failed")
    }
  }
}
