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
    /// How many were taken in before.
    public var known = 0
  }

  /// A file whose plant is not said.
  public struct Unnamed: Sendable, Hashable {
    /// Where it lies.
    public let path: String
    /// When it was taken; `nil` where that cannot be read.
    public let at: OffsetInstant?
  }

  private static let endings: Set<Substring> = [
    "jpg", "jpeg", "jpe", "png", "webp", "heic", "heif", "avif",
  ]

  /// The photos below a directory.
  public init(in directory: String) { self.directory = directory }

  /// Looks for photos. Hidden files and links are passed over.
  ///
  /// - Parameters:
  ///   - journal: The journal into which they are taken.
  ///   - program: Where `plantguide-photo` lies.
  ///   - plant: Whose photos those are of which nothing else says the plant.
  ///   - isSkipped: Whether a file is passed over.
  /// - Returns: What was found, by path.
  /// - Throws: `FileSystemError` where the directory cannot be read, and what
  ///   reading the journal throws.
  public func contents(
    for journal: CareJournal, program: String, plant: PlantID? = nil,
    skipping isSkipped: (String, FileStatus) -> Bool = { _, _ in false }
  ) throws -> Contents {
    let (known, zone) = try journal.read {
      (try PhotoView.sources(in: $0), $0.zone)
    }
    var contents = Contents()
    var paths: [String] = []
    for name in try names(below: "") {
      let path = "\(directory)/\(name)"
      guard let status = try? FileStatus(of: path), !isSkipped(path, status)
      else { continue }
      guard let hash = try? BlobFolder.name(ofFile: path),
        !known.contains(hash)
      else {
        contents.known += 1
        continue
      }
      paths.append(name)
    }
    let plants = try journal.read { snapshot in
      paths.map { Self.plant(of: $0, in: snapshot) ?? plant }
    }
    let studio = PhotoStudio(program: program)
    for (name, plant) in zip(paths, plants) {
      let path = "\(directory)/\(name)"
      if let plant {
        contents.files.append(PhotoFile(at: path, of: plant))
      } else {
        contents.unnamed.append(
          Unnamed(
            path: path,
            at: Self.time(of: path, by: studio, journal.now, zone)))
      }
    }
    contents.unnamed.sort { left, right in
      (left.at?.instant ?? Instant(milliseconds: .max), left.path)
        < (right.at?.instant ?? Instant(milliseconds: .max), right.path)
    }
    return contents
  }

  private func names(below path: String) throws -> [String] {
    let entries = try FileSystem.entries(in: "\(directory)/\(path)")
      .filter { !$0.name.hasPrefix(".") }
    return try entries.flatMap { entry -> [String] in
      let name = path + entry.name
      guard !entry.isDirectory else { return try names(below: name + "/") }
      let status = try? FileStatus(
        of: "\(directory)/\(name)", followsLinks: false)
      guard status?.kind == .file,
        let ending = entry.name.split(separator: ".").dropFirst().last,
        Self.endings.contains(ending.lowercased()[...])
      else { return [] }
      return [name]
    }
  }

  /// The plant that a path says: the file before the directories, the nearest
  /// of these first.
  private static func plant(
    of path: String, in snapshot: borrowing Snapshot
  ) -> PlantID? {
    var parts = path.split(separator: "/").map(String.init)
    let stem = parts.removeLast().split(separator: ".").dropLast()
      .joined(separator: ".")
    // "Monty 2.jpg" and "monty_2026-03-01.jpg" are Monty's.
    let word = stem.prefix { !$0.isNumber }.filter { $0 != "_" }
    let names = [stem, String(word)] + parts.reversed()
    for name in names {
      let trimmed = name.trimmingSeparators
      guard !trimmed.isEmpty else { continue }
      if let plant = try? snapshot.plant(named: trimmed, PlantNaming(.exact)) {
        return plant
      }
    }
    return nil
  }

  private static func time(
    of path: String, by studio: PhotoStudio, _ now: Instant,
    _ zone: TimeZoneRules
  ) -> OffsetInstant? {
    guard
      let bytes = try? File.contents(
        of: path, atMost: PhotoStudio.mostBytes),
      let opened = try? studio.open(bytes)
    else { return nil }
    let modified = (try? FileStatus(of: path))?.modifiedAt
    return PhotoTime(
      of: PhotoTime.Clues(
        texts: opened.times, fileName: FileSystem.name(of: path),
        modified: modified.map { Instant(milliseconds: Int64($0) * 1_000) }),
      now: now, in: zone
    ).at
  }
}

extension String {
  /// Without what parts words, at either end.
  fileprivate var trimmingSeparators: String {
    func isSeparator(_ character: Character) -> Bool {
      " -_.,()[]#".contains(character)
    }
    let start = drop(while: isSeparator)
    let length = start.reversed().drop(while: isSeparator).count
    return String(start.prefix(length))
  }
}
