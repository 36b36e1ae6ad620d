internal import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
public import POSIXKit

/// A directory of photos to import. The name of each file, or of a directory on
/// its path, names the plant.
public struct PhotoInbox {
  private let directory: String

  /// The contents of the inbox.
  public struct Contents: Sendable {
    /// The files of new photos whose plant is known.
    public var files: [PhotoFile] = []
    /// The files whose plant is unknown, by the time they were taken.
    public var unnamed: [Unnamed] = []
    /// The files that are left in place, by path, with the reason.
    public var passed: [(path: String, reason: Reason)] = []
    /// The files that cannot be read, or show no picture, with the cause.
    public var refused: [(path: String, cause: any Error)] = []
  }

  /// A reason for leaving a file in place.
  public enum Reason: Sendable, Hashable {
    /// The photo was imported before.
    case addedBefore
    /// The photo was erased.
    case erased
    case link
    /// The file is a picture of an unsupported kind.
    case otherKind
    /// The file's name does not end as that of a photo.
    case noPhoto
  }

  /// A file whose plant is unknown.
  public struct Unnamed: Sendable, Hashable {
    /// The path of the file.
    public let path: String
    /// The time at which the photo was taken.
    public let at: OffsetInstant
    fileprivate let folder: String

    /// The file, for a plant that somebody has named.
    public func file(of plant: PlantID) -> PhotoFile {
      PhotoFile(at: path, below: folder, of: plant)
    }
  }

  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "webp", "heic", "heif", "avif",
  ]
  private static let otherEndings: Set<String> = [
    "arw", "bmp", "cr2", "cr3", "dng", "gif", "jp2", "jxl", "nef", "orf",
    "pef", "raf", "rw2", "tif", "tiff",
  ]

  /// The photos below a directory.
  public init(in directory: String) { self.directory = directory }

  /// The files in the directory now, except hidden files and links.
  ///
  /// - Parameters:
  ///   - seconds: The time that a file must have rested, as others may still
  ///     write it.
  ///   - now: The moment by the wall clock.
  /// - Returns: The files of photos by path, each with its status.
  /// - Throws: `FileSystemError` if a directory cannot be read.
  public func files(
    restingFor seconds: Int = 0, at now: Instant
  ) throws -> [String: FileStatus] {
    var files: [String: FileStatus] = [:]
    for name in try names(below: "", { _, _ in }, { _, _ in }) {
      let path = "\(directory)/\(name)"
      guard let status = try? FileStatus(of: path),
        Int64(status.modifiedAt + seconds) * 1_000 <= now.milliseconds
          || seconds == 0
      else { continue }
      files[path] = status
    }
    return files
  }

  /// Looks for photos. Hidden files and links are skipped.
  ///
  /// - Parameters:
  ///   - journal: The journal that imports them.
  ///   - program: The path of `plantguide-photo`.
  ///   - plant: The plant of photos for which nothing else names one.
  ///   - isRehearsal: Whether to remember nothing of the contents.
  ///   - looksInside: Whether files whose plant is known are opened as well, so
  ///     that files that are no photos are among the refused ones. Otherwise
  ///     the import finds them.
  /// - Returns: The contents, by path.
  /// - Throws: `FileSystemError` if the directory cannot be read,
  ///   ``PhotoFault`` if no photo can be decoded, and the errors of reading the
  ///   journal.
  public func contents(
    for journal: CareJournal, program: String, plant: PlantID? = nil,
    isRehearsal: Bool = false, looksInside: Bool = false
  ) throws -> Contents {
    let (known, zone) = try journal.read {
      (try PhotoView.sources(in: $0), $0.zone)
    }
    var contents = Contents()
    var taken: Set<BlobName> = []
    var unknown: [(name: String, file: BlobName)] = []
    let found = try self.names(below: "") {
      contents.passed.append(($0, $1))
    } _: {
      contents.refused.append(($0, $1))
    }
    let folder = try Folder(directory)
    for name in found {
      let path = "\(directory)/\(name)"
      do {
        let opened = try folder.file(name)
        try PhotoStudio.checkSize(opened.status.byteCount)
        let file = try BlobFolder.name(of: opened)
        if known.contains(file) {
          contents.passed.append((path, .addedBefore))
          taken.insert(file)
        } else {
          unknown.append((name, file))
        }
      } catch {
        contents.refused.append((path, error))
      }
    }
    var imported = ImportedFiles(of: journal.home)
    // Some came by a sync; they may be erased one day.
    if !isRehearsal { imported.add(taken) }
    let erased = try journal.read {
      try imported.erased(of: Set(unknown.map(\.file)), in: $0)
    }
    for (name, file) in unknown where erased.contains(file) {
      contents.passed.append(("\(directory)/\(name)", .erased))
    }
    contents.passed.sort { $0.path < $1.path }
    let names = unknown.filter { !erased.contains($0.file) }.map(\.name)
    let plants = try journal.read { snapshot in
      try names.map { try Self.plant(of: $0, in: snapshot) ?? plant }
    }
    let studio = PhotoStudio(program: program)
    for (name, plant) in zip(names, plants) {
      let path = "\(directory)/\(name)"
      if let plant, !looksInside {
        contents.files.append(PhotoFile(at: path, below: directory, of: plant))
        continue
      }
      do {
        let at = try Self.time(
          of: folder.file(name), by: studio, journal.now, zone)
        let photo = Unnamed(path: path, at: at, folder: directory)
        if let plant {
          contents.files.append(photo.file(of: plant))
        } else {
          contents.unnamed.append(photo)
        }
      } catch let fault as PhotoFault where !fault.isOfFile {
        throw fault
      } catch {
        contents.refused.append((path, error))
      }
    }
    contents.unnamed.sort { left, right in
      (left.at.instant, left.path) < (right.at.instant, right.path)
    }
    return contents
  }

  /// Returns the names of photos below a directory of the inbox. Files that
  /// stay in place go to `pass`, and unreadable ones to `refuse`.
  private func names(
    below path: String, _ pass: (String, Reason) -> Void,
    _ refuse: (String, any Error) -> Void
  ) throws -> [String] {
    let entries: [(name: String, isDirectory: Bool)]
    do {
      entries = try FileSystem.entries(in: "\(directory)/\(path)")
      // The directory may not exist under the name made of its bytes.
      guard !entries.isEmpty || FileSystem.exists("\(directory)/\(path)") else {
        throw PhotoFault.refused(
          "it is gone, or its name is not UTF-8; rename it")
      }
    } catch {
      guard !path.isEmpty else { throw error }
      refuse("\(directory)/\(path)", error)
      return []
    }
    return try entries.filter { !$0.name.hasPrefix(".") }.flatMap {
      entry -> [String] in
      let name = path + entry.name
      guard !entry.isDirectory else {
        return try names(below: name + "/", pass, refuse)
      }
      let path = "\(directory)/\(name)"
      let status = try? FileStatus(of: path, followsLinks: false)
      let ending =
        entry.name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
      // A file that cannot be examined is reported when it is to be read.
      guard (status?.kind ?? .file) == .file, Self.endings.contains(ending)
      else {
        pass(
          path,
          status?.kind == .link
            ? .link : Self.otherEndings.contains(ending) ? .otherKind : .noPhoto
        )
        return []
      }
      return [name]
    }
  }

  /// Returns the plant that a path names: the nearest directory with the name
  /// of a plant, or else the file's name, whose beginning is enough.
  private static func plant(
    of path: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    var parts = FileSystem.parts(of: path)
    let stem = parts.removeLast().split(separator: ".").dropLast()
      .joined(separator: ".")
    for name in parts.reversed() {
      if let plant = try present(name, in: snapshot) { return plant }
    }
    // "Monty 2.jpg", "Monty im Mai.jpg" and "monty_2026-03-01.jpg".
    var words = stem.split(whereSeparator: isSeparator)
    while !words.isEmpty {
      let name = stem[words[0].startIndex..<words[words.count - 1].endIndex]
      if let plant = try present(String(name), in: snapshot) { return plant }
      words.removeLast()
    }
    return nil
  }

  private static func isSeparator(_ character: Character) -> Bool {
    " -_.,()[]#".contains(character)
  }

  /// Returns the only present plant with a name.
  private static func present(
    _ name: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    do {
      let id = try snapshot.plant(named: name, PlantNaming(.exact))
      return try snapshot.plant(id)?.isPresent == true ? id : nil
    } catch is PlantNameError {
      return nil
    }
  }

  private static func time(
    of file: borrowing File, by studio: PhotoStudio, _ now: Instant,
    _ zone: TimeZoneRules
  ) throws -> OffsetInstant {
    let status = try file.status
    guard status.byteCount > 0 else { throw PhotoFault.refused("it is empty") }
    let opened = try studio.open(
      try file.contents(atMost: PhotoStudio.mostBytes))
    return PhotoTime(
      of: PhotoTime.Clues(
        texts: opened.times, fileName: FileSystem.name(of: file.path),
        modified: Instant(milliseconds: Int64(status.modifiedAt) * 1_000)),
      now: now, in: zone
    ).at
  }
}
