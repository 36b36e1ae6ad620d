internal import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
public import POSIXKit

/// A directory of photos that are to be taken in, each for the plant that its
/// name, or that of a directory on the way to it, says.
public struct PhotoInbox {
  private let directory: String

  /// What was found.
  public struct Contents: Sendable {
    /// Files of photos that were not taken in before, and whose plant is said.
    public var files: [PhotoFile] = []
    /// Those of which nothing says the plant, by when they were taken.
    public var unnamed: [Unnamed] = []
    /// Those that are left where they lie, by path, and why.
    public var passed: [(path: String, reason: Reason)] = []
    /// Those that cannot be read, or show no picture, and why.
    public var refused: [(path: String, cause: any Error)] = []
  }

  /// Why a file is left where it lies.
  public enum Reason: Sendable, Hashable {
    /// Its photo was taken in before.
    case addedBefore
    /// Its photo was erased.
    case erased
    case link
    /// It is a picture of a kind that is not taken.
    case otherKind
    /// Its name does not end as that of a photo.
    case noPhoto
  }

  /// A file whose plant is not said.
  public struct Unnamed: Sendable, Hashable {
    /// Where it lies.
    public let path: String
    /// When it was taken.
    public let at: OffsetInstant
    fileprivate let folder: String

    /// The file, of which somebody has said the plant.
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

  /// What lies in the directory now, but for hidden files and links.
  ///
  /// - Parameters:
  ///   - seconds: How long a file must have rested, as others may still write
  ///     it.
  ///   - now: The moment by the wall clock.
  /// - Returns: The files of photos by path, each with its status.
  /// - Throws: `FileSystemError` where a directory cannot be read.
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

  /// Looks for photos. Hidden files and links are passed over.
  ///
  /// - Parameters:
  ///   - journal: The journal into which they are taken.
  ///   - program: Where `plantguide-photo` lies.
  ///   - plant: Whose photos those are of which nothing else says the plant.
  ///   - isRehearsal: Whether nothing is remembered of what lies there.
  ///   - looksInside: Whether files whose plant is said are looked into, too,
  ///     so that what is no photo is among those refused. Else that is found
  ///     when they are taken in.
  /// - Returns: What was found, by path.
  /// - Throws: `FileSystemError` where the directory cannot be read,
  ///   ``PhotoFault`` where no photo can be decoded, and what reading the
  ///   journal throws.
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
    // Some came otherwise, by a sync; they may be erased one day.
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

  /// The photos by name below a directory of it. What is left is handed to
  /// `pass`, and what cannot be read to `refuse`.
  private func names(
    below path: String, _ pass: (String, Reason) -> Void,
    _ refuse: (String, any Error) -> Void
  ) throws -> [String] {
    let entries: [(name: String, isDirectory: Bool)]
    do {
      entries = try FileSystem.entries(in: "\(directory)/\(path)")
      // Where it is not there under the name that was made of its bytes.
      guard !entries.isEmpty || FileSystem.exists("\(directory)/\(path)") else {
        throw PhotoFault.refused("it is gone, or its name is no UTF-8")
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
      // One that cannot be looked at is told of when it is to be read.
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

  /// The plant that a path says: the nearest directory that is called as one,
  /// or else the file's name, whose beginning is enough.
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

  /// The one plant of that name that has not left.
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
