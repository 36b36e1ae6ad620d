internal import Glibc
internal import JournalEvents
internal import JournalLog
internal import JournalTime
internal import POSIXKit

/// The directory of a backup: laid out like a journal's home, so that any
/// program that reads one can read it, with a manifest beside.
public struct BackupPlace: Sendable, Hashable {
  /// The directory.
  public let path: String

  /// Names a place without touching it.
  public init(path: String) {
    self.path = path
  }

  /// The backup as a journal's home.
  var home: JournalHome { JournalHome(path: path) }

  var manifestFile: String { path + "/manifest.json" }

  /// The name of the directory.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A Boolean value that indicates whether a restore put it away, by its name:
  /// a journal that was replaced is not the latest backup.
  public var isReplaced: Bool { BackupName.isReplaced(name) }
}

/// The file operations of backups. They flush everything that must last.
enum BackupFiles {
  /// Copies a file, or only reads it if `target` is `nil`.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - target: The path of the copy.
  ///   - progress: Receives the number of bytes read.
  /// - Returns: The digest and the number of the bytes.
  /// - Throws: The errors of the system.
  static func digest(
    of source: String, copyingTo target: String? = nil,
    progress: (Int) -> Void
  ) throws(FileSystemError) -> (hash: EventHash, count: Int) {
    let input = try File(source, .reading)
    var output: File?
    if let target { output = try File(target, .making) }
    let digest = FileDigest()
    var count = 0
    while true {
      let bytes = try input.read(1 << 20)
      if bytes.isEmpty { break }
      digest.update(bytes.span.bytes)
      try output?.write(bytes[...])
      count += bytes.count
      progress(count)
    }
    try output?.flush()
    return (digest.finish(), count)
  }

  /// Throws if `path`, whose end need not exist yet, lies within the existing
  /// `directory`.
  static func check(
    _ path: String, isOutside directory: String
  ) throws(BackupError) {
    guard let inner = try? FileSystem.canonicalPath(directory) else { return }
    var existing = path
    while true {
      if let found = try? FileSystem.canonicalPath(existing) {
        guard "\(found)/".hasPrefix("\(inner)/") else { return }
        throw .insideJournal(path: path)
      }
      guard let end = existing.lastIndex(of: "/"),
        end > existing.startIndex
      else { return }
      existing = String(existing[..<end])
    }
  }

  /// Removes a backup's files, and its directories if nothing else is in them.
  /// Missing files are ignored.
  static func remove(_ place: BackupPlace) {
    guard let folder = try? Folder(holding: place.path) else { return }
    remove(place.name, in: folder)
  }

  /// Removes a backup by its name without following links: others may have put
  /// a link to a journal there.
  static func remove(_ name: String, in parent: borrowing Folder) {
    guard let backup = try? parent.folder(name) else { return }
    backup.removeDeadParts()
    // Earlier versions first wrote the manifest under another name.
    for name in ["manifest.json", "manifest.json.tmp"] {
      _ = try? backup.remove(name)
    }
    if let data = try? backup.folder(JournalHome.dataName) {
      JournalHome.removeData(in: data)
    }
    backup.removeFolderIfEmpty(JournalHome.dataName)
    parent.removeFolderIfEmpty(name)
  }

  /// Renames a backup like the remains of a dead process, which are removed
  /// later, whatever happens in between. A backup that holds other files, at
  /// any depth, or that is or holds a link, is left alone.
  static func hide(_ place: BackupPlace, in directory: String) {
    let home = place.home
    guard
      holds(place.path, only: [place.manifestFile, home.dataDirectory]),
      holds(home.dataDirectory, only: [home.dataFile, home.lockFile]),
      isReal(place.manifestFile, .file), isReal(home.dataFile, .file)
    else { return }
    try? FileSystem.rename(
      place.path, to: PartialDirectory.path(for: place.name, in: directory))
  }

  /// Does the same with a backup of which only the directories are left: its
  /// name would say that a journal was put away.
  static func hideEmpty(_ place: BackupPlace, in directory: String) {
    let data = place.home.dataDirectory
    guard holds(place.path, only: [data]),
      !FileSystem.isAnything(data) || holds(data, only: [])
    else { return }
    try? FileSystem.rename(
      place.path, to: PartialDirectory.path(for: place.name, in: directory))
  }

  /// Returns whether a path is that of a directory itself that holds nothing
  /// but the known paths.
  private static func holds(_ directory: String, only known: [String]) -> Bool {
    guard isReal(directory, .directory),
      let names = try? FileSystem.names(in: directory)
    else { return false }
    return names.allSatisfy { known.contains("\(directory)/\($0)") }
  }

  /// Returns whether a path is that of a file of a kind itself, not of a link.
  private static func isReal(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == kind
  }

  /// Removes the lock file that LMDB leaves when a copy is read.
  static func removeLock(of place: BackupPlace) {
    // Others may have put a link in its place.
    guard let parent = try? Folder(holding: place.path),
      let data = try? parent.folder("\(place.name)/\(JournalHome.dataName)")
    else { return }
    _ = try? data.remove(FileSystem.name(of: place.home.lockFile))
  }
}

/// The names of backups: their times in UTC, so that names sort by time.
enum BackupName {
  /// Such as `20261121T110000Z`.
  static func base(at now: OffsetInstant) -> String {
    let seconds = now.instant.milliseconds / 1_000 * 1_000
    let text = OffsetInstant(
      instant: Instant(milliseconds: seconds), offsetMinutes: 0
    ).description
    return text.filter { $0 != "-" && $0 != ":" }
  }

  /// The name of an automatic backup.
  static func automatic(at now: OffsetInstant) -> String {
    base(at: now) + automaticEnding
  }

  /// Returns the time of the automatic backup with a name; `nil` for any other
  /// name, so a renamed backup is kept.
  static func automaticTime(_ name: String) -> Instant? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), "-\(parts[1])" == automaticEnding,
      parts.count == 2 || Int(parts[2]).map({ $0 > 1 }) == true,
      parts[0].utf8.count == 16
    else { return nil }
    var text = String(parts[0])
    for (place, sign) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] {
      let utf8 = text.utf8
      guard
        let index = text.utf8.index(
          text.startIndex, offsetBy: place, limitedBy: utf8.endIndex)
      else { return nil }
      text.insert(contentsOf: sign, at: index)
    }
    guard let time = OffsetInstant(text), base(at: time) == parts[0] else {
      return nil
    }
    return time.instant
  }

  private static let automaticEnding = "-auto"

  /// The name for a journal that a restore puts away.
  static func replaced(at now: OffsetInstant) -> String {
    base(at: now) + replacedEnding
  }

  /// Returns whether `name` comes from ``replaced(at:)``, with the number that
  /// ``claim(_:in:_:)`` may have added.
  static func isReplaced(_ name: String) -> Bool {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return name.hasSuffix(replacedEnding) }
    return name.dropLast(digits.count).hasSuffix(replacedEnding + "-")
  }

  private static let replacedEnding = "-replaced"

  /// Passes the first free name of `name`, `name-2`, `name-3` … to `take`,
  /// which makes it.
  static func claim(
    _ name: String, in directory: String,
    _ take: (BackupPlace) throws -> Void
  ) throws -> BackupPlace {
    var number = 1
    while true {
      let suffix = number == 1 ? "" : "-\(number)"
      let place = BackupPlace(path: "\(directory)/\(name)\(suffix)")
      do {
        // A rename would replace an empty directory.
        guard !FileSystem.exists(place.path) else {
          throw FileSystemError(
            operation: "rename", path: place.path, code: EEXIST)
        }
        try take(place)
        return place
      } catch let error as FileSystemError
        where [EEXIST, ENOTEMPTY].contains(error.code)
      {
        number += 1
      }
    }
  }
}

/// A backup in the making: a hidden directory, locked while in use.
struct PartialBackup: ~Copyable {
  /// The place of the backup until it has its name.
  let place: BackupPlace
  private let directory: PartialDirectory

  /// Makes a directory for a backup that will have a name.
  init(named name: String, in directory: String) throws(FileSystemError) {
    let made = try PartialDirectory(named: name, in: directory)
    place = BackupPlace(path: made.path)
    self.directory = made
  }

  /// Lets others remove its remains.
  func release() { directory.release() }

  /// Removes the remains of processes that died while they made a backup.
  static func removeDead(in directory: String) {
    PartialDirectory.forEachDead(in: directory) {
      BackupFiles.remove($1, in: $0)
    }
  }
}
